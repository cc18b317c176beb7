package import FleetCore
package import FleetFeeds
package import FleetSettings
import Synchronization

/// The login and the connections of a process to team servers.
package final class TeamConnections: Sendable {
    private struct State {
        var clients: [String: APIClient] = [:]
        /// The login of `FLEET_SERVER` and `FLEET_TOKEN`, once it was checked.
        var scripted: TeamLogin?
    }

    private let state = Mutex(State())

    /// Creates no connection yet.
    package init() {}

    package var scripted: TeamLogin? {
        get { state.withLock(\.scripted) }
        set { state.withLock { $0.scripted = newValue } }
    }

    /// Returns the client of an origin, made by `make` the first time.
    package func client(
        of url: String, _ make: () throws(FeedFailure) -> APIClient
    ) throws(FeedFailure) -> APIClient {
        if let client = state.withLock({ $0.clients[url] }) { return client }
        let client = try make()
        state.withLock { $0.clients[url] = client }
        return client
    }

    package func close() async {
        for client in state.withLock(\.clients).values { await client.shutdown() }
    }
}
