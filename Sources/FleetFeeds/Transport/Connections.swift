import AsyncHTTPClient
import FleetCore
import NIOCore
import NIOPosix

/// HTTP connections of a process, opened on first use.
actor Connections {
    private enum State {
        case open([Route: HTTPClient])
        case closed
    }

    private let limits: HTTPLimits
    /// Number of descriptors of the first request: three for each thread of NIO, which ends the
    /// process if one is missing, and some for the connection.
    private static let descriptors = System.coreCount * 3 + 4
    /// IP addresses by host name, which take precedence over DNS.
    private let addresses: [String: String]
    private var state = State.open([:])

    init(limits: HTTPLimits, connecting addresses: [String: String] = [:]) {
        self.limits = limits
        self.addresses = addresses
    }

    deinit {
        // The client requires an explicit shutdown.
        if case .open(let clients) = state { clients.values.forEach { $0.shutdown { _ in } } }
    }

    /// Returns the client for the requests to an address.
    ///
    /// - Throws: `CancellationError` after `shutdown()`; `FeedFailure` for an invalid environment
    ///   variable.
    func client(for address: WebAddress) throws -> RoutedClient {
        guard case .open(var clients) = state else { throw CancellationError() }
        let route = try Route(to: address, in: limits.environment)
        if address.origin.scheme == .https {
            try TrustedCertificates(limits.environment).check(at: address.redactedText)
        }
        if let client = clients[route] { return RoutedClient(client: client, route: route) }
        if let shortage = MachineShortage.ofDescriptors(Self.descriptors) {
            throw FeedFailure(.shortage(shortage), at: address.redactedText)
        }
        var configuration = HTTPClient.Configuration(limits, route)
        configuration.dnsOverride = addresses
        let client = HTTPClient(
            eventLoopGroupProvider: .shared(MultiThreadedEventLoopGroup.singleton),
            configuration: configuration)
        clients[route] = client
        state = .open(clients)
        return RoutedClient(client: client, route: route)
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
        for client in clients.values { client.shutdown { _ in continuation.yield() } }
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
