import Foundation
import Testing

/// Returns as soon as something is so; nobody tells of it, so it is looked for, with patience.
func untilSeen(
    _ wish: String, _ location: SourceLocation = #_sourceLocation,
    _ condition: () async throws -> Bool
) async throws {
    let end = Date(timeIntervalSinceNow: Program.patience)
    while try await !condition() {
        try #require(Date() < end, "not in time: \(wish)", sourceLocation: location)
        try await Task.sleep(for: .milliseconds(10))
    }
}

/// Returns as soon as a process has ended, whether or not somebody has asked how.
func untilEnded(
    _ process: some StringProtocol, _ location: SourceLocation = #_sourceLocation
) async throws {
    try await untilSeen("the end of \(process)", location) {
        let state = try await Tool.run("sh", "-c", "ps -o stat= -p \(process) || true")
        return state.isEmpty || state.first == UInt8(ascii: "Z")
    }
}
