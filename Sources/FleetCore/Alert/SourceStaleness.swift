/// Follows whether both feeds of a source are good.
///
/// Feeds that are away for the same cause, such as a service that is down, are told as one, and as
/// restored when the last of them is back. The feed of the sites is stale only if it cannot be read:
/// what does not change about stations may well be old.
public struct StaleSource: Sendable {
    private var vehicles = StaleWatch()
    private var sites = StaleWatch()

    /// Creates a watch that takes both feeds for good.
    public init() {}

    /// Notes that a feed could not be read; returns what is to be told, if anything.
    public mutating func failed(
        _ feed: Source.Feed, _ cause: String, last info: SnapshotInfo?, at now: Timestamp
    ) -> Alert.Content? {
        switch feed {
        case .vehicles: Self.news(vehicles.failed(cause, last: info, at: now), beside: sites)
        case .sites: Self.news(sites.failed(cause, last: info, at: now), beside: vehicles)
        }
    }

    /// Notes an answer of a feed; returns what is to be told, if anything.
    public mutating func answered(
        _ feed: Source.Feed, _ info: SnapshotInfo, at now: Timestamp
    ) -> Alert.Content? {
        switch feed {
        case .vehicles: Self.news(vehicles.answered(info, at: now), beside: sites)
        case .sites: Self.news(sites.read(info), beside: vehicles)
        }
    }

    /// Tells nothing while the other feed is away for the same cause.
    private static func news(
        _ content: Alert.Content?, beside other: StaleWatch
    ) -> Alert.Content? {
        switch content {
        case .feedStale(let lapse), .feedRestored(let lapse):
            lapse.cause == other.lapse?.cause ? nil : content
        case .event, .alarm, nil: content
        }
    }
}
