import FleetCore
import JSON

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
    /// Common header of the feed.
    var header: FeedHeader
    /// Name of the format for users.
    var format: String
    /// Warnings for the user.
    var warnings: [String]
}

/// Parsed document of a sites feed.
enum SiteFeedDocument {
    /// A list of sites, empty if the document has only vehicles.
    case sites(SitesDocument)
    /// Links to other documents.
    case links(FeedDocument.Content, FeedHeader)
}

extension SiteFeedDocument {
    /// Parses a document.
    ///
    /// - Throws: A failure at `location` if the document is not JSON or its shape is unknown.
    init(_ bytes: consuming [UInt8], at location: String) throws(FeedFailure) {
        var document = JSONDocument(bytes)
        var scan = SiteScan()
        if let sites = try scan.read(&document, at: location) {
            self = .sites(sites)
            return
        }
        do {
            self = .links(try FeedDocument.links(in: document, at: location), scan.header)
        } catch {
            throw FeedFailure(error.reason == .noVehicles ? .noSites : error.reason, at: location)
        }
    }
}

extension SideDocument<[Site]> {
    /// Parses one of the two station feeds.
    ///
    /// - Throws: A failure at `location`; `noSites` if the document has no list of stations.
    init(
        stations bytes: consuming [UInt8], at location: String, warn: (String) -> Void
    ) throws(FeedFailure) {
        guard case .sites(let document) = try SiteFeedDocument(bytes, at: location) else {
            throw FeedFailure(.noSites, at: location)
        }
        document.warnings.forEach(warn)
        self.init(header: document.header, content: document.sites)
    }
}
