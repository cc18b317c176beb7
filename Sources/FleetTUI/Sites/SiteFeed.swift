import FleetCore
import FleetService

/// What the browser knows of the second feed of its source, that of the sites.
struct SiteFeed: Sendable {
    /// Whether its subscription has begun, which it does when sites are first looked at.
    var isSubscribed = false
    /// The state, as it was told last.
    var update: StateUpdate?
    /// When a refresh was asked for that no state has answered yet.
    var refreshAskedAt: Timestamp?
    /// The request for the sites.
    var request = Browser.Request()
    /// The sites of the newest snapshot that was read.
    var roll: SiteRoll?

    /// What is known of the snapshot, and of the last time that it was found unchanged.
    var info: SnapshotInfo? { update?.state.info ?? roll?.info }

    /// Whether a newer snapshot was wanted and could not be had.
    var isStale: Bool {
        switch update?.state {
        case .failed, .stopped: true
        case .idle, .loading, .live, nil: false
        }
    }
}
