package import FleetCore

extension CommandError {
    /// Checks that each of some regions is one of the sources that a command lists.
    /// - Parameter listed: What it lists.
    /// - Throws: `CommandError` (66) with the regions that there are.
    package static func requireRegions(
        _ regions: [String], in sources: [(name: String, feed: FeedDescription)],
        of listed: Source.Feed = .vehicles
    ) throws {
        guard let error = UnknownRegionError(regions, in: sources.map(\.feed)) else { return }
        let names = sources.map(\.name).joined(separator: ", ")
        throw CommandError(
            .noInput, "no region \(shownID(error.region)) in \(names)",
            hint: error.knownText.map { "use one of: \($0)" }
                ?? "the source has no regions; " + allText(listed))
    }

    private static func allText(_ listed: Source.Feed) -> String {
        switch listed {
        case .vehicles: "`fleet list` without --region lists all vehicles"
        case .sites: "`fleet site list` without --region lists all sites"
        }
    }
}
