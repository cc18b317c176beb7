import FleetCore
import FleetSQL
import FleetService
import FleetSettings
import FleetTeam
import Foundation
import HTTPTypes
import Hummingbird

/// The sources of the server, for administrators.
struct SourceHandlers {
    func add(to routes: Routes) {
        routes.administrationPage(.get, "/sources") { request, _ in
            try await SourcesPage.response(request, notice: SourceNotice(request.query))
        }
        routes.administrationPage(.post, "/sources", addByForm)
        routes.administrationPage(.get, "/sources/:id") { request, _ in
            try await SourcePage.response(request, source(of: request))
        }
        routes.administrationPage(.post, "/sources/:id", changeByForm)
        routes.administrationPage(.get, "/sources/:id/remove", confirmRemoval)
        routes.administrationAPI(.post, "/sources") { request, administration in
            let document = try await request.json(
                NewSourceDocument.self, upTo: SignInHandlers.maxBody)
            let made = try await change(
                .add(
                    document.name, document.location, SourceAccess(document.credentials),
                    ids: document.ids,
                    provider: Source.Provider(.mds, if: document.mds) ?? .detected,
                    history: HistoryChoice(typed: document.history)),
                request, administration)
            return try .json(CheckedSourceDocument(made), status: .created)
        }
        routes.administrationAPI(.patch, "/sources/:source") { request, administration in
            let document = try await request.json(
                SourceChangeDocument.self, upTo: SignInHandlers.maxBody)
            let made = try await change(
                document.change(of: request.source()), request, administration)
            return made.isChecked ? try .json(CheckedSourceDocument(made)) : .noContent
        }
        routes.administrationAPI(.delete, "/sources/:source") { request, administration in
            _ = try await change(.remove(request.source()), request, administration)
            return .noContent
        }
    }

    private struct NewSourceDocument: RequestDocument {
        enum CodingKeys: String, CodingKey, CaseIterable {
            case name, location, credentials, ids, mds, history
        }

        var name: String
        var location: String
        /// Their `type` and its members.
        var credentials: [String: String]?
        /// `stable` or `rotating`; as observed without one.
        var ids: String?
        /// Whether the service is asked for a version of MDS.
        var mds: Bool?
        /// How long changes are kept, such as `30d`; none without one.
        var history: String?
    }

    /// A source whose feed was read, in the API.
    private struct CheckedSourceDocument: Encodable {
        var name: String
        var format: String?
        var systemName: String?
        var vehicles: Int?
        var sites: Int?

        init(_ made: MadeSourceChange) {
            name = made.name
            (format, systemName) = (made.findings?.format, made.findings?.systemName)
            (vehicles, sites) = (made.findings?.vehicles, made.findings?.sites)
        }
    }

    private func addByForm(
        _ request: UserRequest, _ administration: Administration
    ) async throws -> Response {
        let form = try await request.form(upTo: SignInHandlers.maxBody)
        let isFirstStep = form.has(OnboardingHandlers.formField)
        do {
            let made = try await change(
                .add(
                    form["name"] ?? "", form["location"] ?? "", SourceAccess(form),
                    ids: form["ids"], provider: form.provider() ?? .detected,
                    history: HistoryChoice(typed: form["history"])),
                request, administration)
            return isFirstStep
                ? .redirect(to: SitePage.start.path)
                : try SourceNotice(made).redirect(request)
        } catch let problem as Problem where problem.status.kind == .clientError {
            return isFirstStep
                ? try await FirstStepsPage.response(request, problem, form: form)
                : try await SourcesPage.response(request, problem, form: form)
        }
    }

