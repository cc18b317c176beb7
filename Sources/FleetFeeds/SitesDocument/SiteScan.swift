import FleetCore
import JSON

/// Scan of a document for sites, in one pass.
struct SiteScan {
    /// Maximum number of sites in one document.
    static let maxSites = 200_000

    /// Common header of the feed.
    private(set) var header = FeedHeader()

    /// Shapes of vehicle lists: a document with only vehicles has no sites, but is valid.
    private static let vehicleShapes: [VehicleListShape] = [
        .dataBikes, .dataVehicles, .bikes, .vehicles,
    ]
    private static let scan = RowScan(
        arrays: SiteListShape.allCases.map(\.path) + vehicleShapes.map(\.path),
        fields: SiteFeedField.allCases.map(\.path), headers: FeedHeader.paths)

    private var sitesByID = SitesByID()
    private var duplicates = 0
    private var skipped = 0
    private var firstSkip = ""
    /// Whether a bare array contains vehicles.
    private var hasVehicles = false

    /// Reads the document; returns nil if it lists neither sites nor vehicles.
    mutating func read(
        _ document: inout JSONDocument, at location: String
    ) throws(FeedFailure) -> SitesDocument? {
        let result = try document.scanRepairing(
            Self.scan, at: location, header: { header.read($0, $1) }, row: { read($0) })
        guard let found = result.found else { return nil }
        let shape = SiteListShape(rawValue: found)
        if shape == .bare, sitesByID.sites.isEmpty, skipped > 0, !hasVehicles {
            throw FeedFailure(.noSites, at: location)
        }
        let hasOnlyVehicles =
            shape == nil || shape == .bare && sitesByID.sites.isEmpty && hasVehicles
        return SitesDocument(
            sites: sitesByID.sites, hasOnlyVehicles: hasOnlyVehicles, header: header,
            format: format(of: shape, found), warnings: warnings(repairs: document.repairs))
    }

    private func format(of shape: SiteListShape?, _ found: Int) -> String {
        if let shape { return shape.format(version: header.version) }
        let vehicles = Self.vehicleShapes[found - SiteListShape.allCases.count]
        return vehicles.format(version: header.version)
    }

    private mutating func read(_ row: JSONRow) {
        guard let shape = SiteListShape(rawValue: row.array) else { return }
        guard row.isObject else { return skip(row, "not an object") }
        guard shape != .bare || !isVehicle(row) else {
            hasVehicles = true
            return
        }
        guard let id = id(of: row, in: shape) else { return skip(row, "no station_id") }
        guard sitesByID.sites.count < Self.maxSites else {
            return skip(row, "more than \(Self.maxSites) sites")
        }
        let isNew = sitesByID.add(Site(id: id, row)) { $0 = $1 }
        duplicates += isNew ? 0 : 1
    }

    private func isVehicle(_ row: JSONRow) -> Bool {
        row[site: .bikeID].textBytes != nil || row[site: .vehicleID].textBytes != nil
    }

    /// Returns the ID of a site; in a bare array, a plain `id` could be that of anything.
    private func id(of row: JSONRow, in shape: SiteListShape) -> String? {
        String(lenient: row[site: .stationID]) ?? String(lenient: row[site: .siteID])
            ?? (shape == .bare ? nil : String(lenient: row[site: .id]))
    }

    private mutating func skip(_ row: JSONRow, _ reason: String) {
        if skipped == 0 { firstSkip = "index \(row.index): \(reason)" }
        skipped += 1
    }

    private func warnings(repairs: Int) -> [String] {
        var warnings: [String] = []
        if skipped > 0 {
            let sites = skipped == 1 ? "site" : "sites"
            warnings.append("\(skipped) \(sites) skipped, first at \(firstSkip)")
        }
        return warnings + ParseReport.notices(duplicates: duplicates, of: "site", repairs: repairs)
    }
}
