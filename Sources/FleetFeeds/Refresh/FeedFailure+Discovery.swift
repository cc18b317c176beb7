import FleetCore

extension FeedFailure {
    /// Whether another version, or an older kind of feed, may do where this one failed.
    ///
    /// It may if this one is not there or cannot be read; a failing service would fail again.
    var allowsAnother: Bool {
        switch reason {
        case .status(404), .status(410), .fileNotFound: true
        case .empty, .html, .notJSON, .tooDeep, .noVehicles, .noSites, .onlyStations,
            .brokenDiscovery:
            true
        default: false
        }
    }
}
