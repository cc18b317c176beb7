import FleetTestSupport
import Foundation
import Testing

/// A separate tmux server with its socket in a home.
struct Tmux: Sendable {
    let home: FleetHome
    private let socket: String

    init(home: FleetHome) {
        self.home = home
        socket = home.path + "/tmux-\(UUID().uuidString.prefix(4))"
    }

    /// Runs a tmux command, which must succeed; returns its output.
    @discardableResult
    func run(_ arguments: [String]) async throws -> String {
        var environment = home.environment
        environment["PATH"] = FleetHome.programs + ":" + (environment["PATH"] ?? "")
        let program = try Program(
            "/usr/bin/env", ["tmux", "-u", "-S", socket, "-f", "/dev/null"] + arguments,
            environment: environment, folder: home.path, retaining: home)
        let outcome = await program.outcome()
        try #require(outcome.status == 0, "tmux \(arguments.first ?? ""): \(outcome.errorText)")
        return outcome.text
    }
}
