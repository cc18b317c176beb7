import AsyncHTTPClient
import FleetCore

/// The connections for one picture: each to an address that was looked at before, never to what a
/// name means a moment later.
actor PictureConnections {
    private let hosts: PictureHosts
    private let secrets: ResolvedCredentials
    private let limits: HTTPLimits
    private var made: [Connections] = []

    init(hosts: PictureHosts, secrets: ResolvedCredentials, limits: HTTPLimits) {
        self.hosts = hosts
        self.secrets = secrets
        self.limits = limits
    }

    /// A client that reaches one target only, if it may be asked for a picture.
    func client(for target: WebAddress) async throws -> HTTPClient {
        let place = Location.redacted(target.text)
        guard target.userInformation == nil else {
            throw FeedFailure(.badAddress("it holds a password"), at: place)
        }
        guard !secrets.appear(in: target.text) else {
            throw FeedFailure(
                .badAddress("it holds a credential of the source"), at: secrets.redacted(place))
        }
        let address = try await hosts.address(for: target)
        let connections = Connections(
            limits: limits, connecting: [target.origin.host: address.text])
        made.append(connections)
        return try await connections.client()
    }

    /// Closes all connections.
    func shutdown() async {
        for connections in made { await connections.shutdown() }
    }
}
