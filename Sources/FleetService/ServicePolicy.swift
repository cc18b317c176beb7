/// Polling policy of a service, from the user's options and the source type.
public struct ServicePolicy: Equatable, Sendable {
    /// The user's pause between loads (`--interval`); `nil` or 0 leaves it to the feed.
    public var interval: Duration?
    /// Whether the service loads again after an error; `false` is `--no-retry`.
    public var retries: Bool
    /// Minimum time between two loads: 5 s for HTTP, 0 for files and the simulation.
    ///
    /// It is also the maximum age of another process's request for a poll to adopt its outcome. A
    /// source without a minimum is always read again.
    public var minInterval: Duration
    /// Token of this process; see `RequestID`.
    public var process: String
    /// Location of the source, for errors: an address or path without secrets.
    public var location: String

    /// Creates a policy.
    public init(
        minInterval: Duration, process: String, location: String, interval: Duration? = nil,
        retries: Bool = true
    ) {
        self.interval = interval
        self.retries = retries
        self.minInterval = minInterval
        self.process = process
        self.location = location
    }
}
