package import FleetCore

extension CommandError {
    /// Checks that each of some regions is one of the sources that a command lists.
    /// - Parameter sites: The IDs of the regions of the sites; `nil` if it lists vehicles.
    /// - Throws: `CommandError` (66) with the regions that there are.
    package static func requireRegions(
        _ regions: [String], in sources: [(name: String, feed: FeedDescription)],
        ofSites sites: Set<String>? = nil
    ) throws {
        guard
            let error = UnknownRegionError(regions, in: sources.map(\.feed), ofSites: sites)
        else { return }
        let names = sources.map(\.name).joined(separator: ", ")
        throw CommandError(
            .noInput, "no region \(shownID(error.region)) in \(names)",
            hint: error.knownText.map { "use one of: \($0)" }
                ?? "the source has no regions; "
                + (sites == nil
                    ? "`fleet list` without --region lists all vehicles"
                    : "`fleet site list` without --region lists all sites"))
    }
}
