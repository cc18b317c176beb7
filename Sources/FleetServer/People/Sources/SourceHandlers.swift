import FleetCore
import FleetService
import FleetTeam
import Foundation
import HTTPTypes
import Hummingbird

/// The sources of the server, for administrators.
struct SourceHandlers {
    func add(to routes: Routes) {
        routes.administrationPage(.get, "/sources") { request, _ in
            try await SourcesPage.response(request)
        }
        routes.administrationPage(.post, "/sources", addByForm)
        routes.administrationPage(.post, "/sources/:id", changeByForm)
        routes.administrationAPI(.post, "/sources") { request, administration in
            let document = try await request.request.json(
                NewSourceDocument.self, upTo: SignInHandlers.maxBody)
            try await change(
                .add(document.name, document.location, ids: document.ids), request,
                administration)
            return .noContent
        }
        routes.administrationAPI(.patch, "/sources/:source") { request, administration in
            let document = try await request.request.json(
                ChangeDocument.self, upTo: SignInHandlers.maxBody)
            try await change(
                document.change(of: request.request.source()), request, administration)
            return .noContent
        }
        routes.administrationAPI(.delete, "/sources/:source") { request, administration in
            try await change(.remove(request.request.source()), request, administration)
            return .noContent
        }
    }

    private enum Change {
        case add(_ name: String, _ location: String, ids: String?)
        case rename(PolledSource, to: String)
        case publish(PolledSource, Set<Source.Publication>)
        case remove(PolledSource)

        /// - Throws: `Problem` (422) for a form that names no change.
        init(_ form: QueryItems, of source: PolledSource) throws {
            switch form["do"] {
            case "rename": self = .rename(source, to: form["name"] ?? "")
            case "publish": self = .publish(source, try .init(named: form.all("publish")))
            case "remove": self = .remove(source)
            default: throw Problem(.unprocessableContent, "The form names no change.")
            }
        }
    }

    private struct NewSourceDocument: RequestDocument {
        enum CodingKeys: String, CodingKey, CaseIterable { case name, location, ids }

        var name: String
        var location: String
        /// `stable` or `rotating`; as observed without one.
        var ids: String?
    }

    private struct ChangeDocument: RequestDocument {
        enum CodingKeys: String, CodingKey, CaseIterable { case name, publish }

        var name: String?
        /// `page` and `gbfs`.
        var publish: [String]?

        /// - Throws: `Problem` (422) unless there is exactly one change.
        func change(of source: PolledSource) throws -> Change {
            switch (name, publish) {
            case (let name?, nil): return .rename(source, to: name)
            case (nil, let publish?): return .publish(source, try .init(named: publish))
            default:
                throw Problem(
                    .unprocessableContent, "There is not exactly one change.",
                    hint: "Send either name or publish.")
            }
        }
    }

    private func addByForm(
        _ request: UserRequest, _ administration: Administration
    ) async throws -> Response {
        let form = try await request.request.form(upTo: SignInHandlers.maxBody)
        return try await answer(
            .add(form["name"] ?? "", form["location"] ?? "", ids: form["ids"]), request,
            administration)
    }

    private func changeByForm(
        _ request: UserRequest, _ administration: Administration
    ) async throws -> Response {
        let form = try await request.request.form(upTo: SignInHandlers.maxBody)
        let id = try request.request.uuid("id")
        guard let source = request.environment.sources.all.first(where: { $0.uuid == id }) else {
            throw Problem.notFound
        }
        return try await answer(Change(form, of: source), request, administration)
    }

    /// Makes a change and returns to the page; what was refused is shown there.
    private func answer(
        _ change: Change, _ request: UserRequest, _ administration: Administration
    ) async throws -> Response {
        do {
            try await self.change(change, request, administration)
        } catch let problem as Problem where problem.status.kind == .clientError {
            return try await SourcesPage.response(request, problem)
        }
        return .redirect(to: "/admin/sources")
    }

    /// Makes a change and records it.
    private func change(
        _ change: Change, _ request: UserRequest, _ administration: Administration
    ) async throws {
        // The rules look up hosts, which a token that only reads must not make the server do.
        try await administration.requireChange()
        guard let settings = request.environment.sourceAdministration else {
            throw Problem(
                .conflict, "This server cannot change its sources.",
                hint: "Use `fleet source` on the machine.")
        }
        do {
            let (action, subject) = try await make(change, in: settings, request)
            try await administration.record(action, subject: subject)
        } catch let error as SourceChangeError {
            throw Problem(error)
        }
    }

    /// Makes a change; returns what the audit log records.
    private func make(
        _ change: Change, in settings: any SourceAdministration, _ request: UserRequest
    ) async throws -> (AuditAction, subject: String) {
        switch change {
        case .add(let name, let location, let ids):
            let name = try unusedName(name, request)
            let rotation = try IDRotation(named: ids)
            let location = try await request.environment.sourceRules.location(location)
            try await settings.add(
                name, at: location, rotation: rotation,
                publicHostsOnly: !request.environment.options.allowsPrivateSources)
            return (.sourceAdded, name)
        case .rename(let source, let name):
            let name = try unusedName(name, request)
            try await settings.rename(source.uuid, to: name)
            return (.sourceChanged, "\(source.name): renamed to \(name)")
        case .publish(let source, let publications):
            try await settings.setPublications(publications, of: source.uuid)
            let names = publications.map(\.rawValue).sorted().joined(separator: ", ")
            return (
                .sourceChanged, "\(source.name): publishes \(names.isEmpty ? "nothing" : names)"
            )
        case .remove(let source):
            try await settings.remove(source.uuid)
            return (.sourceRemoved, source.name)
        }
    }

    private func unusedName(_ text: String, _ request: UserRequest) throws -> String {
        let name = try request.environment.sourceRules.name(text)
        guard !request.environment.sources.all.contains(where: { $0.name == name }) else {
            throw Problem(SourceChangeError.nameTaken)
        }
        return name
    }
}

extension Set<Source.Publication> {
    /// - Throws: `Problem` (422) for a name of none.
    fileprivate init(named names: [String]) throws {
        let found = names.compactMap(Source.Publication.init)
        guard found.count == names.count else {
            throw Problem(
                .unprocessableContent, "What to publish is not valid.", hint: "Use page and gbfs.")
        }
        self.init(found)
    }
}

extension IDRotation {
    /// - Throws: `Problem` (422) for a text that is no rotation; nil is as observed.
    fileprivate init?(named text: String?) throws {
        switch text {
        case nil: return nil
        case "stable": self = .no
        case "rotating": self = .yes
        default:
            throw Problem(
                .unprocessableContent, "The kind of IDs is not valid.",
                hint: "Use stable or rotating.")
        }
    }
}
