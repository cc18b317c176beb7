/// Failure to load a snapshot from a source.
///
/// It is sent to other processes and stored, so that one failure serves all requests.
public struct FeedFailure: Error, Equatable, Sendable, Codable {
    /// The reason of a failure.
    public enum Reason: Equatable, Sendable, Codable {
        // Connection.
        /// The host name cannot be resolved.
        case hostNotFound(String)
        /// Nothing listens on the port.
        case connectionRefused
        /// There is no route to the host.
        case unreachable
        /// The TLS connection failed; with the library's message.
        case tls(String)
        /// No connection within this many seconds.
        case connectTimeout(seconds: Int)
        /// No data within this many seconds.
        case readTimeout(seconds: Int)
        /// The server closed the connection.
        case connectionReset
        /// The response is incomplete.
        case truncated
        /// More redirects than allowed.
        case tooManyRedirects(limit: Int)
        /// A redirect to an address that is not allowed.
        case badRedirect(to: String)
        /// The feed needs more requests than one refresh may make.
        case requestLimit(Int)
        /// Another connection error; with the library's message.
        case connection(String)
        // Service.
        /// A status other than success.
        case status(Int)
        /// The simulated service failed on request.
        case simulatedServerError
        // Access.
        /// HTTP status 401 or 403.
        case accessDenied(Int)
        /// The environment variable for a credential is not set.
        case credentialMissing(variable: String)
        // Content.
        /// The response or file is empty.
        case empty
        /// A web page instead of a feed.
        case html
        /// Invalid JSON; with the position or the error.
        case notJSON(String)
        /// JSON without vehicles in a known format.
        case noVehicles
        /// JSON without sites or vehicles in a known format.
        case noSites
        /// Larger than the limit after decompression, in bytes.
        case tooLarge(limit: Int64)
        /// Compressed more than plausible for text.
        case suspiciousCompression
        /// Nested more deeply than the limit.
        case tooDeep
        /// gbfs.json lists stations but no vehicles.
        case onlyStations
        /// gbfs.json leads to no vehicle feed; with a phrase that follows `gbfs.json`, such as `lists no
        /// version`.
        case brokenDiscovery(String)
        /// Several systems; the user must select one.
        case severalSystems([String])
        // Files.
        /// There is no such file.
        case fileNotFound
        /// A folder instead of a file.
        case isDirectory
        /// The file cannot be read; with the system's message.
        case fileUnreadable(String)
        // Addresses.
        /// The address is invalid; with the cause.
        case badAddress(String)
        /// The credentials are invalid; with the cause, without the secret.
        case badCredentials(String)
        // Store.
        /// The snapshot was loaded but could not be stored; with the cause.
        case notStored(String)
        /// The stored data of the source, or its lock, cannot be used; with the cause.
        case storeUnusable(String)
    }

    /// The category of a failure, for exit codes and screens.
    public enum Kind: String, Sendable {
        /// The connection to the service.
        case connection
        /// The service.
        case service
        /// Access to the feed.
        case access
        /// The content of the feed.
        case content
        /// A file or the store.
        case input
        /// The user's input.
        case usage
    }

    /// The reason of the failure.
    public var reason: Reason
    /// The address or path, without secrets.
    public var location: String
    /// The wait that the service requested (`Retry-After`), in seconds, at most an hour.
    public var retryAfterSeconds: Double?

    /// Creates a failure; `location` must not contain a secret.
    public init(_ reason: Reason, at location: String, retryAfterSeconds: Double? = nil) {
        self.reason = reason
        self.location = location
        self.retryAfterSeconds = retryAfterSeconds
    }

    private enum CodingKeys: String, CodingKey {
        case reason
        case location = "place"
        case retryAfterSeconds
    }

    /// The category of the failure.
    public var kind: Kind {
        switch reason {
        case .hostNotFound, .connectionRefused, .unreachable, .tls, .connectTimeout, .readTimeout,
            .connectionReset, .truncated, .tooManyRedirects, .badRedirect, .requestLimit,
            .connection:
            .connection
        case .status, .simulatedServerError: .service
        case .accessDenied, .credentialMissing: .access
        case .empty, .html, .notJSON, .noVehicles, .noSites, .tooLarge, .suspiciousCompression,
            .tooDeep, .onlyStations, .brokenDiscovery:
            .content
        case .fileNotFound, .isDirectory, .fileUnreadable, .notStored, .storeUnusable: .input
        case .severalSystems, .badAddress, .badCredentials: .usage
        }
    }
}
