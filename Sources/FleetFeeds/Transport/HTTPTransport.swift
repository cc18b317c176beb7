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
    private let publicConnections: Connections
    /// Time of the last response of each origin whose connection may still be open.
    private let responses = Mutex<[WebOrigin: ContinuousClock.Instant]>([:])

    /// Creates a transport without connections.
    public init(limits: HTTPLimits) {
        self.limits = limits
        throttle = HostThrottle(interval: limits.minPollInterval, clock: limits.clock)
        largeReadings = WorkSlots(count: limits.maxLargeReadings)
        connections = Connections(limits: limits)
        publicConnections = Connections(
            limits: limits, hosts: HostPolicy(timeout: limits.connectTimeout))
    }

    /// Returns the client for the requests to an address.
    ///
    /// - Parameter publicHostsOnly: Whether the host must be on the public internet.
    /// - Throws: `CancellationError` after `shutdown()`; `FeedFailure` for an invalid environment
    ///   variable, or a host that is not allowed.
    func client(
        for address: WebAddress, publicHostsOnly: Bool
    ) async throws -> RoutedClient {
        try await (publicHostsOnly ? publicConnections : connections).client(for: address)
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
        await publicConnections.disconnect()
    }

    /// Closes all connections; nothing can be fetched afterwards.
    ///
    /// Returns within half a second, even if a connection is still being opened; that one then
    /// closes by itself.
    public func shutdown() async {
        await connections.shutdown()
        await publicConnections.shutdown()
    }
}
