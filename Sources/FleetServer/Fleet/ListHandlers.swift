import FleetCore
import FleetSQL
import FleetService
import FleetTeam
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The list of vehicles and the map: pages, and the points that the map shows.
struct ListHandlers {
    /// Number of vehicles of a page.
    static let pageLength = 50

    private let pictures = RevisionCache<MapPicture?>(limit: 16)
    private let points = RevisionCache(documents: 8)
    private let pointAnswers = AnswerCache()

    func add(to routes: Routes) {
        routes.page(.get, "/") { try await list($0) }
        routes.page(.get, "/map") { try await map($0) }
        routes.page(.post, "/refresh") { request in
            let source = try request.selectedSource()
            do {
                _ = try await request.refresh(source)
            } catch let problem as Problem where problem.status == .gatewayTimeout {
                // The refresh continues, and the list will show its result.
            }
            return .redirect(
                to: request.ownReferer ?? "/" + QueryItems([("source", source.name)]).query)
        }
        routes.api(.get, "/sources/:source/points", query: QueryParameter.filters) {
            try await pointsDocument($0)
        }
    }

    private func list(_ request: UserRequest) async throws -> Response {
        if let label = request.searchedLabel { return .redirect(to: label) }
        let source = try request.selectedSource()
        var query = try await request.fleetQuery(of: source, obeysSaved: true)
        let favorites = try await request.favoriteIDs(of: source)
        if query.onlyFavorites { query.vehicles.filter.favorites = VehicleIDs(favorites) }
        query.vehicles.limit = Self.pageLength
        let view = try await view(of: source, query, favorites, in: request)
        try await request.saveColors(of: query, source, existing: view.facets)
        let views = ViewStrip(
            try await request.access.views.all(), of: query, source, request.access)
        var page = page(view, query, favorites, views, source, request)
        page.page.notice = try await request.firstStepNotice()
        return try request.html("list", page)
    }

    private func page(
        _ view: FleetView, _ query: FleetQuery, _ favorites: [String], _ views: ViewStrip?,
        _ source: PolledSource, _ request: UserRequest
    ) -> ListPage {
        let base = QueryItems([("source", source.name)])
        let isFavorite = VehicleIDs(favorites)
        func row(
            _ vehicle: Vehicle, _ columns: [VehicleColumn], isGone: Bool = false
        ) -> VehicleRow {
            VehicleRow(
                vehicle, columns, of: source, view.info?.feed,
                isFavorite: isFavorite.contains(vehicle.id), isGone: isGone, origin: query.origin,
                time: request.time)
        }
        let columns = VehicleTableContext.columns(of: query)
        let rows = view.vehicles.map { row($0, columns) }
        let list = ListPage.List(
            title: source.name, sourceName: source.name,
            isSimulated: view.info?.feed.isSimulated ?? false, totalText: view.totalText,
            updated: view.updatedAt.map(request.time),
            isStale: view.info != nil && request.isStale(source),
            allHref: "/" + base.query, favoritesHref: "/" + base.setting("favorites", ["1"]).query,
            isFavorites: query.onlyFavorites, allCount: "\(view.counts.total)",
            favoriteCount: "\(favorites.count)", refreshAction: request.refreshAction(of: source),
            table: rows.isEmpty
                ? nil
                : VehicleTableContext(
                    "Vehicles", columns, of: source, rows, origin: query.origin),
            hasMap: view.picture != nil,
            empty: view.vehicles.isEmpty ? view.empty(query, source, favorites) : nil)
        var frame = request.page("Vehicles of " + source.name, section: "/", of: source)
        frame.live = request.live(source, after: view.cursor)
        return ListPage(
            page: frame, list: list,
            strip: query.onlyFavorites
                ? nil
                : Strip(
                    isEmpty: view.favorites.isEmpty,
                    items: view.favorites.map { row($0.vehicle, Strip.columns, isGone: $0.isGone) }),
            views: views,
            filter: FilterContext(
                query, at: "/", request.query, facets: view.facets, feed: view.info?.feed,
                sites: view.sites, source: source),
            map: view.map(of: source, query, request), pager: pager(view, query, request),
            export: ExportMenu(
                request.formats(of: query, source), count: view.counts.matching))
    }

