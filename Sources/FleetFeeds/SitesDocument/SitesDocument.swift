import FleetCore
import JSON

/// A document that lists sites, as it was read.
///
/// It is a `station_information.json` or `station_status.json` of GBFS of any version, or a document
/// with `sites` (`data.sites`, `stations`), which may hold vehicles as well:
///
///     {"sites": [{
///         "station_id": "depot-nord", "name": "Depot Nord", "lat": 48.8956, "lon": 2.3645,
///         "address": "1 Example Street", "capacity": 24, "num_vehicles_available": 3,
///         "num_vehicles_disabled": 2, "num_docks_available": 19, "is_installed": true,
///         "is_renting": true, "is_returning": true, "last_reported": "2026-03-01T12:00:00Z",
///         "temperature": 21.5,
///         "measurements": [{
///             "quantity": "noise_level", "value": 52, "unit": "dBA",
///             "measured_at": "2026-03-01T11:59:58Z", "threshold": {"max": 80}, "state": "normal"}]}]}
///
/// The names are those of GBFS 3.0, older ones and `site_id` or `id` are read too; only the identifier
/// is needed. Of the measurements ``MeasurementList`` tells.
struct SitesDocument {
    /// The sites, each identifier once, in the order of the document.
    var sites: [Site]
    /// Whether it is a document of vehicles, which has no place for sites.
    var isOfVehicles: Bool
    /// What it says of itself.
    var header: FeedHeader
    /// The format, in words.
    var format: String
    /// What a person should know of how it was read.
    var warnings: [String]
}

/// A document of a feed in which sites are looked for.
enum SitesAnswer {
    /// It lists sites, or vehicles alone: then there are none.
    case sites(SitesDocument)
    /// It leads to other documents.
    case links(FeedDocument.Content, FeedHeader)
}

extension SitesAnswer {
    /// Reads a document.
    ///
    /// Throws a failure at `place` if it is no JSON, or JSON of no known shape.
    init(_ bytes: consuming [UInt8], at place: String) throws(FeedFailure) {
        var document = JSONDocument(bytes)
        var scan = SiteScan()
        if let sites = try scan.read(&document, at: place) {
            self = .sites(sites)
            return
        }
        do {
            self = .links(try FeedDocument.links(in: document, at: place), scan.header)
        } catch {
            throw FeedFailure(error.reason == .noVehicles ? .noSites : error.reason, at: place)
        }
    }
}

extension SideDocument<[Site]> {
    /// Reads one of the two documents of stations.
    ///
    /// Throws a failure at `place`, `noSites` too if the document lists none at all.
    init(
        stations bytes: consuming [UInt8], at place: String, warn: (String) -> Void
    ) throws(FeedFailure) {
        guard case .sites(let document) = try SitesAnswer(bytes, at: place) else {
            throw FeedFailure(.noSites, at: place)
        }
        document.warnings.forEach(warn)
        self.init(header: document.header, content: document.sites)
    }
}
