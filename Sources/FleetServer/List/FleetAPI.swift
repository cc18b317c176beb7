import FleetCore
import FleetSQL
import FleetService
import FleetTeam
import HTTPTypes
import Hummingbird
import NIOCore

/// The fleet in the API: sources, vehicles and sites.
struct FleetAPI {
    /// The maximum number of vehicles of one response; `Link` leads to the next ones (RFC 8288).
    static let maxLength = 10_000
    /// The maximum number of vehicles of one response that is not large.
    private static let maxSmallLength = 200

    private let snapshots = SnapshotAPI()
    private let zones = ZoneAPI()
    private let lists = AnswerCache()

    func add(to routes: Routes) {
        routes.api(.get, "/sources", .fleet) { request in
            let environment = request.environment
            return .json(
                Self.document(
                    "sources", request.sources.map { environment.document($0).json }))
        }
        snapshots.add(to: routes)
        zones.add(to: routes)
        routes.api(.get, "/sources/:source/vehicles", .fleet, query: FleetQuery.parameters) {
            try await vehicles($0)
        }
        routes.api(.get, "/sources/:source/vehicles/:id", .fleet, query: [.moment]) {
            try await vehicle($0)
        }
        routes.api(.post, "/sources/:source/refresh", .refresh) { request in
            let info = try await request.source().refresh(for: request)
            var object = JSONObjectWriter()
            object.add("revision", Int(info.revision))
            object.add("fetched_at", info.fetchedAt)
            object.add("total", info.listedTotal)
            return .json(object.text)
        }
    }

    static func document(_ name: StaticString, _ objects: [JSONObjectWriter]) -> UTF8Buffer {
        var object = JSONObjectWriter()
        object.add(name, objects)
        return object.text
    }

    private func vehicles(_ request: UserRequest) async throws -> Response {
        let source = try request.source()
        return try await lists.response(to: request, about: source) { isStale in
            let moment = try await request.moment(of: [source])
            var list = try await RequestedList(of: source, request, at: moment)
            list.query.limit = min(list.query.limit ?? Self.maxLength, Self.maxLength)
            let isLarge = (list.query.limit ?? Self.maxLength) > Self.maxSmallLength
            if isLarge { try request.takePlace(isShared: false) }
            return AnswerCache.Builder(isShared: list.isShared, isLarge: isLarge) {
                [list] reader in
                let (bytes, last) = try list.document(isStale: isStale, in: reader)
                var answer = SharedAnswer(
                    type: list.format.mediaType, fields: list.format.fields(named: source.name),
                    content: bytes)
                if let last {
                    let next = request.query.setting("after", [list.query.position(of: last).text])
                    answer.fields[.link] = "<\(source.apiPath)/vehicles\(next.query)>; rel=\"next\""
                }
                return answer
            }
        }
    }

    private func vehicle(_ request: UserRequest) async throws -> Response {
        let source = try request.source()
        let id = try request.parameter("id")
        let moment = try await request.moment(of: [source])
        let isStale = moment == nil && request.environment.sources.states(of: source).isStale
        let now = moment?.at ?? request.environment.now()
        let text = try await request.environment.snapshots.read { reader -> UTF8Buffer in
            let reader = moment.reader(over: reader)
            guard let found = try source.resolver.find(id, .exact, in: reader),
                let info = try reader.info(of: source.vehicles)
            else { throw Problem.notFound }
            var detail = found.detail(of: source.name, source.source, info, isStale: isStale)
            detail.moment = moment?.moment(of: source)
            let documents = try reader.documents(around: found.vehicle, of: source.vehicles)
            detail.context = VehicleDetail.Context(of: found.vehicle, in: documents, at: now)
            return detail.written(
                as: .json,
                style: TableStyle(width: nil, isColored: false, now: now, localTime: { _ in "" }))
        }
        return .json(text)
    }
}

extension Problem {
    static func notRead(_ source: PolledSource) -> Problem {
        Problem(
            .serviceUnavailable, "The feed of \(source.name) has not been read yet.",
            hint: "Try again in a few seconds.", fields: [.retryAfter: "5"], unavailable: .notRead)
    }
}

extension ListFormat {
    /// Header fields of a list in this format.
    /// - Parameter name: Name of the file that a web browser saves, without its ending.
    func fields(named name: String) -> HTTPFields {
        guard self == .csv || self == .xlsx else { return HTTPFields() }
        // Web browsers open such a file with a spreadsheet program.
        let file = PercentEncoding.encoded(name + "." + rawValue)
        return [.contentDisposition: "attachment; filename*=UTF-8''\(file)"]
    }

    var mediaType: String {
        switch self {
        case .table: "text/plain; charset=utf-8"
        case .json, .gbfs: "application/json"
        case .ndjson: "application/x-ndjson"
        case .csv: "text/csv; charset=utf-8"
        case .geojson: "application/geo+json"
        case .xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        }
    }
}

extension ServerEnvironment {
    /// Returns a source as the API shows it.
    fileprivate func document(_ source: PolledSource) -> SourceDocument {
        let states = sources.states(of: source)
        var document = SourceDocument()
        (document.id, document.name) = (source.uuid, source.name)
        document.labelField = source.source.labelField?.text
        document.history = source.source.history?.text
        document.state = status(of: source).status
        document.total = states.vehicles?.info?.listedTotal
        document.fetchedAt = states.shown?.info?.fetchedAt
        document.error = Language.inEnglish { states.shownFailure?.cause }
        if case .failed(_, let retryAt, _, _)? = states.shown { document.retryAt = retryAt }
        return document
    }
}

extension HTTPField.Name {
    static let link = HTTPField.Name("Link") ?? .location
}
