import FleetCore

/// Connections for one picture, to hosts that the policy allows.
struct PictureConnections: Sendable {
    private let secrets: ResolvedCredentials
    private let connections: Connections

    init(hostPolicy: HostPolicy, secrets: ResolvedCredentials, limits: HTTPLimits) {
        self.secrets = secrets
        connections = Connections(limits: limits, hosts: hostPolicy)
    }

    /// Returns a client for the target, if pictures may be fetched from it.
    func client(for target: WebAddress) async throws -> RoutedClient {
        let location = Location.redacted(target.text)
        guard target.userInformation == nil else {
            throw FeedFailure(.link(.badAddress("the address contains a password")), at: location)
        }
        guard !secrets.appear(in: target.text) else {
            throw FeedFailure(
                .link(.badAddress("the address contains a credential of the source")),
                at: secrets.redacted(location))
        }
        return try await connections.client(for: target)
    }

    /// Closes all connections.
    func shutdown() async { await connections.shutdown() }
}
