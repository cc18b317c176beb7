import Foundation
package import Testing

/// Time limit of a wait; a wait that exceeds it fails with a message.
package struct Deadline {
    /// Time after which a wait has failed, in seconds; only what hangs takes so long.
    package static let seconds = 300.0
    /// Factor of the limits of production in tests that are not about them.
    package static let timeoutFactor = 20.0

    private let description: String
    private let location: SourceLocation
    private let end: Double

    /// Creates a deadline for a wait with this description, from now on.
    package init(
        _ description: String, within seconds: Double = seconds,
        _ location: SourceLocation = #_sourceLocation
    ) {
        self.description = description
        self.location = location
        end = ProcessInfo.processInfo.systemUptime + seconds
    }

    /// Throws after the deadline, with a message about the present state.
    package func check(_ state: @autoclosure () -> String = "") throws {
        try #require(!isPast, "\(message(state()))", sourceLocation: location)
    }

    /// Returns false after the deadline, which it reports.
    package func isAhead() -> Bool {
        if isPast { Issue.record("\(message(""))", sourceLocation: location) }
        return !isPast
    }

    private var isPast: Bool { ProcessInfo.processInfo.systemUptime > end }

    private func message(_ state: String) -> String {
        "timed out: \(description)\(state.isEmpty ? "" : "\n")\(state)"
    }
}

/// Waits until the condition is true, by polling; fails after the deadline.
package func waitUntil(
    _ description: String, _ location: SourceLocation = #_sourceLocation,
    _ condition: () async throws -> Bool
) async throws {
    let deadline = Deadline(description, location)
    while try await !condition() {
        try deadline.check()
        try await Task.sleep(for: .milliseconds(10))
    }
}
