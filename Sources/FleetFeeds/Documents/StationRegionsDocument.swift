import FleetCore
import JSON

/// Reader of the regions of stations (`station_information.json`, `region_id`), which are joined
/// with the vehicles while they are read.
struct StationRegionsDocument: StoredContent {
    /// The region of a station.
    struct Element: Codable, Sendable {
        var stationID, regionID: String

        private enum CodingKeys: String, CodingKey {
            case stationID = "s"
            case regionID = "r"
        }
    }

    static let name = DocumentName<[Element]>("station_information")
    var name: DocumentName<[Element]> { Self.name }
    let minFreshness = Duration.seconds(600)
    /// It is of no use in a system without regions.
    var precondition: String? { DocumentName.regions.text }

    /// Maximum number of stations, which are stored with each snapshot, and of bytes of an ID.
    private static let (maxStations, maxLength) = (20_000, 200)
    private static let scan = ListScan(
        lists: ["data.stations", "stations"], fields: ["station_id", "region_id"])

    /// Parses the document; skips stations without a region.
    ///
    /// - Throws: A failure at `location`; `noSites` if the document has no list of stations.
    func parse(
        _ bytes: consuming [UInt8], at location: String
    ) throws(FeedFailure) -> FeedDocument<[Element]> {
        try Self.scan.elements(
            of: bytes, at: location, maxCount: Self.maxStations, otherwise: .noSites
        ) { row in
            guard let station = String(lenient: row[0]), let region = String(lenient: row[1]),
                max(station.utf8.count, region.utf8.count) <= Self.maxLength
            else { return nil }
            return Element(stationID: station, regionID: region)
        }
    }

    /// The vehicles have it.
    func add(_ regions: [Element], to snapshot: inout Snapshot) {}
}
