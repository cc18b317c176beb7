import AsyncHTTPClient
import FleetCore
import NIOCore
import NIOPosix

/// HTTP connections, opened on first use.
actor Connections {
    private enum State {
        case open([Destination: OpenClient])
        case closed
    }

    /// The common part of the connections of a client.
    private struct Destination: Hashable {
        let route: Route
        /// IP addresses by host name, which take precedence over DNS.
        var addresses: [String: String] = [:]
    }

    private let limits: HTTPLimits
    private let hosts: HostPolicy?
    /// Maximum number of clients, each for one checked address of a host that may have many.
    private static let maxClients = 64
    /// Number of descriptors of the first request: three for each thread of NIO, which ends the
    /// process if one is missing, and some for the connection.
    private static let descriptors = System.coreCount * 3 + 4
    private var state = State.open([:])

    /// - Parameter hosts: Policy that checks the host of every request. The connection goes to the
    ///   IP address that was checked: DNS cannot redirect it afterwards. Only a proxy resolves
    ///   the host itself.
    init(limits: HTTPLimits, hosts: HostPolicy? = nil) {
        self.limits = limits
        self.hosts = hosts
    }

    /// Returns the client for the requests to an address.
    ///
    /// - Parameter hosts: Policy for this request; `nil` for that of all requests.
    /// - Throws: `CancellationError` after `shutdown()`; `FeedFailure` for an invalid environment
    ///   variable, or a host that is not allowed.
    func client(
        for address: WebAddress, to hosts: HostPolicy? = nil
    ) async throws -> RoutedClient {
        var destination = Destination(route: try Route(to: address, in: limits.environment))
        if let hosts = hosts ?? self.hosts {
            if destination.route == .direct {
                let checked = try await hosts.address(for: address)
                destination.addresses = [address.origin.host: checked.text]
            } else {
                try await hosts.checkForProxy(address)
            }
        }
        return RoutedClient(
            client: try client(for: destination, address), route: destination.route)
    }

    private func client(
        for destination: Destination, _ address: WebAddress
    ) throws -> OpenClient {
        guard case .open(var clients) = state else { throw CancellationError() }
        if address.origin.scheme == .https {
            try TrustedCertificates(limits.environment).check(at: address.redactedText)
        }
        if let client = clients[destination] { return client }
        if let shortage = MachineShortage.ofDescriptors(Self.descriptors) {
            throw FeedFailure(.machine(.shortage(shortage)), at: address.redactedText)
        }
        // Requests that use it go on.
        if clients.count >= Self.maxClients, let other = clients.keys.first { clients[other] = nil }
        var configuration = HTTPClient.Configuration(limits, destination.route)
        configuration.dnsOverride = destination.addresses
        let client = OpenClient(
            HTTPClient(
                eventLoopGroupProvider: .shared(MultiThreadedEventLoopGroup.singleton),
                configuration: configuration))
        clients[destination] = client
        state = .open(clients)
        return client
    }

    /// Closes all connections permanently.
    func shutdown() async {
        await disconnect(.closed)
    }

    /// Closes all connections; the next request opens new ones.
    func disconnect() async {
        await disconnect(.open([:]))
    }

    private func disconnect(_ next: State) async {
        guard case .open(let clients) = state else { return }
        state = next
        guard !clients.isEmpty else { return }
        // An unresponsive host delays the shutdown of a client until its timeout.
        let (completions, continuation) = AsyncStream.makeStream(of: Void.self)
        for client in clients.values { client.http.shutdown { _ in continuation.yield() } }
        let limit = Task {
            try await Task.sleep(for: .milliseconds(250))
            continuation.finish()
        }
        var left = clients.count
        for await _ in completions {
            left -= 1
            if left == 0 { break }
        }
        limit.cancel()
    }
}

/// Client that is shut down with its last reference.
final class OpenClient: Sendable {
    let http: HTTPClient

    init(_ http: HTTPClient) { self.http = http }

    deinit { http.shutdown { _ in } }
}
