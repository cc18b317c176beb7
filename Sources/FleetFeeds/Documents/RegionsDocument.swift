import FleetCore
import JSON

/// Reader of `system_regions.json` (`data.regions`), whose names a feed has with its description.
struct RegionsDocument: StoredContent {
    let name = DocumentName.regions
    let minFreshness = Duration.seconds(600)

    private static let maxRegions = 5000
    private static let scan = ListScan(
        lists: ["data.regions", "regions"], fields: ["region_id", "name"])

    /// Parses the document; skips regions without ID, and gives one without a name its ID.
    ///
    /// - Throws: A failure at `location`; `noList` if the document has no list of regions.
    func parse(
        _ bytes: consuming [UInt8], at location: String
    ) throws(FeedFailure) -> FeedDocument<[Region]> {
        try Self.scan.elements(
            of: bytes, at: location, maxCount: Self.maxRegions,
            otherwise: .content(.noList(of: "regions"))
        ) { row in
            String(lenient: row[0]).map { Region(id: $0, name: String(localized: row[1]) ?? $0) }
        }
    }

    func add(_ regions: [Region], to snapshot: inout Snapshot) {
        snapshot.documents.regions = regions
        snapshot.feed.setRegions(regions)
    }
}
