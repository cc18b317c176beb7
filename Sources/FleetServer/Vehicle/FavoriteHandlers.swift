import FleetCore
import FleetSQL
import FleetService
import FleetTeam
import HTTPTypes
import Hummingbird

/// The favorites of the user: page and API.
struct FavoriteHandlers {
    func add(to routes: Routes) {
        routes.page(.favorites) { try await page($0) }
        routes.page(.post, "/favorites", .own) { try await addSelected($0) }
        routes.page(.post, "/v/:source/:id/favorite", .own) { request in
            try await setByForm(request, try request.parameter("id"))
        }
        // The IDs `.` and `..` cannot be segments of a path.
        routes.page(.post, "/v/:source", .own) { request in
            guard let id = request.query["id"] else { throw Problem.notFound }
            return try await setByForm(request, id)
        }
        let parameters =
            [.source.described("Name of a source; without it, all sources.")]
            + QueryParameter.formats(RecordFormat.names)
        routes.api(.get, "/favorites", .fleet, query: parameters) { try await document($0) }
        for (method, isOn) in [(HTTPRequest.Method.put, true), (.delete, false)] {
            routes.api(method, "/sources/:source/favorites/:id", .own) { request in
                try await setFavorite(
                    try request.parameter("id"), of: try request.source(), isOn: isOn, request)
                return .noContent
            }
        }
    }

    /// Adds the selected vehicles to the favorites.
    private func addSelected(_ request: UserRequest) async throws -> Response {
        let form = try await request.form(upTo: 1 << 16)
        for (source, ids) in try await SelectedVehicles(form, request).bySource {
            let stable = try await request.environment.snapshots.read { reader in
                try ids.map { try source.stableID($0, in: reader) }
            }
            try await request.access.favorites.add(stable, of: source.uuid)
        }
        return .redirect(to: request.ownReferer ?? "/favorites")
    }

    private func setByForm(_ request: UserRequest, _ id: String) async throws -> Response {
        let form = try await request.form(upTo: SignInHandlers.maxBody)
        guard let value = form["favorite"], ["on", "off"].contains(value) else {
            throw Problem(.unprocessableContent, "The field favorite is neither on nor off.")
        }
        let source = try request.source()
        try await setFavorite(id, of: source, isOn: value == "on", request)
        return .redirect(to: Self.returnTarget(request) ?? source.path(of: id))
    }

    /// Returns the page that a form was sent from; `nil` for one of another site, or for the
    /// address of the form itself.
    private static func returnTarget(_ request: UserRequest) -> String? {
        request.ownReferer.flatMap { $0.hasPrefix(request.path) ? nil : $0 }
    }

    private func page(_ request: UserRequest) async throws -> Response {
        let sources = try request.selectedSources()
        let isSeveral = sources.count > 1
        let columns = VehicleTableContext.columns(
            in: ListContents([], hasSeveralSources: isSeveral)
        ).map(PageColumn.standard)
        // Read before the rows, so that the stream has every later change.
        let cursors = try await request.environment.snapshots.read { reader in
            try sources.map { try reader.changeCursor(of: $0.vehicles) }
        }
        var (rows, away) = ([VehicleRow](), 0)
        for source in sources {
            let (favorites, info) = try await request.access.favorites.vehicles(
                of: source, in: request.environment.snapshots)
            away += favorites.count { $0.vehicle == nil }
            rows += favorites.map { favorite in
                var row = row(of: favorite, columns, source, info?.feed, request)
                if isSeveral { row.selection = source.name + "/" + row.id }
                return row
            }
        }
        let (first, title) = (isSeveral ? nil : sources.first, request.title(of: sources))
        var table = VehicleTableContext(
            localized("Favorites"), columns, of: first, rows, request.style)
        table.canStar = false
        let list = FavoritesPage.List(
            totalText: Self.totalText(rows.count, of: title, away: away),
            table: rows.isEmpty ? nil : table,
            empty: rows.isEmpty ? Self.empty(request.items(of: sources)) : nil)
        var frame = request.page(.favorites, of: sources)
        frame.live = PageContext.Live(sources, after: cursors, request.style)
        return try request.html(
            "favorites",
            FavoritesPage(page: frame, list: list, formats: Self.formats(of: sources, request)))
    }

    /// Returns the links to the favorites in other formats: the API has those of one source or of
    /// all, and the command those of one.
    private static func formats(of sources: [PolledSource], _ request: UserRequest) -> Formats? {
        let (path, isAll) = (
            "/api/v1/favorites", sources.count == request.sources.count
        )
        guard sources.count > 1 else {
            return request.formats(
                path, request.items(of: sources),
                command: sources.first.map { "fleet favorite list --source team:" + $0.name })
        }
        return isAll ? request.formats(path, QueryItems(), command: nil) : nil
    }