    private func map(_ request: UserRequest) async throws -> Response {
        let source = try request.selectedSource()
        var query = try await request.fleetQuery(of: source, obeysSaved: true)
        query.vehicles.limit = 0
        var favorites: [String] = []
        if query.onlyFavorites {
            favorites = try await request.favoriteIDs(of: source)
            query.vehicles.filter.favorites = VehicleIDs(favorites)
        }
        let view = try await view(of: source, query, [], in: request)
        try await request.saveColors(of: query, source, existing: view.facets)
        var frame = request.page("Map of " + source.name, section: "/map", of: source)
        frame.live = request.live(source, after: view.cursor)
        var map = view.map(of: source, query, request)
        if let focus = request.query["focus"], let position = Position(focus) {
            map?.focusLat = "\(position.latitude)"
            map?.focusLon = "\(position.longitude)"
        }
        let head = MapPage.Head(
            title: "Map of " + source.name, isSimulated: source.isSimulated,
            totalText: view.totalText,
            updated: view.updatedAt.map(request.time),
            listHref: "/" + request.query.removing("focus").query)
        return try request.html(
            "map",
            MapPage(
                page: frame, mapPage: head,
                filter: FilterContext(
                    query, at: "/map", request.query, facets: view.facets, feed: view.info?.feed,
                    sites: view.sites, source: source), map: map,
                empty: view.picture == nil
                    ? view.emptyMap(query, source, favorites, at: "/map") : nil))
    }

    private func view(
        of source: PolledSource, _ query: FleetQuery, _ favorites: [String],
        in request: UserRequest
    ) async throws -> FleetView {
        try await request.environment.snapshots.read { reader in
            try FleetView(source, query, favorites, in: reader, pictures)
        }
    }

    private func pager(_ view: FleetView, _ query: FleetQuery, _ request: UserRequest) -> Pager? {
        let items = request.query.removing("after")
        let isFirst = query.vehicles.after == nil
        let next = view.vehicles.count == Self.pageLength ? view.vehicles.last : nil
        guard !isFirst || next != nil && view.counts.matching > Self.pageLength else { return nil }
        return Pager(
            text: ShortText.count(view.counts.matching, "vehicle"),
            firstHref: isFirst ? nil : "/" + items.query,
            nextHref: next.map {
                "/" + items.setting("after", [query.vehicles.position(of: $0).text]).query
            })
    }

    private func pointsDocument(_ request: UserRequest) async throws -> Response {
        let source = try request.source()
        return try await pointAnswers.response(to: request, about: source) { _ in
            let query = try await request.fleetQuery(of: source, obeysSaved: false)
            var filter = query.vehicles
            (filter.limit, filter.after, filter.order) = (nil, nil, .id)
            if query.onlyFavorites {
                filter.filter.favorites = VehicleIDs(try await request.favoriteIDs(of: source))
            }
            return AnswerCache.Builder(isShared: query.isShared, isLarge: true) { [filter] reader in
                try points(of: source, filter, isShared: query.isShared, request, in: reader)
            }
        }
    }

    /// Returns the points of the vehicles of a query, without content if the client has it.
    private func points(
        of source: PolledSource, _ query: VehicleQuery, isShared: Bool, _ request: UserRequest,
        in reader: any SnapshotReader
    ) throws -> SharedAnswer {
        let revision = try reader.info(of: source.vehicles)?.revision ?? 0
        var answer = SharedAnswer(
            type: "application/vnd.fleet.points", fields: [.cacheControl: "private, no-cache"])
        func make() throws -> ByteBuffer {
            var document = PointsDocument()
            try reader.forEachVehicle(query, of: source.vehicles) { document.add($0) }
            return ByteBuffer(bytes: try document.bytes(revision: revision))
        }
        guard isShared else {
            try request.takePlace(isShared: false)
            answer.content = try make()
            return answer
        }
        let key = source.vehicles.text + "\n" + ShortText.phrases(of: query.filter).joined()
        let tag = SharedDocument.tag(key, of: source.vehicles, revision)
        answer.fields[.eTag] = tag
        if tag != request.headers[.ifNoneMatch] {
            try request.takePlace(isShared: true)
            let document = try points.value(of: key, revision: revision) {
                SharedDocument(tag: tag, bytes: try make())
            }
            (answer.content, answer.document) = (document.bytes, document)
        }
        return answer
    }
}

