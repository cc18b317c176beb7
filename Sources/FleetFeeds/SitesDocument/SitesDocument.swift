import FleetCore
import JSON
import Spreadsheets

/// Parsed document with a list of sites.
///
/// Either a GBFS `station_information.json` or `station_status.json` of any version, or a document
/// with `sites` (`data.sites`, `stations`), which may also contain vehicles:
///
///     {"sites": [{
///         "station_id": "depot-nord", "name": "Depot Nord", "lat": 48.8956, "lon": 2.3645,
///         "address": "1 Example Street", "capacity": 24, "num_vehicles_available": 3,
///         "num_vehicles_disabled": 2, "num_docks_available": 19, "is_installed": true,
///         "is_renting": true, "is_returning": true, "last_reported": "2026-03-01T12:00:00Z",
///         "temperature": 21.5,
///         "measurements": [{
///             "quantity": "noise_level", "value": 52, "unit": "dBA",
///             "measured_at": "2026-03-01T11:59:58Z", "threshold": {"max": 80},
///             "state": "normal"}]}]}
///
/// Names are those of GBFS 3.0; older ones, `site_id` and `id` are accepted too. Only the ID is
/// required. See ``MeasurementList`` for the measurements.
struct SitesDocument {
    /// Sites with distinct IDs, in the order of the document.
    var sites: [Site]
    /// Whether the document lists only vehicles.
    var hasOnlyVehicles: Bool
    /// Name of the format for users.
    var format: String
    /// Warnings for the user.
    var warnings: [String]
    /// Description of the feed behind a document of a server.
    var served: ServedFeed?
}

extension SitesDocument {
    private static let scan = ListScan(
        lists: SiteListShape.allCases.map(\.path) + SiteCollector.vehicleShapes.map(\.path),
        fields: SiteFeedField.allCases.map(\.rawValue), values: ["", "feed"])

    /// Reads the sites of a document; returns `nil` if it lists neither sites nor vehicles.
    static func scan(
        _ document: inout JSONDocument, at location: String
    ) throws(FeedFailure) -> (header: FeedHeader, sites: SitesDocument?) {
        var collector = SiteCollector()
        var isNull = false
        var served: ServedFeed?
        let (header, list, repairs) = try scan.read(
            &document, at: location,
            value: { index, field in
                if index == 0 { isNull = field.kind == .null } else { served = ServedFeed(field) }
            },
            row: { collector.read($0) })
        if isNull { throw FeedFailure(.content(.null), at: location) }
        guard let list else { return (header, nil) }
        var sites = try collector.document(
            list: list, version: header.version, repairs: repairs, at: location)
        sites.served = served
        return (header, sites)
    }
}

extension FeedDocument<FeedContent> {
    /// Parses a document of a sites feed.
    ///
    /// - Throws: A failure at `location` if the document is not JSON or its shape is unknown.
    init(
        sites bytes: consuming [UInt8], at location: String, table: TableSettings = TableSettings()
    ) throws(FeedFailure) {
        if let format = TableFile.formatOfVehicles(bytes, table) {
            self.init(sitesOfTable: format)
            return
        }
        var document = JSONDocument(bytes)
        let (header, sites) = try SitesDocument.scan(&document, at: location)
        let content: FeedContent =
            if let sites {
                .sites(sites)
            } else {
                try FeedContent(links: document, at: location, unknown: .content(.noSites))
            }
        self.init(header: header, content: content)
    }

    /// Creates the document of a table with vehicles, which has no sites.
    init(sitesOfTable format: TableFormat) {
        let sites = SitesDocument(
            sites: [], hasOnlyVehicles: true, format: format.rawValue, warnings: [])
        (header, content) = (FeedHeader(), .sites(sites))
    }
}
