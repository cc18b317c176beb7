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
    private let pictures = RevisionCache<MapPicture?>(limit: 16)
    private let points = RevisionCache(documents: 8)
    private let pointAnswers = AnswerCache()

    func add(to routes: Routes) {
        routes.page(.list) { try await list($0) }
        routes.page(.map) { try await map($0) }
        routes.page(.post, "/refresh", .refresh) { request in
            let source = try request.selectedSource()
            do {
                _ = try await source.refresh(for: request)
            } catch let problem as Problem where problem.status == .gatewayTimeout {
                // The refresh continues, and the list will show its result.
            }
            return .redirect(
                to: request.ownReferer ?? "/" + QueryItems([("source", source.name)]).query)
        }
        routes.api(.get, "/sources/:source/points", .fleet, query: QueryParameter.filters) {
            try await pointsDocument($0)
        }
    }

    private func list(_ request: UserRequest) async throws -> Response {
        if let label = Self.searchedLabel(request) { return .redirect(to: label) }
        let sources = try request.selectedSources()
        let moment = try await request.moment(of: sources)
        let list = try await FleetList(
            of: sources, limit: ListSlice.length + 1, hasStrip: true, at: moment, pictures, request)
        if list.counts.matching > 0, request.query.has("after") || request.query.has("before"),
            try list.rows().isEmpty
        {
            // The vehicles of the page have left the list.
            return .redirect(to: "/" + request.query.ofFirstPage.query)
        }
        let columns = ListColumns(of: list)
        let views = ViewStrip(
            try await request.seenViews(), of: list.query, columns: columns.savedNames,
            list.items(request), request.access)
        var page = try page(list, columns, views, request)
        page.page.notice = try await FirstStepsPage.notice(request)
        return try request.html("list", page)
    }

    private func page(
        _ list: FleetList, _ columns: ListColumns, _ views: ViewStrip?, _ request: UserRequest
    ) throws -> ListPage {
        let rows = ListRows(of: list, request.style)
        let slice = ListSlice(try list.rows(), of: list, request.query)
        let table = rows.table(
            of: slice.rows, columns,
            sorting: SortLinks(list.query, request.query), request)
        let strip = list.strip.map {
            rows.row($0.vehicle, of: $0.part, Strip.columns, isGone: $0.isGone).stripItem
        }
        return ListPage(
            page: Self.frame(
                .list, title: localized("Vehicles of \(list.title)"), of: list, request),
            list: content(list, table, isWhole: slice.isWhole, request),
            strip: list.query.onlyFavorites
                ? nil : Strip(isEmpty: list.strip.isEmpty, items: Markup(strip)),
            views: views, filter: FilterContext(list, at: "/", request),
            map: list.map(request), pager: slice.pager(of: list, request.query),
            export: ExportMenu(
                Self.formats(of: list, request), count: list.counts.matching))
    }

    private func content(
        _ list: FleetList, _ table: VehicleTableContext?, isWhole: Bool, _ request: UserRequest
    ) -> ListPage.List {
        let (query, sources, count) = (list.query, list.parts.map(\.source), list.counts)
        let base = list.items(request)
        let isPresent = list.moment == nil
        var content = ListPage.List(
            title: list.isSeveral ? list.title.capitalizedFirst : list.title,
            sourceName: list.title, isSimulated: sources.allSatisfy(\.isSimulated),
            totalText: list.totalText, updated: list.updatedAt.map(request.time),
            isStale: zip(sources, list.views).contains { source, view in
                view.info != nil && isPresent
                    && request.environment.sources.states(of: source).isStale
            },
            allHref: "/" + base.query, favoritesHref: "/" + base.setting("favorites", ["1"]).query,
            isFavorites: query.onlyFavorites, allCount: ShortText.grouped(count.total),
            favoriteCount: ShortText.grouped(list.parts.map(\.favorites.count).reduce(0, +)),
            refreshAction: !list.isSeveral && isPresent
                ? request.refreshAction(of: sources[0]) : nil,
            replayHref: list.replayPath, reportHref: list.reportPath,
            checkHref: list.checkPath, table: table,
            hasMap: list.picture != nil,
            empty: table == nil ? list.empty(at: "/", request) : nil)
        // A form selects vehicles of the present.
        if !isWhole, isPresent {
            // A list with the sources of a person's choice names them.
            let query =
                request.query.has("source")
                ? request.query : QueryItems(base.items + request.query.items)
            content.table?.matching = .init(query.ofFirstPage, count: count.matching)
        }
        return content
    }

    /// Returns the frame of a list or a map.
    private static func frame(
        _ page: SitePage, title: String, of list: FleetList, _ request: UserRequest
    ) -> PageContext {
        let sources = list.parts.map(\.source)
        var frame = request.page(page, title: title, of: sources)
        frame.live = PageContext.Live(
            sources, after: list.views.map(\.cursor), request.style)
        frame.unknownValues = list.query.unknownValues.map(PageContext.UnknownValue.init)
        frame.systemNotices = list.systemNotices
        return request.page(frame, at: list.moment)
    }

    private func map(_ request: UserRequest) async throws -> Response {
        let sources = try request.selectedSources()
        let moment = try await request.moment(of: sources)
        let list = try await FleetList(
            of: sources, limit: 0, hasStrip: false, at: moment, pictures, request)
        var map = list.map(request)
        if let focus = request.query["focus"], let position = Position(focus) {
            map.focusLat = "\(position.latitude)"
            map.focusLon = "\(position.longitude)"
        }
        let title = localized("Map of \(list.title)")
        let head = MapPage.Head(
            title: title,
            isSimulated: sources.allSatisfy(\.isSimulated),
            totalText: list.totalText, updated: list.updatedAt.map(request.time),
            sourceName: list.title, listHref: "/" + request.query.removing("focus").query,
            refreshAction: list.isSeveral || list.moment != nil
                ? nil : request.refreshAction(of: sources[0]),
            replayHref: list.replayPath, reportHref: list.reportPath, checkHref: list.checkPath)
        return try request.html(
            "map",
            MapPage(
                page: Self.frame(.map, title: title, of: list, request), mapPage: head,
                filter: FilterContext(list, at: "/map", request),
                map: map, empty: list.picture == nil ? list.empty(at: "/map", request) : nil))
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

/// The rows of a list.
private struct ListRows {
    private let list: FleetList
    private let favorites: [VehicleIDs]
    private let style: PageStyle

    init(of list: FleetList, _ style: PageStyle) {
        (self.list, self.style) = (list, style)
        favorites = list.parts.map { VehicleIDs($0.favorites) }
    }

    /// - Parameter part: The index of its source.
    func row(
        _ vehicle: Vehicle, of part: Int, _ columns: [PageColumn], isLabelled: Bool = false,
        isGone: Bool = false
    ) -> VehicleRow {
        let source = list.parts[part].source
        var row = VehicleRow(
            vehicle, columns, isLabelled: isLabelled, of: source, list.views[part].info?.feed,
            isFavorite: favorites[part].contains(vehicle.id), isGone: isGone,
            origin: list.query.origin, style)
        if list.isSeveral { row.selection = source.name + "/" + vehicle.id }
        if let moment = list.moment { row.href = moment.path(row.href) }
        return row
    }

    /// Returns the table of the vehicles of a page; `nil` without any.
    func table(
        of vehicles: [(vehicle: Vehicle, part: Int)], _ columns: ListColumns, sorting: SortLinks,
        _ request: UserRequest
    ) -> VehicleTableContext? {
        guard !vehicles.isEmpty else { return nil }
        let shown = columns.shown
        var table = VehicleTableContext(
            localized("Vehicles"), shown, sorting: sorting,
            of: list.isSeveral ? nil : list.parts[0].source,
            vehicles.map {
                row($0.vehicle, of: $0.part, shown, isLabelled: columns.isChosen)
            }, style, origin: list.query.origin)
        table.isChosen = columns.isChosen
        table.menu = ColumnMenu(columns, of: list, request)
        return table
    }
}

/// The page `/map`: the keys of the template `map`.
private struct MapPage {
    struct Head {
        var title: String
        var isSimulated: Bool
        var totalText: String
        var updated: ShownTime?
        var sourceName: String
        var listHref: String
        var refreshAction: String?
        /// Absent without a history.
        var replayHref: String?
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
