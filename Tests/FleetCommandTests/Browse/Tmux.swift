import Foundation
import Testing

/// A tmux server that knows nothing of others, with a socket in a home.
struct Tmux: Sendable {
    let home: FleetHome
    private let socket: String

    init(home: FleetHome) {
        self.home = home
        socket = home.path + "/tmux-\(UUID().uuidString.prefix(4))"
    }

    /// What tmux says to a command; it must succeed.
    @discardableResult
    func run(_ words: [String]) async throws -> String {
        var environment = home.environment
        environment["PATH"] = FleetHome.products + ":" + (environment["PATH"] ?? "")
        let program = try Program(
            "/usr/bin/env", ["tmux", "-u", "-S", socket, "-f", "/dev/null"] + words,
            environment: environment, folder: home.path, keeping: home)
        let outcome = await program.outcome()
        try #require(outcome.status == 0, "tmux \(words.first ?? ""): \(outcome.talk)")
        return outcome.text
    }
}
