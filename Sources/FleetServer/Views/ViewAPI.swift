import FleetCore
import FleetService
import FleetTeam
import HTTPTypes
import Hummingbird

/// The views of the user, and those for everybody, in the API.
struct ViewAPI {
    /// Largest document in bytes: a filter, whose characters may be escaped, and a name.
    static let maxBody = 32_768

    func add(to routes: Routes) {
        routes.api(.get, "/views", .fleet) { request in
            let views = try await request.seenViews()
            return try .json(["views": views.map { ViewDocument($0) }])
        }
        routes.api(.post, "/views", .own) { request in
            let document = try await request.json(NewViewDocument.self, upTo: Self.maxBody)
            let view = try await request.access.views.add(
                ViewName(document.name), ViewContent.checked(document.filter, request),
                forAll: document.forAll ?? false)
            return try .json(ViewDocument(view), status: .created)
        }
        routes.api(.get, "/views/:id", .fleet) { request in
            let id = try request.uuid("id")
            guard let view = try await request.seenViews().first(where: { $0.id == id }) else {
                throw TeamError.notFound
            }
            return try .json(ViewDocument(view))
        }
        routes.api(.patch, "/views/:id", .own) { request in
            let document = try await request.json(ViewChangeDocument.self, upTo: Self.maxBody)
            var change = ViewChange(name: try document.name.map { try ViewName($0) })
            if let filter = document.filter {
                change.content = try await ViewContent.checked(filter, request)
            }
            let (view, alerts) = try await request.access.views.change(
                request.uuid("id"), change)
            return try .json(ViewDocument(view, alerts: alerts))
        }
        routes.api(.delete, "/views/:id", .own) { request in
            try await request.access.views.remove(request.uuid("id"))
            return .noContent
        }
    }
}

extension ViewContent {
    /// Parses a typed filter, whose values must exist in one of the sources.
    /// - Throws: `Problem` (422).
    static func checked(_ text: String, _ request: UserRequest) async throws -> ViewContent {
        let content = try parsed(text)
        if let unknown = try await request.unknownValues(
            content.query.listedValues + content.input.listedColumns, in: request.sources
        ).first {
            throw Problem(unknown, .unprocessableContent, parameter: "filter")
        }
        return content
    }

    /// Parses a typed filter.
    /// - Throws: `Problem` (422).
    private static func parsed(_ text: String) throws(Problem) -> ViewContent {
        do throws(ViewContentError) {
            return try ViewContent(text)
        } catch {
            throw Problem(
                .unprocessableContent, .verbatim(error.message.sentence),
                hint: "Use the query of a list, such as color=red&min_battery=20.",
                parameter: "filter")
        }
    }
}
