/// Why no snapshot could be had from a source.
///
/// It is told to other processes and kept in the store, so that one failure serves all who asked.
public struct FeedFailure: Error, Equatable, Sendable, Codable {
    /// What went wrong.
    public enum Reason: Equatable, Sendable, Codable {
        // The connection.
        /// The host's name is not known.
        case hostNotFound(String)
        /// Nothing listens there.
        case connectionRefused
        /// No way leads there.
        case unreachable
        /// The encrypted connection could not be made; with the library's words.
        case tls(String)
        /// No connection within so many seconds.
        case connectTimeout(seconds: Int)
        /// No byte within so many seconds.
        case readTimeout(seconds: Int)
        /// The server broke the connection off.
        case connectionReset
        /// The response ended before its end.
        case truncated
        /// More redirects than are followed.
        case tooManyRedirects(limit: Int)
        /// A redirect to a place that is not followed.
        case badRedirect(to: String)
        /// More requests would be needed than one refresh may make.
        case requestLimit(Int)
        /// Something else of the connection; with the library's words.
        case connection(String)
        // The service.
        /// A status that is no success.
        case status(Int)
        /// The simulated service failed, as it was told to.
        case simulatedServerError
        // Access.
        /// 401 or 403.
        case accessDenied(Int)
        /// A credential is to come from an environment variable that is not set.
        case credentialMissing(variable: String)
        // What was read.
        /// It holds nothing.
        case empty
        /// It is a web page.
        case html
        /// It is no JSON; with where or what.
        case notJSON(String)
        /// It is JSON, but tells no vehicles by any known shape.
        case noVehicles
        /// It is JSON, but tells neither sites nor vehicles by any known shape.
        case noSites
        /// Larger than may be unpacked, in bytes.
        case tooLarge(limit: Int64)
        /// Packed more tightly than honest text is.
        case suspiciousCompression
        /// Nested more deeply than is read.
        case tooDeep
        /// Discovery leads to stations alone, not to vehicles.
        case onlyStations
        /// Discovery leads nowhere; with what is missing.
        case brokenDiscovery(String)
        /// Several systems, of which one must be chosen.
        case severalSystems([String])
        // Files.
        /// There is no such file.
        case fileNotFound
        /// It is a folder.
        case isDirectory
        /// It cannot be read; with the system's words.
        case fileUnreadable(String)
        // Addresses.
        /// The address makes no sense; with why.
        case badAddress(String)
        /// The credentials make no sense; with why, and without the secret.
        case badCredentials(String)
        // The store.
        /// It was read, but could not be stored; with why.
        case notStored(String)
        /// What is stored of it, or the lock for its requests, cannot be used; with why.
        case storeUnusable(String)
    }

    /// What kind of thing failed, for exit codes and for how a screen shows it.
    public enum Kind: String, Sendable {
        /// The way to the service.
        case connection
        /// The service.
        case service
        /// The right to read.
        case access
        /// What was read.
        case content
        /// A file or the store.
        case input
        /// What the user asked for.
        case usage
    }

    /// What went wrong.
    public var reason: Reason
    /// Where: an address or path without secrets.
    public var place: String
    /// How long the service asked to be left alone (`Retry-After`), in seconds, at most an hour.
    public var retryAfterSeconds: Double?

    /// Creates a failure; `place` must hold no secret.
    public init(_ reason: Reason, at place: String, retryAfterSeconds: Double? = nil) {
        self.reason = reason
        self.place = place
        self.retryAfterSeconds = retryAfterSeconds
    }

    /// What kind of thing failed.
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
