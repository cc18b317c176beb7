public import FleetCore

/// Limits for one refresh over HTTP, headers of its requests, and the environment of its
/// connections.
public struct HTTPLimits: Sendable {
    /// `User-Agent` header of every request.
    public var userAgent: String
    /// Timeout for opening a connection, including the TLS handshake.
    public var connectTimeout: Duration = .seconds(10)
    /// Maximum time without receiving a byte.
    public var readTimeout: Duration = .seconds(30)
    /// Timeout for one whole document, so that a server that trickles bytes cannot hold up a
    /// refresh indefinitely.
    public var documentTimeout: Duration = .seconds(300)
    /// Timeout for the explanation in a response without a document.
    var explanationTimeout: Duration = .seconds(5)
    /// Time that an idle connection stays open for another document.
    ///
    /// Servers close idle connections after a few seconds; a request sent at that moment is lost.
    var idleTimeout: Duration = .seconds(2)
    /// Maximum number of redirects per document.
    public var maxRedirects = 5
    /// Maximum number of times that a request is repeated because its host asks for a pause.
    var maxRetries = 4
    /// Maximum number of requests per refresh, without repeated ones and those for further pages of a document
    /// (`PageTrail`).
    public var maxRequests = 20
    /// Number of readings that may have a large document in memory at the same time.
    public var maxLargeReadings = 4
    /// Maximum ratio of decompressed to compressed size.
    ///
    /// Measured: recorded fleets reach 6 to 20, generated ones with identical vehicles and deep
    /// indentation up to 141. The limit of gzip itself, which a bomb approaches, is 1,030.
    public var maxDecompressionRatio = 300
    /// Minimum time between two polls of one host.
    public var minPollInterval: Duration = .seconds(1)
    /// Clock of the pauses between requests.
    var clock = PauseClock.continuous

    /// `Accept` header of a request that has none of its own.
    var accept = "application/json, */*;q=0.8"
    /// Returns the value of an environment variable, which may name a proxy (``ProxyServer``) or
    /// certificates (``TrustedCertificates``); `nil` if it is unset or empty.
    var environment: @Sendable (String) -> String?

    /// Log of requests.
    public var log = DiagnosticLog.off

    /// Creates the default limits; `version` is part of the `User-Agent`.
    public init(
        version: String, environment: @escaping @Sendable (String) -> String? = { _ in nil }
    ) {
        userAgent = "fleet/" + version
        self.environment = environment
    }

    /// Extends the times after which something is given up.
    public mutating func extend(by factor: Double) {
        for time in [
            \Self.connectTimeout, \.readTimeout, \.documentTimeout, \.explanationTimeout,
        ] {
            self[keyPath: time] = self[keyPath: time] * factor
        }
    }

    /// Shortens all times, for a clock that runs too fast.
    public mutating func divideTimes(by factor: Double) {
        for time in [
            \Self.connectTimeout, \.readTimeout, \.documentTimeout, \.explanationTimeout,
            \.idleTimeout, \.minPollInterval,
        ] {
            self[keyPath: time] /= factor
        }
    }
}
