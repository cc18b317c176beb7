import FleetCore
import JSON

/// Collector of the sites of a document.
struct SiteCollector {
    /// Maximum number of sites in one document.
    static let maxSites = 200_000

    /// Shapes of vehicle lists: a document with only vehicles has no sites, but is valid.
    static let vehicleShapes: [VehicleListShape] = [
        .dataBikes, .dataVehicles, .bikes, .vehiclesStatus, .dataVehiclesStatus, .vehicles,
    ]

    private var sitesByID = SitesByID()
    private var parseReport = ParseReport()
    /// Whether a bare array contains vehicles.
    private var hasVehicles = false
    private let idFields = SiteListShape.allCases.map(\.idFields)

    /// Reads an element of a list; counts elements that are not sites, with the reason.
    mutating func read(_ row: JSONRow) {
        guard let shape = SiteListShape(rawValue: row.array) else { return }
        guard row.isObject else { return parseReport.skip(at: row.index, "not an object") }
        guard shape != .bare || !isVehicle(row) else {
            hasVehicles = true
            return
        }
        let field = idFields[row.array].first { row[site: $0].textBytes != nil }
        guard let field, let bytes = row[site: field].textBytes else {
            return parseReport.skip(at: row.index, "no station_id")
        }
        guard !bytes.contains(0) else {
            return parseReport.skip(at: row.index, "NUL in \(field.rawValue)")
        }
        guard !row[site: field].isRepaired else {
            return parseReport.skip(at: row.index, "lone surrogate in \(field.rawValue)")
        }
        guard sitesByID.sites.count < Self.maxSites else {
            return parseReport.skip(at: row.index, "more than \(Self.maxSites) sites")
        }
        let site = Site(id: String(decoding: bytes, as: UTF8.self), row)
        if !sitesByID.add(site, merge: { $0 = $1 }) { parseReport.duplicates += 1 }
    }

    /// Returns the document with the sites read from a list, given by the index of its shape; the
    /// shapes of vehicle lists come last.
    ///
    /// - Throws: `noSites` for a bare array with neither sites nor vehicles.
    mutating func document(
        list: Int, version: String?, repairs: Int, at location: String
    ) throws(FeedFailure) -> SitesDocument {
        let shape = SiteListShape(rawValue: list)
        let isBareWithoutSites = shape == .bare && sitesByID.sites.isEmpty
        if isBareWithoutSites, parseReport.skipped > 0, !hasVehicles {
            throw FeedFailure(.content(.noSites), at: location)
        }
        parseReport.repairs = repairs
        let format =
            shape?.format(version: version)
            ?? Self.vehicleShapes[list - SiteListShape.allCases.count].format(version: version)
        return SitesDocument(
            sites: sitesByID.sites,
            hasOnlyVehicles: shape == nil || isBareWithoutSites && hasVehicles, format: format,
            warnings: parseReport.notices(of: "site"))
    }

    private func isVehicle(_ row: JSONRow) -> Bool {
        [SiteFeedField.bikeID, .vehicleID, .deviceID].contains { row[site: $0].textBytes != nil }
    }
}

/// Sites in insertion order with distinct IDs, compared byte by byte as for vehicles.
struct SitesByID {
    private(set) var sites: [Site] = []
    private var index = ByteIndex()

    /// Adds a site, or merges it into the one with the same ID; returns whether it is new.
    @discardableResult
    mutating func add(_ site: Site, merge: (inout Site, Site) -> Void) -> Bool {
        var id = site.id
        let hash = id.withUTF8 { ByteIndex.hash(UnsafeRawBufferPointer($0)) }
        let existing = index.find(hash, orInsert: sites.count) { [sites] index in
            ByteOrder.equal(sites[index].id, site.id)
        }
        guard let existing else {
            sites.append(site)
            return true
        }
        merge(&sites[existing], site)
        return false
    }

    /// Joins the sites of both lists by ID; values of `status` take precedence.
    static func joined(_ information: [Site], _ status: [Site]) -> [Site] {
        if information.isEmpty { return status }
        var result = SitesByID()
        for site in information + status { result.add(site) { $0.merge($1) } }
        return result.sites
    }
}
