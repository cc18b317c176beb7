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
        let filter = info.map { query.vehicles.filter.resolvingTypeNames(in: $0.feed) }
        let matching = matchingFacets.filter { filter?.matches($0) ?? false }
        counts = VehicleCounts(
            total: facets.map(\.count).reduce(0, +),
            matching: matching.map(\.count).reduce(0, +),
            unknownBattery: 0)
        siteInfo = info == nil ? try reader.info(of: source.sites) : nil
        sites = try reader.sites(of: source.sites)
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

    /// Returns the text of a map without vehicles.
    func emptyMap(
        _ query: FleetQuery, _ source: PolledSource, _ favorites: [String], at path: String
    ) -> Empty {
        guard counts.matching > 0 else { return empty(query, source, favorites, at: path) }
        let count = ShortText.count(counts.matching, "vehicle")
        return Empty(
            icon: "map", title: localized("No locations"),
            text: localized(
                "The feed of \(source.name) has no location of the \(count) in the list."))
    }

    /// Returns the text of a list without rows, or of a map without vehicles.
    /// - Parameter path: The page of the list or map.
    func empty(
        _ query: FleetQuery, _ source: PolledSource, _ favorites: [String], at path: String = "/"
    ) -> Empty {
        let all = Empty.Action(
            href: path + QueryItems([("source", source.name), ("color", "all")]).query,
            label: localized("Show all \(ShortText.count(counts.total, "vehicle"))"))
        if hasOnlySites {
            return Empty(
                icon: "site", title: localized("No vehicles"),
                text: localized("\(source.name) has stations but no vehicles."),
                action: Empty.Action(
                    href: "/sites" + QueryItems([("source", source.name)]).query,
                    label: localized("Show \(ShortText.count(sites.count, "station"))")))
        }
        if info == nil {
            return Empty(
                icon: "refresh", title: localized("Nothing to show yet"),
                text: localized(
                    """
                    The feed of \(source.name) has not been read. This page updates by itself.
                    """))
        }
        if query.onlyFavorites, favorites.isEmpty {
            return Empty(
                icon: "star", title: localized("No favorites yet"),
                text: localized("Press the star of a vehicle to keep it here."), action: all)
        }
        if counts.total == 0 {
            return Empty(
                icon: "list", title: localized("No vehicles"),
                text: localized("The feed of \(source.name) has no vehicles right now."))
        }
        return Empty(
            icon: "search", title: localized("No vehicle matches"),
            text: localized(
                "No vehicle of \(source.name) matches all filters. Remove one, or show all."),
            action: all)
    }
}

extension VehicleCounts {
    /// The number of all vehicles, or of those that match among them.
    var text: String {
        if matching == total { return ShortText.count(total, "vehicle") }
        let (matching, all) = (ShortText.grouped(matching), ShortText.grouped(total))
        return total == 1
            ? localized("\(matching) of 1 vehicle match")
            : localized("\(matching) of \(all) vehicles match")
    }
}
