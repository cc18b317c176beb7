import FleetCore
import FleetSQL
import FleetService
import FleetTeam

/// A source of a list, and what the list shows of it.
struct ListedSource: Sendable {
    let source: PolledSource
    var query: FleetQuery
    /// The IDs of the favorites.
    let favorites: [String]
}

/// The content of a list or a map of one source or of several, all from one moment.
struct FleetList: Sendable {
    let parts: [ListedSource]
    /// The content of each of them.
    let views: [FleetView]
    /// The query that all of them share.
    let query: FleetQuery
    /// Name of the source, or a title of several.
    let title: String
    let picture: MapPicture?

    var isSeveral: Bool { parts.count > 1 }

    /// - Parameter query: The query that all of the sources share, with the number of rows.
    init(
        _ parts: [ListedSource], of query: FleetQuery, title: String,
        in reader: any SnapshotReader, _ pictures: RevisionCache<MapPicture?>
    ) throws {
        (self.parts, self.query, self.title) = (parts, query, title)
        views = try parts.map { try FleetView($0.source, $0.query, $0.favorites, in: reader) }
        guard !query.onlyFavorites, query.unhandled == nil, query.vehicles.filter.idle == nil else {
            picture = try Self.picture(of: parts, in: reader)
            return
        }
        // The points have their texts.
        let names =
            [Language.current.tag]
            + parts.map { part in
                part.source.vehicles.text + "\n" + ShortText.key(of: part.query.vehicles.filter)
            }
        // Revisions only grow, so their sum changes with each of them.
        let revision = views.map { $0.info?.revision ?? 0 }.reduce(0, &+)
        picture = try pictures.value(of: names.joined(separator: "\n"), revision: revision) {
            try Self.picture(of: parts, in: reader)
        }
    }

    /// Draws the vehicles that match.
    private static func picture(
        of parts: [ListedSource], in reader: any SnapshotReader
    ) throws -> MapPicture? {
        var positions: [Position] = []
        var rows: [(part: Int, id: VehicleRowID)] = []
        for (index, part) in parts.enumerated() {
            _ = try reader.forEachPosition(part.query.vehicles.filter, of: part.source.vehicles) {
                row, position, _, _ in
                positions.append(position)
                rows.append((index, row))
            }
        }
        let sites = try parts.flatMap { try reader.sites(of: $0.source.sites) }
        let isAlone =
            try positions.isEmpty
            && parts.allSatisfy { try reader.info(of: $0.source.vehicles) == nil }
        guard var picture = MapPicture(of: isAlone ? sites.compactMap(\.position) : positions)
        else { return nil }
        let shown =
            positions.count <= MapPicture.maxPoints
            ? rows : picture.addCells(positions).map { rows[$0] }
        for (index, part) in parts.enumerated() {
            let own = shown.filter { $0.part == index }.map(\.id)
            let vehicles = try reader.vehicles(at: own, of: part.source.vehicles)
            picture.addPoints(vehicles.compactMap(\.self), of: part.source)
        }
        picture.addSites(sites)
        return picture
    }

    /// Returns the rows in the order of the list, each with the index of its source.
    func rows() throws -> [(vehicle: Vehicle, part: Int)] {
        var rows: [(vehicle: Vehicle, part: Int)] = []
        let cursors = views.map { view -> VehicleCursor in
            var rest = view.vehicles[...]
            return { rest.popFirst() }
        }
        try query.vehicles.merge(cursors) { rows.append(($0, $1)) }
        return rows
    }

    /// Returns the text of the position after a row, for the next page.
    func position(after row: (vehicle: Vehicle, part: Int)) -> String {
        let position = query.vehicles.position(of: row.vehicle)
        guard isSeveral else { return position.text }
        return SourcedPosition(source: parts[row.part].source.name, position: position).text
    }

    /// The sums of the counts.
    var counts: VehicleCounts {
        VehicleCounts(
            total: views.map(\.counts.total).reduce(0, +),
            matching: views.map(\.counts.matching).reduce(0, +), unknownBattery: 0)
    }

    /// Text such as `12 of 120 vehicles match`.
    var totalText: String {
        guard isSeveral else { return views[0].totalText }
        return counts.text
    }

