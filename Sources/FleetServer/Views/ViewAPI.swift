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
        routes.api(.get, "/views") { request in
            let views = try await request.access.views.all()
            return try .json(["views": views.map { ViewDocument($0) }])
        }
        routes.api(.post, "/views") { request in
            let document = try await request.json(NewView.self, upTo: Self.maxBody)
            let view = try await request.access.views.add(
                ViewName(document.name), ViewContent.checked(document.filter, request),
                forAll: document.forAll ?? false)
            return try .json(ViewDocument(view), status: .created)
        }
        routes.api(.get, "/views/:id") { request in
            try .json(ViewDocument(await request.access.views.view(request.uuid("id"))))
        }
        routes.api(.patch, "/views/:id") { request in
            let document = try await request.json(ViewEdit.self, upTo: Self.maxBody)
            var change = ViewChange(name: try document.name.map { try ViewName($0) })
            if let filter = document.filter {
                change.content = try await ViewContent.checked(filter, request)
            }
            let (view, alerts) = try await request.access.views.change(
                request.uuid("id"), change)
            return try .json(ViewDocument(view, alerts: alerts))
        }
        routes.api(.delete, "/views/:id") { request in
            try await request.access.views.remove(request.uuid("id"))
            return .noContent
        }
    }

    private struct NewView: RequestDocument {
        enum CodingKeys: String, CodingKey, CaseIterable {
            case name, filter
            case forAll = "for_all"
        }

        var name: String
        /// The query of a list's address, or the whole address.
        var filter: String
        /// Whether everybody gets it; false without one.
        var forAll: Bool?
    }

    private struct ViewEdit: RequestDocument {
        enum CodingKeys: String, CodingKey, CaseIterable { case name, filter }

        var name: String?
        var filter: String?
    }
}

/// A view in the API.
struct ViewDocument: Encodable {
    var id: String
    var name: String
    /// The query of the address of a list.
    var filter: String
    /// Whether everybody has it.
    var forAll: Bool
    /// Name of the administrator who added one for everybody.
    var createdBy: String?
    var createdAt: String
    var changedAt: String
    /// Names of the alerts that use it, in the answer to a change of one for everybody.
    var alerts: [String]?

    init(_ view: TeamView, alerts: [String]? = nil) {
        (id, name, filter) = (view.id.text, view.name.text, view.content.text)
        (forAll, createdBy) = (view.isForAll, view.createdBy)
        (createdAt, changedAt) = (view.createdAt.apiText, view.changedAt.apiText)
        self.alerts = view.isForAll ? alerts : nil
    }
}

extension ViewContent {
    /// Parses a typed filter, whose values must exist in one of the sources.
    /// - Throws: `Problem` (422).
    static func checked(_ text: String, _ request: UserRequest) async throws -> ViewContent {
        let content = try parsed(text)
        if let unknown = try await request.unknownValues(
            of: content.filter, in: request.environment.sources.all
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