/// The page `/map`: the keys of the template `map`.
private struct MapPage {
    struct Head {
        var title: String
        var isSimulated: Bool
        var totalText: String
        var updated: ShownTime?
        var listHref: String
    }

    var page: PageContext
    var mapPage: Head
    var filter: FilterContext
    var map: MapContext?
    var empty: Empty?
}

extension UserRequest {
    /// Returns the stream of the changes of a source after the snapshot that a page shows.
    func live(_ source: PolledSource, after cursor: ChangeCursor?) -> PageContext.Live {
        PageContext.Live(
            url: "/api/v1/events" + QueryItems([("source", source.name)]).query,
            source: source.name, sourceId: source.uuid.text, cursor: cursor?.text ?? "",
            missing: CellContext(.state, .missing, time: self.time))
    }

    /// Returns whether a source could not be read the last time.
    func isStale(_ source: PolledSource) -> Bool {
        environment.sources.states(of: source).shown?.failure != nil
    }

    /// Saves the colors that the address selects, as far as vehicles have them, and `all` for none.
    ///
    /// A page of another site must not change the saved colors.
    fileprivate func saveColors(
        of query: FleetQuery, _ source: PolledSource, existing facets: [FacetCount]
    ) async throws {
        let site = headers[.fetchSite]
        guard query.view == nil, !query.hasSavedColors, query.input[.color] != nil,
            site == nil || site == "same-origin" || site == "none"
        else { return }
        let colors = query.vehicles.filter.color
        let existing = colors.limited(
            to: facets.map { ColorCount(color: $0.color, count: $0.count) })
        guard colors == .all || existing != .all,
            try await access.filters.colors(of: source.uuid) != existing
        else { return }
        do {
            try await access.filters.save(existing, of: source.uuid)
        } catch TeamError.forbidden {
            // A token that only reads saves nothing.
        }
    }

    /// Returns the links and the command of a list.
    func formats(of query: FleetQuery, _ source: PolledSource) -> Formats {
        let items = query.items
        if let group = query.unhandled {
            return formats(
                "/export/" + source.name, items.accepted(by: FleetQuery.parameters),
                command: "fleet attention --group \(group.rawValue) --source team:" + source.name)
        }
        let view =
            query.isView ? query.view.map { ["--view", ShellWord.quoted($0.name.text)] } : nil
        let words =
            view
            ?? items.items.flatMap { name, value in
                let option = "--" + name.replacing("_", with: "-")
                let isFlag = ["reverse", "favorites"].contains(name)
                return isFlag ? [option] : [option, ShellWord.quoted(value)]
            }
        return formats(
            "/export/" + source.name, items.accepted(by: FleetQuery.parameters),
            command: (["fleet list --source team:" + source.name] + words)
                .joined(separator: " "))
    }

    /// Path and query of the page of this server that the request comes from; `nil` for another.
    var ownReferer: String? {
        headers[.referer].flatMap(ownPath)
    }

    /// Path of the page of a vehicle that a label leads to, if somebody typed or pasted the label's
    /// address as a search.
    fileprivate var searchedLabel: String? {
        let path = query["search"].map { $0.trimmingCharacters(in: .whitespaces) }
            .flatMap(ownPath)
        return path.flatMap { $0.hasPrefix("/v/") ? LocalPath($0).text : nil }
    }

    /// Returns the path and query of an address of this server; `nil` for another address.
    private func ownPath(of address: String) -> String? {
        guard let origin = WebOrigin(ofAddress: address),
            environment.policy.origins.contains(origin)
        else { return nil }
        let rest = address.split(separator: "://", maxSplits: 1).last ?? ""
        guard let slash = rest.firstIndex(of: "/") else { return "/" }
        let path = String(rest[slash...])
        return path.hasPrefix("//") ? nil : path
    }
}