    /// The time of the oldest data.
    var updatedAt: Timestamp? { views.compactMap(\.updatedAt).min() }

    var facets: [FacetCount] { views.flatMap(\.facets) }

    /// Those of the vehicles that match all but the color, type and state of the query.
    var matchingFacets: [FacetCount] { views.flatMap(\.matchingFacets) }

    var sites: [Site] { views.flatMap(\.sites) }

    /// The feed; of several, one with the names of all types.
    var feed: FeedDescription? {
        guard isSeveral else { return views[0].info?.feed }
        var feed = FeedDescription(format: "several")
        feed.typeNames = views.compactMap(\.info?.feed.typeNames).reduce(into: [:]) { names, more in
            names.merge(more) { first, _ in first }
        }
        return feed
    }

    /// The first favorites, each with the index of its source.
    var strip: [(vehicle: Vehicle, isGone: Bool, part: Int)] {
        let all = views.enumerated().flatMap { part, view in
            view.favorites.map { ($0.vehicle, $0.isGone, part) }
        }
        return Array(all.prefix(FleetView.maxStrip))
    }

    /// Returns the map of the matching vehicles.
    func map(_ request: UserRequest) -> MapContext {
        var map = MapContext(
            localized("Map of the vehicles of \(title)"), text: totalText, svg: picture,
            tiles: request.environment.options.tiles)
        map.pointsUrl = parts.map { part in
            let items = part.query.items.accepted(by: QueryParameter.filters)
            return part.source.apiPath + "/points" + items.query
        }.joined(separator: " ")
        let sites = zip(parts, views).filter { !$0.1.sites.isEmpty }
        map.sitesUrl =
            sites.isEmpty
            ? nil : sites.map { $0.0.source.apiPath + "/sites" }.joined(separator: " ")
        return map
    }

    /// Returns the text of a list without rows, or of a map without vehicles.
    /// - Parameter path: The page of the list or map.
    func empty(at path: String, _ request: UserRequest) -> Empty {
        let part = parts[0]
        guard isSeveral else {
            let isMap = path == "/map"
            return isMap
                ? views[0].emptyMap(query, part.source, part.favorites, at: path)
                : views[0].empty(query, part.source, part.favorites, at: path)
        }
        if counts.total == 0 {
            return Empty(
                icon: "list", title: localized("No vehicles"),
                text: localized("The feeds of \(title) have no vehicles right now."))
        }
        if path == "/map", counts.matching > 0 {
            return Empty(
                icon: "map", title: localized("No locations"),
                text: localized(
                    "The feeds of \(title) have no location of the vehicles in the list."))
        }
        let items = request.items(of: parts.map(\.source)).setting("color", ["all"])
        return Empty(
            icon: query.onlyFavorites ? "star" : "search",
            title: query.onlyFavorites
                ? localized("No favorites") : localized("No vehicle matches"),
            text: localized(
                "No vehicle of \(title) matches all filters. Remove one, or show all."),
            action: Empty.Action(
                href: path + items.query,
                label: localized("Show all \(ShortText.count(counts.total, "vehicle"))")
            ))
    }
}

extension UserRequest {
    /// Reads the list of sources that the address selects.
    /// - Parameters:
    ///   - limit: Number of rows.
    ///   - hasStrip: Whether the favorites are shown as well.
    func fleetList(
        of sources: [PolledSource], limit: Int, hasStrip: Bool,
        _ pictures: RevisionCache<MapPicture?>
    ) async throws -> FleetList {
        var (queries, common) = try await fleetQueries(of: sources, obeysSaved: true)
        common.vehicles.limit = limit
        var parts: [ListedSource] = []
        for index in sources.indices {
            queries[index].vehicles.limit = limit
            let favorites = hasStrip ? try await favoriteIDs(of: sources[index]) : []
            parts.append(
                ListedSource(
                    source: sources[index], query: queries[index], favorites: favorites))
        }
        if parts.count == 1 { common = parts[0].query }
        let title = title(of: sources)
        return try await environment.snapshots.read { [parts, common] reader in
            try FleetList(parts, of: common, title: title, in: reader, pictures)
        }
    }
}
