import FleetCore

/// Connections for one picture, each to an IP address that was checked before.
///
/// The host name is not resolved again, so DNS cannot redirect a connection after the check. Only a
/// proxy resolves it itself.
actor PictureConnections {
    private let hostPolicy: HostPolicy
    private let secrets: ResolvedCredentials
    private let limits: HTTPLimits
    private var opened: [Connections] = []

    init(hostPolicy: HostPolicy, secrets: ResolvedCredentials, limits: HTTPLimits) {
        self.hostPolicy = hostPolicy
        self.secrets = secrets
        self.limits = limits
    }

    /// Returns a client that connects only to the target, if pictures may be fetched from it.
    func client(for target: WebAddress) async throws -> RoutedClient {
        let location = Location.redacted(target.text)
        guard target.userInformation == nil else {
            throw FeedFailure(.badAddress("the address contains a password"), at: location)
        }
        guard !secrets.appear(in: target.text) else {
            throw FeedFailure(
                .badAddress("the address contains a credential of the source"),
                at: secrets.redacted(location))
        }
        let address = try await hostPolicy.address(for: target, shownAs: location)
        let isDirect = try Route(to: target, in: limits.environment) == .direct
        let connections = Connections(
            limits: limits, connecting: isDirect ? [target.origin.host: address.text] : [:])
        opened.append(connections)
        return try await connections.client(for: target)
    }

    /// Closes all connections.
    func shutdown() async {
        for connections in opened { await connections.shutdown() }
    }
}
