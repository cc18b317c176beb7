import FleetCore
import POSIX
import Synchronization

/// HTTP connections of a process and the pace of its polls, which the readers of all sources share.
///
/// Connections are opened when a web address is first read, so reading a file uses no network.
public final class HTTPTransport: Sendable {
    /// Limits and environment of all requests.
    public let limits: HTTPLimits
    let throttle: HostThrottle
    /// Slots of the readings with a large document.
    let largeReadings: WorkSlots
    private let connections: Connections
    /// Connections to addresses that were checked.
    private let checkedConnections: Connections
    private let publicHosts: HostPolicy
    /// Time of the last response of each origin whose connection may still be open.
    private let responses = Mutex<[WebOrigin: ContinuousClock.Instant]>([:])

    /// Creates a transport without connections.
    public convenience init(limits: HTTPLimits) {
        self.init(limits: limits) {
            try await HostResolver.addresses(of: $0, timeout: limits.connectTimeout)
        }
    }

    /// Creates a transport that resolves the hosts that it checks with `lookup`.
    init(limits: HTTPLimits, lookup: @escaping HostPolicy.Lookup) {
        self.limits = limits
        throttle = HostThrottle(interval: limits.minPollInterval, clock: limits.clock)
        largeReadings = WorkSlots(count: limits.maxLargeReadings)
        connections = Connections(limits: limits)
        publicHosts = HostPolicy(lookup: lookup)
        checkedConnections = Connections(limits: limits, hosts: publicHosts)
    }

    /// Returns the client for a request.
    ///
    /// - Parameter publicHostsOnly: Whether the host must be on the public internet.
    /// - Throws: `CancellationError` after `shutdown()`; `FeedFailure` for an invalid environment
    ///   variable, or a host that is not allowed.
    func client(
        for target: RequestTarget, publicHostsOnly: Bool
    ) async throws -> RoutedClient {
        if publicHostsOnly { return try await checkedConnections.client(for: target.address) }
        switch target {
        case .named(let address): return try await connections.client(for: address)
        case .linked(let address, let source):
            let hosts = HostPolicy(linksOf: source, lookup: publicHosts.lookup)
            return try await checkedConnections.client(for: address, to: hosts)
        }
    }

    /// Records that a response has come from an origin.
    func recordResponse(from origin: WebOrigin) {
        let now = ContinuousClock.now
        responses.withLock { [limits] responses in
            responses = responses.filter { now - $0.value <= limits.idleTimeout }
            responses[origin] = now
        }
    }

    /// Whether a request to an origin may use a connection that its server is just closing.
    func mayReuseConnection(to origin: WebOrigin) -> Bool {
        let last = responses.withLock { $0[origin] }
        return last.map { ContinuousClock.now - $0 <= limits.idleTimeout } ?? false
    }

    /// Closes all connections, including those of requests just cancelled; the next request opens
    /// new ones.
    public func disconnect() async {
        await connections.disconnect()
        await checkedConnections.disconnect()
    }

    /// Closes all connections; nothing can be fetched afterwards.
    ///
    /// Returns within half a second, even if a connection is still being opened; that one then
    /// closes by itself.
    public func shutdown() async {
        await connections.shutdown()
        await checkedConnections.shutdown()
    }
}

/// Address of a request, by who named its host.
enum RequestTarget: Sendable {
    /// The user, as that of the source or of its credentials.
    case named(WebAddress)
    /// A link or redirect of a source's document; `source` is `nil` for a file.
    case linked(WebAddress, source: WebAddress?)

    var address: WebAddress {
        switch self {
        case .named(let address), .linked(let address, _): address
        }
    }
}
