/// What the user and the kind of source ask of the service.
public struct ServicePolicy: Equatable, Sendable {
    /// The pause between loads that the user asked for (`--interval`); `nil` or 0 leaves it open.
    public var interval: Duration?
    /// Whether it loads again by itself after an error; `false` is `--no-retry`.
    public var retries: Bool
    /// The least time between two loads: 5 s for HTTP, none for files and the simulation.
    ///
    /// It is also how old another process's request may be for its outcome to be adopted, so that
    /// a source without a floor is always read anew.
    public var floor: Duration
    /// The token of this process; see `RequestStamp`.
    public var process: String
    /// Where the source is, for errors: an address or path without secrets.
    public var place: String

    /// Creates a policy.
    public init(
        floor: Duration, process: String, place: String, interval: Duration? = nil,
        retries: Bool = true
    ) {
        self.interval = interval
        self.retries = retries
        self.floor = floor
        self.process = process
        self.place = place
    }
}
