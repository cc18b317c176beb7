import FleetCore
import FleetService
import FleetTeam
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// A request with its context and environment.
protocol IncomingRequest: Sendable {
    var request: Request { get }
    var context: ServerContext { get }
    var environment: ServerEnvironment { get }
    /// Its origin.
    var client: Client { get }
    /// The items of its query.
    var query: QueryItems { get }
}

/// A request without a user.
struct ServerRequest: IncomingRequest {
    let request: Request
    let context: ServerContext
    let environment: ServerEnvironment
    let client: Client
    let query: QueryItems

    init(_ request: Request, _ context: ServerContext, in environment: ServerEnvironment) {
        (self.request, self.context, self.environment) = (request, context, environment)
        client = Client(of: request, context, in: environment)
        query = QueryItems(request.uri.query ?? "")
    }
}

/// A request of a user who is signed in.
struct UserRequest: IncomingRequest {
    let access: Access
    private let base: ServerRequest

    /// The number of open tasks that are assigned to the person, which pages show in their header.
    var openTasks = 0

    init(_ base: ServerRequest, of access: Access) { (self.base, self.access) = (base, access) }

    var request: Request { base.request }
    var context: ServerContext { base.context }
    var environment: ServerEnvironment { base.environment }
    var client: Client { base.client }
    var query: QueryItems { base.query }
}

extension IncomingRequest {
    var headers: HTTPFields { request.headers }

    /// Path of the address, still encoded.
    var path: String { request.uri.path }

    /// Path and query of the address.
    var target: String { path + query.query }

    /// Returns the decoded segment of the path that a route names `:name`.
    /// - Throws: `Problem` (404) for bytes that are not UTF-8.
    func parameter(_ name: String) throws -> String {
        guard let text = context.parameters.get(name),
            let decoded = PercentEncoding.decodedUTF8(text)
        else { throw Problem.notFound }
        return decoded
    }

    /// Returns the source that the segment `:source` of the path names.
    /// - Throws: `Problem` (404).
    func source() throws -> PolledSource {
        guard let source = environment.source(named: try parameter("source")) else {
            throw Problem.notFound
        }
        return source
    }

    /// Returns the UUID that a segment of the path names.
    /// - Throws: `Problem` (404).
    func uuid(_ name: String) throws -> UUID {
        guard let uuid = UUID(uuidString: try parameter(name)) else { throw Problem.notFound }
        return uuid
    }

    /// Returns the body.
    /// - Throws: `Problem` (413) if it has more bytes than `limit`, (400) if it is malformed or cut
    ///   off.
    func body(upTo limit: Int) async throws -> ByteBuffer {
        // A body that states a larger size is not read at all.
        if let size = headers[.contentLength].flatMap({ Int($0) }), size > limit {
            throw Problem.tooLarge(limit)
        }
        do {
            return try await request.body.collect(upTo: limit)
        } catch is NIOTooManyBytesError {
            throw Problem.tooLarge(limit)
        } catch {
            throw Problem(
                .badRequest, "The content of the request is malformed or incomplete.",
                hint: "Send it again.")
        }
    }

    /// Receives a body that may have photos, and passes it to `body`.
    /// - Throws: `Problem` (413, 503).
    func receiving(
        upTo limit: Int, _ body: ([UInt8]) async throws -> Response
    ) async throws -> Response {
        let stated = headers[.contentLength].flatMap { Int($0) }
        let count = min(max(stated ?? limit, 0), limit)
        return try await environment.photos.receiving(upTo: count) {
            try await body(Array(try await self.body(upTo: limit).readableBytesView))
        }
    }

    /// Returns the fields of an urlencoded form.
    /// - Throws: `Problem` (400, 413, 415).
    func form(upTo limit: Int) async throws -> QueryItems {
        try requireContent("application/x-www-form-urlencoded")
        let bytes = try await body(upTo: limit)
        let form = QueryItems(String(buffer: bytes))
        RepeatableRequest.current?.setContent(Array(buffer: bytes))
        RepeatableRequest.current?.setPageKey(form["idempotency_key"])
        guard !form.isTruncated else {
            throw Problem(
                .badRequest, "The form has more than \(QueryItems.maxCount) fields.",
                hint: "Send less at once.")
        }
        return form
    }