    /// - Parameter away: The number of favorites that are not in the feed.
    private static func totalText(_ count: Int, of title: String, away: Int) -> String {
        let total = localized("\(ShortText.count(count, "favorite")) of \(title)")
        return away > 0 ? localized("\(total) · \(away) not in the feed") : total
    }

    private static func empty(_ sources: QueryItems) -> Empty {
        Empty(
            icon: "star", title: localized("No favorites yet"),
            text: localized("Press the star of a vehicle to keep it here."),
            action: PageAction(
                href: "/" + sources.query, label: localized("Open the list")))
    }

    private func row(
        of favorite: FavoriteVehicle, _ columns: [PageColumn], _ source: PolledSource,
        _ feed: FeedDescription?, _ request: UserRequest
    ) -> VehicleRow {
        let id = favorite.favorite.id
        var vehicle = favorite.vehicle ?? favorite.gone?.vehicle ?? Vehicle(id: id)
        if let seenAt = favorite.gone?.seenAt { vehicle.lastReported = seenAt }
        var row = VehicleRow(
            vehicle, columns, of: source, feed,
            isFavorite: true, isGone: favorite.vehicle == nil, request.style)
        // The ID in the feed may be another one by the time the star is pressed.
        row.favoriteAction = source.favoriteAction(of: id)
        row.favoriteUrl = source.favoriteAPIPath(of: id)
        return row
    }

    /// Adds or removes a favorite; does nothing if that changes nothing.
    ///
    /// A vehicle that is not in the feed can be a favorite, too: it may come back.
    private func setFavorite(
        _ id: String, of source: PolledSource, isOn: Bool, _ request: UserRequest
    ) async throws {
        let (snapshots, collection) = (request.environment.snapshots, request.access.favorites)
        if isOn {
            let id = try await snapshots.read { try source.stableID(id, in: $0) }
            return try await collection.add(id, of: source.uuid)
        }
        let favorites = try await collection.all(of: source.uuid).map(\.vehicleID)
        let isExact = VehicleIDs(favorites).contains(id)
        // Favorites from before the IDs began to rotate can still be removed.
        let resolved = isExact ? nil : try? await snapshots.read { try source.stableID(id, in: $0) }
        try await collection.remove(resolved ?? id, of: source.uuid)
    }

    private func document(_ request: UserRequest) async throws -> Response {
        let sources =
            request.query.has("source")
            ? [try request.selectedSource()] : request.sources
        var rows: [(source: String, favorite: FavoriteVehicle)] = []
        for source in sources {
            rows += try await request.access.favorites.vehicles(
                of: source, in: request.environment.snapshots
            ).favorites.map { (source.name, $0) }
        }
        let list = RecordList(
            "favorites",
            columns: [.init("source") { .text($0.source) }]
                + FavoriteVehicle.columns.map { $0.of { $0.favorite } }, rows: rows)
        return try request.response(list, named: "favorites")
    }
}

/// The page `/favorites`: the keys of the template `favorites`.
private struct FavoritesPage {
    struct List {
        var totalText: String
        /// Absent without favorites.
        var table: VehicleTableContext?
        var empty: Empty?
    }

    var page: PageContext
    var list: List
    /// Absent for a choice of sources that no document has.
    var formats: Formats?
}

extension FavoriteCollection {
    /// Returns the favorites of a source with their vehicles, ordered by ID.
    func vehicles(
        of source: PolledSource, in snapshots: SnapshotReaders
    ) async throws -> (favorites: [FavoriteVehicle], info: SnapshotInfo?) {
        let favorites = try await all(of: source.uuid)
        return try await snapshots.read { reader in
            (
                try source.resolver.match(
                    favorites.map { Favorite(id: $0.vehicleID, addedAt: $0.addedAt) }, in: reader),
                try reader.info(of: source.vehicles)
            )
        }
    }

    /// Returns the feed's IDs of the favorites of a source; the stable IDs of those that are not in
    /// the feed.
    func feedIDs(of source: PolledSource, in snapshots: SnapshotReaders) async throws -> [String] {
        let resolver = source.resolver
        let favorites = try await all(of: source.uuid).map(\.vehicleID)
        guard !resolver.usesFeedIDs, !favorites.isEmpty else { return favorites }
        return try await snapshots.read { reader in
            let found = try resolver.vehicles(favorites, in: reader)
            return zip(favorites, found).map { $1?.vehicle.id ?? $0 }
        }
    }
}
