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
        routes.page(.get, SitePage.list.path) { try await list($0) }
        routes.page(.get, SitePage.map.path) { try await map($0) }
        routes.page(.post, "/refresh") { request in
            let source = try request.selectedSource()
            do {
                _ = try await source.refresh(for: request)
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
        if let label = Self.searchedLabel(request) { return .redirect(to: label) }
        let sources = try request.selectedSources()
        let moment = try await request.moment(of: sources)
        let list = try await FleetList(
            of: sources, limit: Self.pageLength, hasStrip: true, at: moment, pictures, request)
        let views = ViewStrip(
            try await request.access.views.all(), of: list.query, list.items(request),
            request.access)
        var page = try page(list, views, request)
        page.page.notice = try await FirstStepsPage.notice(request)
        return try request.html("list", page)
    }

    private func page(
        _ list: FleetList, _ views: ViewStrip?, _ request: UserRequest
    ) throws -> ListPage {
        let (query, sources) = (list.query, list.parts.map(\.source))
        let base = list.items(request)
        let favorites = list.parts.map { VehicleIDs($0.favorites) }
        let style = request.style
        func row(
            _ vehicle: Vehicle, of part: Int, _ columns: [VehicleColumn], isGone: Bool = false
        ) -> VehicleRow {
            var row = VehicleRow(
                vehicle, columns, of: sources[part], list.views[part].info?.feed,
                isFavorite: favorites[part].contains(vehicle.id), isGone: isGone,
                origin: query.origin, style)
            if list.isSeveral { row.selection = sources[part].name + "/" + vehicle.id }
            if let moment = list.moment { row.href = moment.path(row.href) }
            return row
        }
        let columns = VehicleTableContext.columns(
            of: query, list.views.compactMap(\.info?.feed), hasSeveralSources: list.isSeveral)
        let vehicles = try list.rows()
        let rows = vehicles.map { row($0.vehicle, of: $0.part, columns) }
        let count = list.counts
        var content = ListPage.List(
            title: list.isSeveral ? list.title.capitalizedFirst : list.title,
            sourceName: list.title, isSimulated: sources.allSatisfy(\.isSimulated),
            totalText: list.totalText, updated: list.updatedAt.map(request.time),
            isStale: zip(sources, list.views).contains { source, view in
                view.info != nil && list.moment == nil
                    && request.environment.sources.states(of: source).isStale
            },
            allHref: "/" + base.query, favoritesHref: "/" + base.setting("favorites", ["1"]).query,
            isFavorites: query.onlyFavorites, allCount: ShortText.grouped(count.total),
            favoriteCount: ShortText.grouped(list.parts.map(\.favorites.count).reduce(0, +)),
            refreshAction: list.isSeveral || list.moment != nil
                ? nil : request.refreshAction(of: sources[0]),
            historyHref: list.replayPath, reportHref: list.reportPath,
            checkHref: list.checkPath,
            table: rows.isEmpty
                ? nil
                : VehicleTableContext(
                    localized("Vehicles"), columns, of: list.isSeveral ? nil : sources[0], rows,
                    style, origin: query.origin),
            hasMap: list.picture != nil,
            empty: rows.isEmpty ? list.empty(at: "/", request) : nil)
        // A form selects vehicles of the present.
        if count.matching > rows.count, list.moment == nil {
            // A list with the sources of a person's choice names them.
            let query =
                request.query.has("source")
                ? request.query : QueryItems(base.items + request.query.items)
            content.table?.matching = .init(query.removing("after"), count: count.matching)
        }
        var frame = request.page(
            .list, title: localized("Vehicles of \(list.title)"), of: sources)
        frame.live = PageContext.Live(
            sources, after: list.views.map(\.cursor), request.style)
        frame.unknownValues = list.query.unknownValues.map(PageContext.UnknownValue.init)
        frame.systemNotices = list.systemNotices
        return ListPage(
            page: request.page(frame, at: list.moment), list: content,
            strip: query.onlyFavorites
                ? nil
                : Strip(
                    isEmpty: list.strip.isEmpty,
                    items: Markup(
                        list.strip.map {
                            row($0.vehicle, of: $0.part, Strip.columns, isGone: $0.isGone)
                                .stripItem
                        })),
            views: views, filter: FilterContext(list, at: "/", request),
            map: list.map(request), pager: pager(list, vehicles, request),
            export: ExportMenu(Self.formats(of: list, request), count: count.matching))
    }

    private func map(_ request: UserRequest) async throws -> Response {
        let sources = try request.selectedSources()
        let moment = try await request.moment(of: sources)
        let list = try await FleetList(
            of: sources, limit: 0, hasStrip: false, at: moment, pictures, request)
        var frame = request.page(
            .map, title: localized("Map of \(list.title)"), of: sources)
        frame.live = PageContext.Live(
            sources, after: list.views.map(\.cursor), request.style)
        frame.unknownValues = list.query.unknownValues.map(PageContext.UnknownValue.init)
        frame.systemNotices = list.systemNotices
        var map = list.map(request)
        if let focus = request.query["focus"], let position = Position(focus) {
            map.focusLat = "\(position.latitude)"
            map.focusLon = "\(position.longitude)"
        }
        let head = MapPage.Head(
            title: localized("Map of \(list.title)"),
            isSimulated: sources.allSatisfy(\.isSimulated),
            totalText: list.totalText, updated: list.updatedAt.map(request.time),
            listHref: "/" + request.query.removing("focus").query, historyHref: list.replayPath,
            reportHref: list.reportPath, checkHref: list.checkPath)
        return try request.html(
            "map",
            MapPage(
                page: request.page(frame, at: moment), mapPage: head,
                filter: FilterContext(list, at: "/map", request),
                map: map, empty: list.picture == nil ? list.empty(at: "/map", request) : nil))
    }

    private func pager(
        _ list: FleetList, _ rows: [(vehicle: Vehicle, part: Int)], _ request: UserRequest
    ) -> Pager? {
        let items = request.query.removing("after")
        let isFirst = request.query["after"] == nil
        let matching = list.counts.matching
        let next = rows.count == Self.pageLength ? rows.last : nil
        guard !isFirst || next != nil && matching > Self.pageLength else { return nil }
        return Pager(
            text: ShortText.count(matching, "vehicle"),
            firstHref: isFirst ? nil : "/" + items.query,
            nextHref: next.map {
                "/" + items.setting("after", [list.position(after: $0)]).query
            })
    }

    /// Returns the links and the command of a list, of one source or of several.
    private static func formats(of list: FleetList, _ request: UserRequest) -> Formats {
        let (query, sources) = (list.query, list.parts.map(\.source))
        let items = query.items
        let path = list.isSeveral ? "/export" : "/export/" + sources[0].name
        let names = list.isSeveral ? request.items(of: sources).items : []
        let selected = QueryItems(names + items.accepted(by: FleetQuery.parameters).items)
        let options = sources.map { "--source team:" + $0.name }
        if let group = query.unhandled {
            let words = ["fleet attention --group \(group.rawValue)"] + options
            return request.formats(path, selected, command: words.joined(separator: " "))
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
        return request.formats(
            path, selected,
            command: list.moment == nil
                ? (["fleet list"] + options + words).joined(separator: " ") : nil)
    }

    /// Returns the path of the page of a vehicle whose label's address was typed or pasted as a
    /// search.
    private static func searchedLabel(_ request: UserRequest) -> String? {
        let path = request.query["search"].map { $0.trimmingCharacters(in: .whitespaces) }
            .flatMap(request.ownPath)
        return path.flatMap { $0.hasPrefix("/v/") ? LocalPath($0).text : nil }
    }

    private func pointsDocument(_ request: UserRequest) async throws -> Response {
        let source = try request.source()
        return try await pointAnswers.response(to: request, about: source) { _ in
            let moment = try await request.moment(of: [source])
            let query = try await request.fleetQuery(
                of: source, obeysSaved: false, at: moment?.at)
            var filter = query.vehicles
            (filter.limit, filter.after, filter.order) = (nil, nil, .id)
            return AnswerCache.Builder(isShared: query.isShared, isLarge: true) { [filter] reader in
                try points(
                    of: source, filter, isShared: query.isShared, request,
                    in: moment.reader(over: reader))
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
        let key = source.vehicles.text + "\n" + ShortText.key(of: query.filter)
        let tag = SharedDocument.tag(key, of: source.vehicles, revision)
        answer.fields[.eTag] = tag
        if tag != request.knownTag {
            try request.takePlace(isShared: true)
            let document = try points.value(of: key, revision: revision) {
                SharedDocument(tag: tag, bytes: try make())
            }
            answer.document = document
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
        /// The replay; absent without a history.
        var historyHref: String?
        /// The report; absent without a history.
        var reportHref: String?
        /// The check of the feed; absent with several sources, and in the past.
        var checkHref: String?
    }

    var page: PageContext
    var mapPage: Head
    var filter: FilterContext
    var map: MapContext?
    var empty: Empty?
}
