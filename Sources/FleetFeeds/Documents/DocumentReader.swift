import AsyncHTTPClient
public import FleetCore

/// Reads documents from files, the standard input and the web; one for a process.
///
/// Connections are made when a web address is first read, so reading a file costs no network at all.
public final class DocumentReader: Sendable {
    let limits: HTTPLimits
    let access: ResolvedCredentials
    let progress: (@Sendable (Int) -> Void)?
    let now: @Sendable () -> Timestamp
    /// The client that reaches an address.
    let client: @Sendable (WebAddress) async throws -> HTTPClient
    private let connections: Connections
    let pacing: HostPacing
    let standardInput: StandardInput

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - configuration: the limits of the web.
    ///   - access: the credentials of the source, sent to its own origin and those it names.
    ///   - standardInput: the descriptor that `-` is read from.
    ///   - progress: is told the bytes that were received in this refresh so far, unpacked.
    ///   - now: the machine's clock, for a `Retry-After` that names a date.
    public init(
        configuration: HTTPLimits, access: ResolvedCredentials = ResolvedCredentials(),
        standardInput: Int32 = 0,
        progress: (@Sendable (Int) -> Void)? = nil, now: @escaping @Sendable () -> Timestamp
    ) {
        limits = configuration
        self.access = access
        self.progress = progress
        self.now = now
        let connections = Connections(limits: configuration)
        client = { _ in try await connections.client() }
        self.connections = connections
        pacing = HostPacing(interval: configuration.betweenPolls)
        self.standardInput = StandardInput(descriptor: standardInput)
    }

    /// Creates a reader that reaches the web by clients of its owner's, and knows no credentials.
    init(
        limits: HTTPLimits, now: @escaping @Sendable () -> Timestamp,
        client: @escaping @Sendable (WebAddress) async throws -> HTTPClient
    ) {
        self.limits = limits
        self.client = client
        self.now = now
        access = ResolvedCredentials()
        progress = nil
        connections = Connections(limits: limits)
        pacing = HostPacing(interval: limits.betweenPolls)
        standardInput = StandardInput(descriptor: -1)
    }

    /// Begins a refresh of the source at a location, whose origin is the one that sees credentials.
    func session(for location: String) -> ReadingSession {
        ReadingSession(reader: self, location: location)
    }

    /// Closes all connections, also those whose requests were just given up; the next request makes
    /// new ones.
    public func disconnect() async {
        await connections.disconnect()
    }

    /// Closes all connections; nothing can be fetched afterwards.
    ///
    /// Returns within a quarter of a second even if a connection is just being made, which ends by
    /// itself.
    public func shutdown() async {
        await connections.shutdown()
    }
}