    /// Makes a change and shows its result; a form that is refused is shown again.
    private func changeByForm(
        _ request: UserRequest, _ administration: Administration
    ) async throws -> Response {
        let form = try await request.form(upTo: SignInHandlers.maxBody)
        let source = try source(of: request)
        do {
            let wanted = try SourceChange(form, of: source)
            if let page = ConfirmPage(wanted) {
                return try AdministrationPage(.sources, of: request, page)
                    .response("admin_confirm", request)
            }
            let made = try await change(wanted, request, administration)
            return try SourceNotice(made).redirect(request)
        } catch let problem as Problem where problem.status.kind == .clientError {
            return switch form["do"] {
            case "silence", "unsilence":
                try await CheckPage.response(request, source, problem, form: form)
            default: try await SourcePage.response(request, source, problem, form: form)
            }
        }
    }

    private func source(of request: UserRequest) throws -> PolledSource {
        let id = try request.uuid("id")
        guard let source = request.environment.sources.all.first(where: { $0.uuid == id }) else {
            throw Problem.notFound
        }
        return source
    }

    /// Asks before a source is removed.
    private func confirmRemoval(
        _ request: UserRequest, _ administration: Administration
    ) async throws -> Response {
        let source = try source(of: request)
        let counts = try await administration.counts(ofSource: source.uuid)
        let page = ConfirmPage(
            question: localized("Remove source \(source.name)?"),
            losses: counts.lines(ofSource: source.name),
            kept: localized("This cannot be undone."), action: "/admin/sources/" + source.uuid.text,
            button: localized("Remove \(source.name)"), cancelHref: SitePage.sources.path)
        return try AdministrationPage(.sources, of: request, page)
            .response("admin_confirm", request)
    }

    /// Makes a change and records it.
    private func change(
        _ change: SourceChange, _ request: UserRequest, _ administration: Administration
    ) async throws -> MadeSourceChange {
        // The rules look up hosts, which a token that only reads must not make the server do.
        try await administration.requireChange()
        guard let settings = request.environment.sourceAdministration else {
            throw Problem(
                .conflict, "This server cannot change its sources.",
                hint: "Use `fleet source` on the machine.")
        }
        do {
            let made = try await SettingsLock.$timeout.withValue(WaitLimit.write) {
                try await make(change, in: settings, request, administration)
            }
            try await administration.record(made.action, subject: made.subject)
            return made
        } catch let error as SourceChangeError {
            throw Problem(error)
        }
    }

    private func make(
        _ change: SourceChange, in settings: any SourceAdministration, _ request: UserRequest,
        _ administration: Administration
    ) async throws -> MadeSourceChange {
        switch change {
        case .add(let name, let location, let access, let ids, let provider, let history):
            return try await add(
                name, at: location, access, ids: ids, provider: provider, history: history,
                in: settings, request, administration)
        case .locate(let source, let location, let access, let provider, let removesHistory):
            return try await locate(
                source, at: location, access, provider: provider,
                removesHistory: removesHistory, in: settings, request)
        case .rename(let source, let name):
            let name = try unusedName(name, request)
            try await settings.rename(source.uuid, to: name)
            return MadeSourceChange(of: source, "renamed to \(name)", .renamed, name: name)
        case .makeDefault(let source):
            try await settings.setDefault(source.uuid)
            return MadeSourceChange(of: source, "default source", .isDefault)
        case .publish(let source, let publications, let contact):
            try await requireContact(for: publications, contact, request, administration)
            let edit = SourceEdit { $0.publications = publications }
            _ = try await settings.change(source.uuid, edit, removesHistory: false)
            let names = publications.map(\.rawValue).sorted().joined(separator: ", ")
            return MadeSourceChange(
                of: source, "publishes \(names.isEmpty ? "nothing" : names)", .published)
        case .attend(let source, let rules):
            let edit = SourceEdit { $0.attention = { attention in attention = rules } }
            _ = try await settings.change(source.uuid, edit, removesHistory: false)
            return MadeSourceChange(of: source, "attention " + rules.auditText, .attention)
        case .check(let source, let change):
            return try await change.make(of: source, in: settings, request)
        case .keep(let source, let history, let removesHistory):
            let edit = SourceEdit { $0.history = .some(history) }
            _ = try await settings.change(source.uuid, edit, removesHistory: removesHistory)
            return MadeSourceChange(
                of: source, "history \(history?.text ?? "default")", .history)
        case .remove(let source):
            try await settings.remove(source.uuid)
            return .init(
                action: .sourceRemoved, subject: source.name, done: .removed, name: source.name)
        }
    }

