import FleetClient
import FleetFeeds

extension SourceSession {
    /// Makes a team's server read its feed now; nothing happens for a source of this home.
    package func refreshOnServer() async throws {
        guard let team = selected.team else { return }
        try await TeamServer(of: team.login, in: context).send(
            .post, TeamServer.path("sources", team.name, "refresh"))
    }
}
