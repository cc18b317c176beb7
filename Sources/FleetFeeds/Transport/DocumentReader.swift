public import FleetCore
import Synchronization
import SystemPackage

/// Reader of one source's documents from files, the standard input and the web.
///
/// Connections are opened when a web address is first read, so reading a file uses no network.
public final class DocumentReader: Sendable {
    let limits: HTTPLimits
    let credentials: ResolvedCredentials
    let progress: (@Sendable (Int) -> Void)?
    let now: @Sendable () -> Timestamp
    /// Returns the client to use for an address.
    let client: @Sendable (WebAddress) async throws -> RoutedClient
    private let connections: Connections
    let throttle: HostThrottle
    /// Host that the next session may poll at once.
    private let turn = Mutex<String?>(nil)
    let standardInput: StandardInput

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - limits: Limits for http(s).
    ///   - credentials: Credentials of the source, sent to its own origin and those they list.
    ///   - publicHostsOnly: Whether all hosts, those of links and redirects too, must be on the public
    ///     internet.
    ///   - throttle: Pace of the polls of each host, which all readers of a process share; nil for one
    ///     of its own.
    ///   - standardInput: Descriptor that `-` is read from.
    ///   - progress: Receives the number of decompressed bytes read so far in the current refresh.
    ///   - now: The system clock, for a `Retry-After` date.
    public init(
        limits: HTTPLimits, credentials: ResolvedCredentials = ResolvedCredentials(),
        publicHostsOnly: Bool = false, throttle: HostThrottle? = nil, standardInput: Int32 = 0,
        progress: (@Sendable (Int) -> Void)? = nil, now: @escaping @Sendable () -> Timestamp
    ) {
        let timeout = limits.connectTimeout
        let hosts = HostPolicy { try await HostResolver.addresses(of: $0, timeout: timeout) }
        self.limits = limits
        self.credentials = credentials
        self.progress = progress
        self.now = now
        let connections = Connections(limits: limits, hosts: publicHostsOnly ? hosts : nil)
        client = { try await connections.client(for: $0) }
        self.connections = connections
        self.throttle = throttle ?? HostThrottle(interval: limits.minPollInterval)
        self.standardInput = StandardInput(descriptor: FileDescriptor(rawValue: standardInput))
    }

    /// Creates a reader without credentials that uses the caller's HTTP clients.
    init(
        limits: HTTPLimits, now: @escaping @Sendable () -> Timestamp,
        client: @escaping @Sendable (WebAddress) async throws -> RoutedClient
    ) {
        self.limits = limits
        self.client = client
        self.now = now
        credentials = ResolvedCredentials()
        progress = nil
        connections = Connections(limits: limits)
        throttle = HostThrottle(interval: limits.minPollInterval)
        standardInput = StandardInput(descriptor: FileDescriptor(rawValue: -1))
    }

    /// Creates a session for one refresh of the source at a location, whose origin receives the
    /// credentials.
    func session(for location: String) -> DocumentSession {
        DocumentSession(reader: self, location: location)
    }

    /// Waits until the host of a location may be polled; the next session then need not wait.
    /// - Throws: Only `CancellationError`.
    func waitForTurn(at location: String) async throws {
        guard case .web(let address)? = try? DocumentAddress(location) else { return }
        let host = address.origin.host
        try await throttle.waitForTurn(at: host)
        turn.withLock { $0 = host }
    }

    /// Waits until a host may be polled.
    /// - Throws: Only `CancellationError`.
    func admit(to host: String) async throws {
        let hasTurn = turn.withLock { turn in
            defer { if turn == host { turn = nil } }
            return turn == host
        }
        if !hasTurn { try await throttle.waitForTurn(at: host) }
    }

    /// Closes all connections, including those of requests just cancelled; the next request opens
    /// new ones.
    public func disconnect() async {
        await connections.disconnect()
    }

    /// Closes all connections; nothing can be fetched afterwards.
    ///
    /// Returns within a quarter of a second, even if a connection is still being opened; that one
    /// then closes by itself.
    public func shutdown() async {
        await connections.shutdown()
    }
}