    private func add(
        _ name: String, at text: String, _ access: SourceAccess?, ids: String?,
        provider: Source.Provider, history: HistoryChoice?, in settings: any SourceAdministration,
        _ request: UserRequest, _ administration: Administration
    ) async throws -> MadeSourceChange {
        let environment = request.environment
        let id = try await administration.newSourceID()
        let name = try unusedName(name, request, for: id)
        var new = SourceEdit()
        new.rotation = try IDRotation(named: ids)
        let location = try await environment.sourceRules.location(text)
        new.credentials = try await access?.credentials(by: environment.sourceRules)
        (new.provider, new.history) = (provider, .some(history))
        new.publicHostsOnly = !environment.options.allowsPrivateSources
        let findings = try await settings.add(name, as: id, at: location, new)
        let subject = name + (history.map { ": history " + $0.text } ?? "")
        return MadeSourceChange(
            action: .sourceAdded, subject: subject, done: .added, name: name, isChecked: true,
            findings: findings)
    }

    private func locate(
        _ source: PolledSource, at text: String?, _ access: SourceAccess?,
        provider: Source.Provider?, removesHistory: Bool,
        in settings: any SourceAdministration, _ request: UserRequest
    ) async throws -> MadeSourceChange {
        let environment = request.environment
        let present = source.source
        // The page shows an address without its secrets, which an unchanged form must not lose.
        let isSame = text == nil || text == present.location.description
        // Each request for a token then checks its host, as do those for the feed.
        let isTrusted = isSame && access?.hasAddress != true
        var edit = SourceEdit()
        edit.location =
            isTrusted
            ? present.location
            : try await environment.sourceRules.location(
                isSame ? present.location.text : text ?? "")
        edit.credentials = try await access?.credentials(by: environment.sourceRules)
        edit.provider = provider
        edit.publicHostsOnly =
            isTrusted ? present.publicHostsOnly : !environment.options.allowsPrivateSources
        let findings = try await settings.change(
            source.uuid, edit, removesHistory: removesHistory)
        let newKind = provider == present.provider ? nil : provider
        var changes = isSame ? [] : ["another address"]
        if access != nil { changes.append(isSame ? "other credentials" : "credentials") }
        if let newKind {
            changes.append(newKind.dialect.map { "feed of " + $0.rawValue } ?? "feed as recognized")
        }
        if changes.isEmpty { changes = ["another address"] }
        let done: SourceNotice.Kind =
            !isSame ? .moved : access != nil ? .credentials : newKind != nil ? .feedKind : .moved
        return MadeSourceChange(
            action: .sourceChanged,
            subject: source.name + ": " + changes.joined(separator: " and "), done: done,
            name: source.name, isChecked: true, findings: findings)
    }

    /// Sets the address for questions if one was sent.
    /// - Throws: `Problem` (422) if GBFS would be published without one.
    private func requireContact(
        for publications: Set<Source.Publication>, _ typed: String?, _ request: UserRequest,
        _ administration: Administration
    ) async throws {
        let contact = request.environment.options.contact
        let known = try await contact.address()
        if let typed, typed != known {
            try await contact.set(typed, as: administration)
        } else if publications.contains(.gbfs), known == nil {
            throw Problem(
                .unprocessableContent, "GBFS needs an email address for questions about the feed.",
                hint: "Enter one (`contact`) together with the publication.", parameter: "contact")
        }
    }

    /// - Parameter id: The source that may have the name already.
    private func unusedName(
        _ text: String, _ request: UserRequest, for id: UUID? = nil
    ) throws -> String {
        let name = try request.environment.sourceRules.name(text)
        let others = request.environment.sources.all.filter { $0.uuid != id }
        guard !others.contains(where: { $0.name == name }) else {
            throw Problem(SourceChangeError.nameTaken)
        }
        return name
    }
}
