import FleetCore
import FleetService
import FleetTeam
import HTTPTypes
import Hummingbird

/// The files of a list: all vehicles that match its filter, in its order, without the pages of the
/// API.
struct ExportHandlers {
    private let lists = AnswerCache()

    func add(to routes: Routes) {
        routes.page(.get, "/export/:source", .fleet) { try await file($0) }
        routes.page(.get, "/export", .fleet) { try await severalFile($0) }
    }

    /// Returns the list of several sources, merged in its order.
    private func severalFile(_ request: UserRequest) async throws -> Response {
        let sources = try request.selectedSources()
        guard sources.count > 1 else {
            let query = request.query.removing("source").query
            return .redirect(to: "/export/" + sources[0].name + query)
        }
        let moment = try await request.moment(of: sources)
        let (queries, shared) = try await request.fleetQueries(
            of: sources, obeysSaved: false, at: moment?.at)
        var common = shared.vehicles
        common.limit = nil
        var lists: [RequestedList] = []
        for (source, query) in zip(sources, queries) {
            var list = try RequestedList(of: source, query, request, at: moment)
            (list.query.limit, list.query.after) = (nil, nil)
            lists.append(list)
        }
        guard lists[0].format != .gbfs else {
            throw Problem("format", "must be another one, since gbfs is of one source")
        }
        let stale = sources.map { request.environment.sources.states(of: $0).isStale }
        try request.takePlace(isShared: false)
        let bytes = try await request.environment.snapshots.readLong { [lists, common] reader in
            try RequestedList.document(of: lists, common, isStale: stale, in: reader)
        }
        return Response(
            status: .ok,
            headers: [
                .contentType: lists[0].format.mediaType,
                .contentDisposition: lists[0].format.disposition(named: "vehicles"),
                .cacheControl: "private, no-cache",
            ], body: ResponseBody(byteBuffer: bytes))
    }

    private func file(_ request: UserRequest) async throws -> Response {
        let source = try request.source()
        return try await lists.response(to: request, about: source) { isStale in
            let moment = try await request.moment(of: [source])
            var list = try await RequestedList(of: source, request, at: moment)
            (list.query.limit, list.query.after) = (nil, nil)
            try request.takePlace(isShared: false)
            return AnswerCache.Builder(isShared: list.isShared, isLarge: true) { [list] reader in
                let (bytes, _) = try list.document(isStale: isStale, in: reader)
                return SharedAnswer(
                    type: list.format.mediaType,
                    fields: [
                        .contentDisposition: list.format.disposition(named: source.name),
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
