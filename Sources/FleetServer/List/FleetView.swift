import FleetCore
import FleetSQL
import FleetService

/// The content of a source in a list or on a map, all from one moment.
struct FleetView: Sendable {
    /// Number of favorites in the strip.
    static let maxStrip = 20

    let info: SnapshotInfo?
    /// The snapshot of the sites, if there is none of the vehicles.
    private let siteInfo: SnapshotInfo?
    /// Cursor of the changes after the snapshot.
    let cursor: ChangeCursor?
    let counts: VehicleCounts
    let vehicles: [Vehicle]
    let facets: [FacetCount]
    /// Those of the vehicles that match all but the color, type and state of the query.
    let matchingFacets: [FacetCount]
    let sites: [Site]
    /// The names of the zones, each once.
    let zoneNames: [String]
    /// The notices of the system that hold now.
    let alerts: [SystemAlert]
    /// The first favorites, which may have left the feed.
    let favorites: [(vehicle: Vehicle, isGone: Bool)]

    init(
        _ source: PolledSource, _ query: FleetQuery, _ favoriteIDs: [String],
        in reader: any SnapshotReader
    ) throws {
        let key = source.vehicles
        info = try reader.info(of: key)
        cursor = try reader.changeCursor(of: key)
        facets = try reader.facetCounts(of: key)
        matchingFacets = try reader.facetCounts(query.vehicles.filter, of: key)
        let filter = info.map { query.vehicles.filter.resolvingNames(in: $0.feed) }
        let matching = matchingFacets.filter { filter?.matches($0) ?? false }
        counts = VehicleCounts(
            total: facets.map(\.count).reduce(0, +),
            matching: matching.map(\.count).reduce(0, +),
            unknownBattery: 0)
        siteInfo = info == nil ? try reader.info(of: source.sites) : nil
        sites = try reader.sites(of: source.sites)
        zoneNames = try reader.zoneNames(of: key)
        let read = info == nil ? source.sites : key
        let time = info?.fetchedAt ?? siteInfo?.fetchedAt
        alerts = try (reader.content(of: .alerts, of: read) ?? []).filter {
            $0.concernsSystem(at: time)
        }
        var found: [Vehicle] = []
        if query.vehicles.limit != 0 {
            try reader.forEachVehicle(query.vehicles, of: key) { found.append($0) }
        }
        vehicles = found
        favorites = try favoriteIDs.prefix(Self.maxStrip).map { id in
            switch try source.resolver.vehicle(exactly: id, in: reader) {
            case .present(let vehicle)?: (vehicle, false)
            case .gone(let gone)?: (gone.vehicle, true)
            case nil: (Vehicle(id: id), true)
            }
        }
    }

    /// Whether there are stations and no vehicles.
    var hasOnlySites: Bool { info == nil && !sites.isEmpty }

    /// The time of the data that the page shows.
    var updatedAt: Timestamp? { (hasOnlySites ? siteInfo : info)?.updatedAt }

    /// Text such as `12 of 120 vehicles match`.
    var totalText: String {
        guard info != nil else {
            return hasOnlySites
                ? ShortText.count(sites.count, "station") : localized("not read yet")
        }
        return counts.text
    }
}

extension VehicleCounts {
    /// The number of all vehicles, or of those that match among them.
    var text: String {
        if matching == total { return ShortText.count(total, "vehicle") }
        return total == 1
            ? localized("\(matching) of 1 vehicle match")
            : localized("\(matching) of \(total) vehicles match")
    }
}
