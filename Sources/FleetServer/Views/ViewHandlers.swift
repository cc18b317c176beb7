import FleetCore
import FleetTeam
import Foundation
import HTTPTypes
import Hummingbird

/// The forms of views: on the list, which saves its filter, and on the page `/views`.
struct ViewHandlers {
    func add(to routes: Routes) {
        routes.page(.views) { try await ViewsPage.response($0) }
        routes.page(.post, "/views", .own) { request in
            let form = try await request.form(upTo: ViewAPI.maxBody)
            return try await Self.refusing(form, request) { try await save(form, request) }
        }
        routes.page(.post, "/views/:id", .own) { request in
            let form = try await request.form(upTo: ViewAPI.maxBody)
            let id = try request.uuid("id")
            return try await Self.refusing(nil, request) {
                try await change(id, form, request)
            }
        }
    }

    /// Runs a form; the page `/views` shows why one was refused.
    /// - Parameter typed: The form, if the page repeats it.
    private static func refusing(
        _ typed: QueryItems?, _ request: UserRequest, _ body: () async throws -> Response
    ) async throws -> Response {
        let problem: Problem
        do {
            return try await body()
        } catch let error as TeamError where error.isMistake {
            problem = Problem(error)
        } catch let error as Problem where error.status == .unprocessableContent {
            problem = error
        }
        return try await ViewsPage.response(request, problem, typed: typed)
    }

    /// Saves a view, or with the field `replace` that of the same name.
    private func save(_ form: QueryItems, _ request: UserRequest) async throws -> Response {
        let name = try ViewName(form["name"] ?? "")
        let content = try await ViewContent.checked(form["filter"] ?? "", request)
        let forAll = try form.flag("for_all")
        let views = request.access.views
        if try form.flag("replace") {
            let same = try await views.all().first { $0.isForAll == forAll && $0.name == name }
            if let same {
                return try await change(same, ViewChange(content: content), form, request)
            }
        }
        let view = try await views.add(name, content, forAll: forAll)
        return .redirect(to: view.path(form["source"]))
    }

    private func change(
        _ id: UUID, _ form: QueryItems, _ request: UserRequest
    ) async throws -> Response {
        let views = request.access.views
        switch form["do"] {
        case "rename":
            let change = ViewChange(name: try ViewName(form["name"] ?? ""))
            return try await self.change(try await views.view(id), change, form, request)
        case "save":
            let content = try await ViewContent.checked(form["filter"] ?? "", request)
            let change = ViewChange(content: content)
            return try await self.change(try await views.view(id), change, form, request)
        case "remove":
            try await views.remove(id)
            return .redirect(to: "/views")
        default: throw Problem(.unprocessableContent, "The form names no change.")
        }
    }

    /// Changes a view, and returns to where it is shown; the page names the alerts that use it.
    private func change(
        _ view: TeamView, _ change: ViewChange, _ form: QueryItems, _ request: UserRequest
    ) async throws -> Response {
        let (view, alerts) = try await request.access.views.change(view.id, change)
        guard alerts.isEmpty else {
            return try await ViewsPage.response(request, changed: (view, alerts))
        }
        return .redirect(to: change.content == nil ? "/views" : view.path(form["source"]))
    }
}

extension TeamView {
    /// Path of the list with the view.
    func path(_ source: String?) -> String {
        path(keeping: QueryItems(source.map { [("source", $0)] } ?? []))
    }

    /// Returns the path of its list.
    /// - Parameter sources: The items of a query that name the sources.
    func path(keeping sources: QueryItems) -> String {
        "/" + sources.setting("view", [id.text]).query
    }
}

extension TeamError {
    /// Whether a person can correct a form that was refused for it.
    fileprivate var isMistake: Bool {
        switch self {
        case .invalid, .nameTaken, .tooMany, .viewInUse: true
        default: false
        }
    }
}
