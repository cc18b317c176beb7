import FleetCore
import JSON

/// Reader of the stations of vehicles (`station_information.json`), which are joined with the
/// vehicles while they are read: a vehicle with only a `station_id` is where its station is.
struct VehicleStationsDocument: StoredContent {
    /// A station.
    struct Element: Codable, Sendable {
        var stationID: String
        var regionID: String?
        var place: StationPlace

        private enum CodingKeys: String, CodingKey {
            case stationID = "s"
            case regionID = "r"
            case place = "l"
        }
    }

    static let name = DocumentName<[Element]>("station_information")
    var name: DocumentName<[Element]> { Self.name }
    let minFreshness = Duration.seconds(600)

    /// Maximum number of stations, which are stored with each snapshot, and of bytes of a text.
    private static let (maxStations, maxLength) = (20_000, 200)
    private static let scan = ListScan(
        lists: ["data.stations", "stations"],
        fields: ["station_id", "region_id", "name", "lat", "lon"])

    /// Parses the document; skips stations without ID.
    ///
    /// - Throws: A failure at `location`; `noSites` if the document has no list of stations.
    func parse(
        _ bytes: consuming [UInt8], at location: String
    ) throws(FeedFailure) -> FeedDocument<[Element]> {
        try Self.scan.elements(
            of: bytes, at: location, maxCount: Self.maxStations, otherwise: .content(.noSites)
        ) { row in
            guard let id = Self.short(String(lenient: row[0])) else { return nil }
            var place = StationPlace(name: Self.short(String(localized: row[2])))
            if let latitude = Double(lenient: row[3]), let longitude = Double(lenient: row[4]) {
                place.position = Position(latitude: latitude, longitude: longitude)
            }
            return Element(
                stationID: id, regionID: Self.short(String(lenient: row[1])), place: place)
        }
    }

    private static func short(_ text: String?) -> String? {
        text.flatMap { $0.utf8.count <= maxLength ? $0 : nil }
    }

    /// The vehicles have it.
    func add(_ stations: [Element], to snapshot: inout Snapshot) {}
}
