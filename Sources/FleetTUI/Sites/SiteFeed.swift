import FleetCore
import FleetService

/// State of the source's site feed, the browser's second subscription.
struct SiteFeed: Sendable {
    /// Whether the subscription has started; it starts when sites are first shown.
    var isSubscribed = false
    /// Whether the source has no vehicles, so that every screen shows the state of this feed.
    private(set) var isAlone = false
    /// Why the vehicles cannot be read; `nil` if the source has none.
    private(set) var vehiclesFailure: FeedFailure?
    /// Latest reported state.
    var update: StateUpdate?
    /// Time of a refresh request that no state has followed yet.
    var refreshRequestedAt: Timestamp?
    /// Request for the sites.
    var request = SnapshotRequest()
    /// Sites of the latest loaded snapshot.
    var sortedSites: SortedSites?

    /// Description of the snapshot, and the time it was last found unchanged.
    var info: SnapshotInfo? { update?.state.info ?? sortedSites?.info }

    /// Whether the last attempt to load a newer snapshot failed.
    var isStale: Bool { update?.hasFailed ?? false }

    /// Notes whether the source has only sites, by the latest state of its vehicles; returns
    /// whether that is new.
    mutating func follow(vehicles state: ServiceState?) -> Bool {
        guard let state, state.info == nil else {
            (isAlone, vehiclesFailure) = (false, nil)
            return false
        }
        if let failure = state.failure {
            vehiclesFailure = failure.leavesStations == true ? failure : nil
        }
        guard !isAlone else { return false }
        guard let failure = state.failure, failure.mayHaveSites else { return false }
        isAlone = failure.reason == .content(.onlyStations) || sortedSites?.sites.isEmpty == false
        return isAlone
    }

    /// Handles a state of the feed; returns the request for a new snapshot, if needed.
    mutating func handle(_ update: StateUpdate) -> Effect? {
        self.update = update
        refreshRequestedAt = nil
        guard let revision = update.state.info?.revision, revision != request.revision else {
            return nil
        }
        return requestSites()
    }

    /// Returns the request for the sites of the latest snapshot, unless one is pending.
    private mutating func requestSites() -> Effect? {
        guard let revision = update?.state.info?.revision else { return nil }
        return request.start(revision) ? .sites(generation: request.generation) : nil
    }

    /// Applies loaded sites; returns the next request, if they are already outdated.
    mutating func apply(_ sortedSites: SortedSites) -> Effect? {
        request.isPending = false
        self.sortedSites = sortedSites
        return request.isOutdated ? requestSites() : nil
    }

    /// Text that is shown until the sites are loaded.
    func loadingText(_ setup: BrowserSetup) -> String {
        "loading the sites of \(setup.source.limited) …"
    }
}
