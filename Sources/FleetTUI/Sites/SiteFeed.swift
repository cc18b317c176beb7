import FleetCore
import FleetService

/// State of the source's site feed, the browser's second subscription.
struct SiteFeed: Sendable {
    /// Whether the subscription has started; it starts when sites are first shown.
    var isSubscribed = false
    /// Latest reported state.
    var update: StateUpdate?
    /// Time of a refresh request that no state has followed yet.
    var refreshRequestedAt: Timestamp?
    /// Request for the sites.
    var request = Browser.Request()
    /// Sites of the latest loaded snapshot.
    var sortedSites: SortedSites?

    /// Description of the snapshot, and the time it was last found unchanged.
    var info: SnapshotInfo? { update?.state.info ?? sortedSites?.info }

    /// Whether the last attempt to load a newer snapshot failed.
    var isStale: Bool {
        switch update?.state {
        case .failed, .stopped: true
        case .idle, .loading, .live, nil: false
        }
    }
}
