import Foundation
import Testing

/// Waits until the condition is true, by polling; fails after `Program.timeout`.
func waitUntil(
    _ description: String, _ location: SourceLocation = #_sourceLocation,
    _ condition: () async throws -> Bool
) async throws {
    let end = Date(timeIntervalSinceNow: Program.timeout)
    while try await !condition() {
        try #require(Date() < end, "timed out: \(description)", sourceLocation: location)
        try await Task.sleep(for: .milliseconds(10))
    }
}

/// Waits until a process has ended, even if its parent has not waited for it.
func waitForExit(
    of process: some StringProtocol, _ location: SourceLocation = #_sourceLocation
) async throws {
    try await waitUntil("exit of process \(process)", location) {
        let state = try await Tool.run("sh", "-c", "ps -o stat= -p \(process) || true")
        return state.isEmpty || state.first == UInt8(ascii: "Z")
    }
}
