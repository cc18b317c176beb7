import FleetCore

extension FeedFailure {
    /// Whether to fall back to another version or an older feed after this failure.
    ///
    /// True if the document is missing or invalid; a failing service would only fail again.
    var allowsFallback: Bool {
        switch reason {
        case .status(404), .status(410), .fileNotFound: true
        case .empty, .html, .notJSON, .tooDeep, .noVehicles, .noSites, .onlyStations,
            .brokenDiscovery:
            true
        default: false
        }
    }
}
