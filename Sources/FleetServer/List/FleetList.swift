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
    /// Why its vehicles cannot be read, if it has only stations to show.
    let vehiclesFailure: FeedFailure?
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
    /// The past time that it shows; `nil` for the present.
    let moment: RequestedMoment?
    let picture: MapPicture?

    var isSeveral: Bool { parts.count > 1 }

    /// - Parameter query: The query that all of the sources share, with the number of rows.
    init(
        _ parts: [ListedSource], of query: FleetQuery, title: String, at moment: RequestedMoment?,
        in present: any SnapshotReader, _ pictures: RevisionCache<MapPicture?>
    ) throws {
        (self.parts, self.query, self.title, self.moment) = (parts, query, title, moment)
        let reader = moment.reader(over: present)
        views = try parts.map { try FleetView($0.source, $0.query, $0.favorites, in: reader) }
        guard query.isOfSnapshot else {
            var picture = try Self.picture(of: parts, in: reader)
            if let moment { picture?.link(moment.path) }
            self.picture = picture
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
        try picture.addZones(of: parts.map(\.source), in: reader)
        return picture
    }

    /// Returns the rows in the order of the list, or backwards in the opposite one, each with the
    /// index of its source.
    func rows() throws -> [(vehicle: Vehicle, part: Int)] {
        var rows: [(vehicle: Vehicle, part: Int)] = []
        let cursors = views.map { view -> VehicleCursor in
            var rest = view.vehicles[...]
            return { rest.popFirst() }
        }
        try query.vehicles.merge(cursors) { rows.append(($0, $1)) }
        return rows
    }

    /// Returns the text of the position of a row, for the pages beside it.
    func position(of row: (vehicle: Vehicle, part: Int)) -> String {
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

    /// The names of the zones, each once.
    var zoneNames: [String] {
        var seen: Set<String> = []
        return views.flatMap(\.zoneNames).filter { seen.insert($0).inserted }
    }

    /// The names of the regions, each once, by their alphabet.
    var regionNames: [String] {
        Set(views.flatMap { ($0.info?.feed.regionNames ?? [:]).values })
            .sorted(by: ByteOrder.precedes)
    }

    /// Maximum number of notices at the top of a page.
    private static let maxNotices = 3

    /// The first notices of the systems.
    var systemNotices: [PageContext.SystemNotice] {
        Array(
            views.flatMap { view in
                view.alerts.map { PageContext.SystemNotice($0, of: view.info?.feed) }
            }.prefix(Self.maxNotices))
    }

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

    /// Returns the items of the address that keep the sources and the past time.
    func items(_ request: UserRequest) -> QueryItems {
        let name = QueryParameter.moment.name
        return request.items(of: parts.map(\.source))
            .setting(name, moment == nil ? [] : request.query.all(name))
    }

    /// Returns the map of the matching vehicles.
    func map(_ request: UserRequest) -> MapContext {
        var map = MapContext(
            localized("Map of the vehicles of \(title)"), text: totalText, svg: picture,
            tiles: request.environment.options.tiles)
        map.at = moment.map { _ in request.query[QueryParameter.moment.name] ?? "" }
        // The API refuses a filter with a value that no source has.
        if query.unknownValues.isEmpty {
            map.pointsUrl = parts.map { part in
                let items = part.query.items.accepted(by: QueryParameter.filters)
                return part.source.apiPath + "/points" + items.query
            }.joined(separator: " ")
        }
        let sites = zip(parts, views).filter { !$0.1.sites.isEmpty }
        map.sitesUrl =
            sites.isEmpty
            ? nil : sites.map { $0.0.source.apiPath + "/sites" }.joined(separator: " ")
        map.setZones(of: zip(parts, views).filter { !$0.1.zoneNames.isEmpty }.map(\.0.source))
        return map
    }

    /// Returns the text of a list without rows, or of a map without vehicles.
    /// - Parameter path: The page of the list or map.
    func empty(at path: String, _ request: UserRequest) -> Empty {
        let items = items(request)
        if path == "/map", counts.matching > 0 { return emptyMap }
        if let unread = unread(items) { return unread }
        let all = PageAction(
            href: path + items.setting("color", ["all"]).query,
            label: localized("Show all \(ShortText.count(counts.total, "vehicle"))"))
        if query.onlyFavorites, parts.allSatisfy(\.favorites.isEmpty) {
            return Empty(
                icon: "star", title: localized("No favorites yet"),
                text: localized("Press the star of a vehicle to keep it here."), action: all)
        }
        if counts.total == 0 {
            return Empty(
                icon: "list", title: localized("No vehicles"),
                text: isSeveral
                    ? localized("The feeds of \(title) have no vehicles right now.")
                    : localized("The feed of \(title) has no vehicles right now."))
        }
        return Empty(
            icon: "search", title: localized("No vehicle matches"),
            text: localized(
                "No vehicle of \(title) matches all filters. Remove one, or show all."),
            action: all)
    }

    /// Text of a map of a list whose vehicles have no location.
    private var emptyMap: Empty {
        let count = ShortText.count(counts.matching, "vehicle")
        return Empty(
            icon: "map", title: localized("No locations"),
            text: isSeveral
                ? localized("The feeds of \(title) have no location of the vehicles in the list.")
                : localized("The feed of \(title) has no location of the \(count) in the list."))
    }

    /// Returns the text of one source whose vehicles were never read.
    /// - Parameter items: The query that selects the source.
    private func unread(_ items: QueryItems) -> Empty? {
        guard !isSeveral, views[0].info == nil else { return nil }
        guard views[0].hasOnlySites else {
            return Empty(
                icon: "refresh", title: localized("Nothing to show yet"),
                text: localized(
                    "The feed of \(title) has not been read. This page updates by itself."))
        }
        return Empty(
            icon: "site", title: localized("No vehicles"),
            text: parts[0].vehiclesFailure.map {
                localized("The vehicles of \(title) cannot be read: \($0.cause.sentence)")
            } ?? localized("\(title) has stations but no vehicles."),
            action: PageAction(
                href: "/sites" + items.query,
                label: localized("Show \(ShortText.count(sites.count, "station"))")))
    }
}

extension FleetList {
    /// Reads the list of some sources that a request selects.
    /// - Parameters:
    ///   - limit: Number of rows.
    ///   - hasStrip: Whether the favorites are shown as well.
    ///   - moment: The past time that it shows; `nil` for the present.
    init(
        of sources: [PolledSource], limit: Int, hasStrip: Bool, at moment: RequestedMoment?,
        _ pictures: RevisionCache<MapPicture?>, _ request: UserRequest
    ) async throws {
        let environment = request.environment
        var (queries, common) = try await request.fleetQueries(
            of: sources, obeysSaved: true, at: moment?.at)
        common.vehicles.limit = limit
        var parts: [ListedSource] = []
        for (index, source) in sources.enumerated() {
            queries[index].vehicles.limit = limit
            let favorites =
                hasStrip
                ? try await request.access.favorites.feedIDs(of: source, in: environment.snapshots)
                : []
            parts.append(
                ListedSource(
                    source: source, query: queries[index], favorites: favorites,
                    vehiclesFailure: environment.sources.states(of: source).vehiclesFailure))
        }
        if parts.count == 1 { common = parts[0].query }
        if limit > 0 { common.savedColumns = try await request.savedColumns(of: common) }
        let title = request.title(of: sources)
        self = try await environment.snapshots.read { [parts, common] reader in
            try FleetList(
                parts, of: common, title: title, at: moment, in: reader, pictures)
        }
    }
}
