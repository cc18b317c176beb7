import FleetCore
import JSON

/// One pass over a document in search of sites.
struct SiteScan {
    /// The most sites that are taken of one document.
    static let mostSites = 200_000

    /// What the document says of itself.
    private(set) var header = FeedHeader()

    /// Lists of vehicles are looked for as well: a document with these alone is one without sites.
    private static let vehicleLists: [VehicleList] = [
        .dataBikes, .dataVehicles, .bikes, .vehicles,
    ]
    private static let scan = RowScan(
        arrays: SiteList.allCases.map(\.path) + vehicleLists.map(\.path),
        fields: SiteField.allCases.map(\.path), headers: FeedHeader.paths)

    private var table = SiteTable()
    private var duplicates = 0
    private var skipped = 0
    private var firstSkip = ""
    /// Whether a bare array has vehicles in it.
    private var hasVehicles = false

    /// Reads the document; `nil` if it lists neither sites nor vehicles.
    mutating func read(
        _ document: inout JSONDocument, at place: String
    ) throws(FeedFailure) -> SitesDocument? {
        let result = try document.scanRepairing(
            Self.scan, at: place, header: { header.take($0, $1) }, row: { take($0) })
        guard let found = result.found else { return nil }
        let list = SiteList(rawValue: found)
        if list == .bare, table.sites.isEmpty, skipped > 0, !hasVehicles {
            throw FeedFailure(.noSites, at: place)
        }
        let isOfVehicles = list == nil || list == .bare && table.sites.isEmpty && hasVehicles
        return SitesDocument(
            sites: table.sites, isOfVehicles: isOfVehicles, header: header,
            format: format(of: list, found), warnings: warnings(repairs: document.repairs))
    }

    private func format(of list: SiteList?, _ found: Int) -> String {
        if let list { return list.format(version: header.version) }
        let vehicles = Self.vehicleLists[found - SiteList.allCases.count]
        return vehicles.format(version: header.version)
    }

    private mutating func take(_ row: JSONRow) {
        guard let list = SiteList(rawValue: row.array) else { return }
        guard row.isObject else { return skip(row, "not an object") }
        guard list != .bare || !isVehicle(row) else {
            hasVehicles = true
            return
        }
        guard let id = id(of: row, in: list) else { return skip(row, "no station_id") }
        guard table.sites.count < Self.mostSites else {
            return skip(row, "more than \(Self.mostSites) sites")
        }
        let isNew = table.add(Site(id: id, row)) { $0 = $1 }
        duplicates += isNew ? 0 : 1
    }

    private func isVehicle(_ row: JSONRow) -> Bool {
        row[site: .bikeID].textBytes != nil || row[site: .vehicleID].textBytes != nil
    }

    /// In a bare array a mere `id` may be that of anything.
    private func id(of row: JSONRow, in list: SiteList) -> String? {
        String(lenient: row[site: .stationID]) ?? String(lenient: row[site: .siteID])
            ?? (list == .bare ? nil : String(lenient: row[site: .id]))
    }

    private mutating func skip(_ row: JSONRow, _ reason: String) {
        if skipped == 0 { firstSkip = "no. \(row.index): \(reason)" }
        skipped += 1
    }

    private func warnings(repairs: Int) -> [String] {
        var warnings: [String] = []
        if skipped > 0 {
            warnings.append("\(skipped) of the sites left out, the first is \(firstSkip)")
        }
        return warnings + ReadingReport.notes(duplicates: duplicates, of: "site", repairs: repairs)
    }
}
