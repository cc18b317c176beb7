public import FleetCore
import Synchronization
import SystemPackage

/// Reader of one source's documents from files, the standard input and the web.
public final class DocumentReader: Sendable {
    let transport: HTTPTransport
    let limits: HTTPLimits
    let credentials: ResolvedCredentials
    let budget: SourceBudget
    let progress: (@Sendable (Int) -> Void)?
    let now: @Sendable () -> Timestamp
    /// Returns the client to use for a request.
    let client: @Sendable (RequestTarget) async throws -> RoutedClient
    /// Host that the next session may poll at once.
    private let turn = Mutex<String?>(nil)
    let standardInput: StandardInput
    private let rows: Rows?

    /// Reads the rows of the source in the database; `nil` if there are none.
    public typealias Rows = @Sendable () async throws -> TableRows?

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - transport: Connections, with their limits.
    ///   - budget: What a reading may take.
    ///   - credentials: Credentials of the source, sent to its own origin and those they list.
    ///   - publicHostsOnly: Whether all hosts, those of links and redirects too, must be on the
    ///     public internet.
    ///   - standardInput: Descriptor that `-` is read from.
    ///   - rows: Reads the rows of a source that has them in the database.
    ///   - progress: Receives the number of decompressed bytes read so far in the current refresh.
    ///   - now: The system clock, for a `Retry-After` date.
    public init(
        _ transport: HTTPTransport, budget: SourceBudget = SourceBudget(),
        credentials: ResolvedCredentials = ResolvedCredentials(),
        publicHostsOnly: Bool = false, standardInput: Int32 = 0, rows: Rows? = nil,
        progress: (@Sendable (Int) -> Void)? = nil, now: @escaping @Sendable () -> Timestamp
    ) {
        (self.transport, self.budget, self.rows) = (transport, budget, rows)
        limits = transport.limits
        self.credentials = credentials
        self.progress = progress
        self.now = now
        client = { try await transport.client(for: $0, publicHostsOnly: publicHostsOnly) }
        self.standardInput = StandardInput(descriptor: FileDescriptor(rawValue: standardInput))
    }

    /// Creates a reader without credentials that uses the caller's HTTP clients.
    init(
        limits: HTTPLimits, now: @escaping @Sendable () -> Timestamp,
        client: @escaping @Sendable (RequestTarget) async throws -> RoutedClient
    ) {
        transport = HTTPTransport(limits: limits)
        self.limits = limits
        self.client = client
        self.now = now
        credentials = ResolvedCredentials()
        budget = SourceBudget()
        (progress, rows) = (nil, nil)
        standardInput = StandardInput(descriptor: FileDescriptor(rawValue: -1))
    }

    /// Returns the rows of the source in the database as a document.
    /// - Throws: ``TableFailure/noRows``, and the errors of the database.
    func inventoryDocument(at location: String) async throws -> [UInt8] {
        guard let rows = try await rows?() else {
            throw FeedFailure(.table(.noRows), at: location)
        }
        return rows.json
    }

    /// Creates a session for one refresh of the source at a location, whose origin receives the
    /// credentials.
    ///
    /// - Parameter other: Another address or path that the user named, without credentials.
    func session(for location: String, and other: String? = nil) -> DocumentSession {
        DocumentSession(reader: self, location: location, and: other)
    }

    /// Waits until the host of a location may be polled; the next session then need not wait.
    /// - Throws: Only `CancellationError`.
    func waitForTurn(at location: String) async throws {
        guard case .web(let address)? = try? DocumentAddress(location) else { return }
        let host = address.origin.host
        try await transport.throttle.waitForTurn(at: host)
        turn.withLock { $0 = host }
    }

    /// Waits until a host may be polled.
    /// - Throws: Only `CancellationError`.
    func waitForPoll(of host: String) async throws {
        let hasTurn = turn.withLock { turn in
            defer { if turn == host { turn = nil } }
            return turn == host
        }
        if !hasTurn { try await transport.throttle.waitForTurn(at: host) }
    }
}