    /// Returns the body as a value of a JSON document, all of whose members are known.
    /// - Throws: `Problem` (400, 413, 415).
    func json<Document: RequestDocument>(
        _ type: Document.Type, upTo limit: Int
    ) async throws -> Document {
        try requireContent("application/json")
        let bytes = try await body(upTo: limit)
        RepeatableRequest.current?.setContent(Array(buffer: bytes))
        do {
            return try JSONDecoder().decode(
                StrictDocument<Document>.self, from: Data(bytes.readableBytesView)
            ).document
        } catch let error as DecodingError {
            throw Problem(
                .badRequest, .verbatim(error.summary), hint: "See /api/openapi.json.",
                parameter: error.member)
        } catch let error as UnknownMemberError {
            throw Problem(error)
        } catch let error as UnreadableFieldError {
            throw Problem(error)
        }
    }

    /// - Throws: `Problem` (415) if the content has another type.
    func requireContent(_ type: String) throws {
        let given = headers[.contentType] ?? ""
        let essence = given.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
        guard essence == type else {
            throw Problem(
                .unsupportedMediaType, "The content is not \(type).",
                hint: "Send it with Content-Type: \(type).")
        }
    }

    /// Path and query of the page of this server that the request comes from; `nil` for another.
    var ownReferer: String? { headers[.referer].flatMap(ownPath) }

    /// Returns the path and query of an address of this server; `nil` for another address.
    func ownPath(of address: String) -> String? {
        guard let origin = WebOrigin(ofAddress: address),
            environment.policy.origins.contains(origin)
        else { return nil }
        let rest = address.split(separator: "://", maxSplits: 1).last ?? ""
        guard let slash = rest.firstIndex(of: "/") else { return "/" }
        let path = String(rest[slash...])
        return path.hasPrefix("//") ? nil : path
    }

    /// The session or token that the request presents.
    var credential: Credential {
        Credential(of: request, cookieName: environment.cookieName)
    }
}

extension Client {
    /// Creates the origin of a request.
    init(of request: Request, _ context: ServerContext, in environment: ServerEnvironment) {
        self.init(
            address: IPAddress(
                of: context.remoteAddress, forwardedFor: request.headers[.xForwardedFor],
                trusting: environment.options.trustedProxies),
            agent: request.headers[.userAgent].map(BrowserName.shortened))
    }
}

extension DecodingError {
    /// The name of the member that is at fault; `nil` for a text that is not JSON.
    fileprivate var member: String? {
        switch self {
        case .keyNotFound(let key, _): key.stringValue
        case .typeMismatch(_, let context), .valueNotFound(_, let context),
            .dataCorrupted(let context):
            context.codingPath.first?.stringValue
        @unknown default: nil
        }
    }

    /// The problem in one sentence, without the values of the document.
    fileprivate var summary: String {
        func path(_ context: Context) -> String {
            context.codingPath.map(\.stringValue).joined(separator: ".")
        }
        switch self {
        case .keyNotFound(let key, _):
            return localized("The member \(key.stringValue) is missing.")
        case .typeMismatch(_, let context) where !context.codingPath.isEmpty,
            .valueNotFound(_, let context) where !context.codingPath.isEmpty:
            return localized("The member \(path(context)) has another type.")
        case .dataCorrupted(let context) where !context.codingPath.isEmpty:
            return localized("The member \(path(context)) is not valid.")
        default: return localized("The body is not a JSON document of the expected form.")
        }
    }
}

extension Problem {
    fileprivate init(_ error: UnknownMemberError) {
        let name = String(error.name.unicodeScalars.prefix(100))
        self.init(
            .badRequest, "The member \(name) is not known here.",
            hint: "The document has the members \(error.known.joined(separator: ", ")).",
            parameter: name)
    }

    fileprivate init(_ error: UnreadableFieldError) {
        guard error.isTime else {
            self.init(
                .badRequest, "The member \(error.name) is not valid.",
                hint: "See /api/openapi.json.", parameter: error.name)
            return
        }
        self.init(
            .unprocessableContent, "The member \(error.name) is not a time.",
            hint: "Send it as in 2026-01-31T18:00:00Z.")
    }

    /// The problem of an address without anything, or with something that the user may not know of.
    static var notFound: Problem {
        Problem(
            .notFound, "There is nothing at this address, or you cannot see it.",
            hint: "Check the address; the item may have been removed or made private.")
    }

    /// The problem of a body with more bytes than its route reads.
    fileprivate static func tooLarge(_ limit: Int) -> Problem {
        Problem(
            .contentTooLarge, "The request is larger than \(limit) bytes.",
            hint: "Send less at once.")
    }

    /// The problem of a query that names a source that does not exist.
    static var unknownSource: Problem {
        Problem(
            .notFound, "There is no source of this name.",
            hint: """
                It may have been removed. Choose another one; programs find the names at \
                /api/v1/sources.
                """,
            parameter: "source")
    }
}

extension HTTPField.Name {
    static let xForwardedFor = HTTPField.Name("X-Forwarded-For") ?? .via
}
