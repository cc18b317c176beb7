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
            var list = try await RequestedList(of: source, request)
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
