import FleetCore
import FleetService
import HTTPTypes
import Hummingbird

/// The files of a list: all vehicles that match its filter, in its order, without the pages of the
/// API.
struct ExportHandlers {
    private let lists = AnswerCache()

    func add(to routes: Routes) {
        routes.page(.get, "/export/:source") { try await file($0) }
    }

    private func file(_ request: UserRequest) async throws -> Response {
        let source = try request.source()
        return try await lists.response(to: request, about: source) { isStale in
            var query = try await request.fleetQuery(of: source, obeysSaved: false)
            if query.onlyFavorites {
                query.vehicles.filter.favorites = VehicleIDs(
                    try await request.favoriteIDs(of: source))
            }
            let format = try FleetAPI.format(request.query["format"])
            var vehicles = query.vehicles
            (vehicles.limit, vehicles.after) = (nil, nil)
            let now = request.environment.now()
            let selection = ListSelection(
                fields: try FleetAPI.fields(of: query, in: format, request),
                cells: request.csvCells)
            let hasOnlySites = request.environment.sources.states(of: source).hasOnlySites
            try request.takePlace(isShared: false)
            return AnswerCache.Builder(isShared: query.isShared, isLarge: true) {
                [vehicles] reader in
                let (bytes, _) = try FleetAPI.list(
                    source, hasOnlySites ? nil : vehicles, format, selection, isStale: isStale,
                    now: now, in: reader)
                return SharedAnswer(
                    type: format.mediaType,
                    fields: [
                        .contentDisposition: format.disposition(named: source.name),
                        .cacheControl: "private, no-cache",
                    ], content: bytes)
            }
        }
    }
}

extension ListFormat {
    /// The field `Content-Disposition` of a file.
    fileprivate func disposition(named name: String) -> String {
        "attachment; filename*=UTF-8''" + PercentEncoding.encoded(name + "." + rawValue)
    }
}
