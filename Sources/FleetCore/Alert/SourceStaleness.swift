/// Staleness of both feeds of a source.
///
/// Feeds that fail for the same cause, such as a service that is down, raise one alert, and one
/// when the last of them is restored. The site feed is stale only if it cannot be read: station
/// data that never changes may well be old.
public struct SourceStaleness: Sendable {
    private var vehicles = StalenessDetector()
    private var sites = StalenessDetector()

    /// Creates a detector that assumes both feeds are good.
    public init() {}

    /// Records that a feed could not be read; returns the alert to send, if any.
    public mutating func failed(
        _ feed: Source.Feed, _ cause: String, last info: SnapshotInfo?, at now: Timestamp
    ) -> Alert.Content? {
        switch feed {
        case .vehicles:
            Self.alert(vehicles.failed(cause, last: info, at: now), unlessSharedBy: sites)
        case .sites: Self.alert(sites.failed(cause, last: info, at: now), unlessSharedBy: vehicles)
        }
    }

    /// Records that a feed was loaded; returns the alert to send, if any.
    public mutating func loaded(
        _ feed: Source.Feed, _ info: SnapshotInfo, at now: Timestamp
    ) -> Alert.Content? {
        switch feed {
        case .vehicles: Self.alert(vehicles.loaded(info, at: now), unlessSharedBy: sites)
        case .sites: Self.alert(sites.restored(info), unlessSharedBy: vehicles)
        }
    }

    /// Suppresses the alert while the other feed is stale for the same cause.
    private static func alert(
        _ content: Alert.Content?, unlessSharedBy other: StalenessDetector
    ) -> Alert.Content? {
        switch content {
        case .feedStale(let period), .feedRestored(let period):
            period.cause == other.stalePeriod?.cause ? nil : content
        case .event, .alarm, nil: content
        }
    }
}
