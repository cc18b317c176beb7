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
        addTables(to: routes)
        routes.administrationPage(.post, "/sources/:id/columns", changeColumns)
        routes.administrationAPI(.post, "/sources") { request, administration in
            let document = try await request.json(
                NewSourceDocument.self, upTo: SignInHandlers.maxBody)
            let made = try await change(.add(document), request, administration)
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

    private func addByForm(
        _ request: UserRequest, _ administration: Administration
    ) async throws -> Response {
        let form = try await request.form(upTo: SignInHandlers.maxBody)
        let isFirstStep = form.has(OnboardingHandlers.formField)
        do {
            let made = try await change(
                .add(NewSourceDocument(form)), request, administration)
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
            let wanted =
                form["do"] == "remove"
                ? .remove(source) : try SourceChangeDocument(form).change(of: source)
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

    func source(of request: UserRequest) throws -> PolledSource {
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
    func change(
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
        case .add(let document):
            return try await add(document, in: settings, request, administration)
        case .importTable(let table, let name):
            return try await importTable(
                table, named: name, in: settings, request, administration)
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
        case .publish(let source, let publications, let location, let contact):
            try await requireContact(for: publications, contact, request, administration)
            return try await publish(publications, location, of: source, in: settings)
        case .attend(let source, let rules):
            let edit = SourceEdit { $0.attention = { attention in attention = rules } }
            _ = try await settings.change(source.uuid, edit, removesHistory: false)
            return MadeSourceChange(of: source, "attention " + rules.auditText, .attention)
        case .check(let source, let change):
            return try await change.make(of: source, in: settings, request)
        case .columns(let source, let choices):
            return try await choices.change(of: source, request).make(of: source, in: settings)
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
        _ document: NewSourceDocument, in settings: any SourceAdministration,
        _ request: UserRequest, _ administration: Administration
    ) async throws -> MadeSourceChange {
        let environment = request.environment
        let access = try SourceAccess(document.credentials)
        let history = try HistoryChoice(typed: document.history)
        let id = try await administration.newSourceID()
        let name = try unusedName(document.name, request, for: id)
        var new = SourceEdit()
        new.rotation = try IDRotation(named: document.ids)
        let location = try await environment.sourceRules.location(document.location)
        new.credentials = try await access?.credentials(by: environment.sourceRules)
        (new.provider, new.history) = (.init(.mds, if: document.mds) ?? .detected, .some(history))
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

    private func publish(
        _ publications: Set<Source.Publication>, _ location: Source.PublishedLocation?,
        of source: PolledSource, in settings: any SourceAdministration
    ) async throws -> MadeSourceChange {
        let edit = SourceEdit {
            ($0.publications, $0.publishedLocation) = (publications, location)
        }
        _ = try await settings.change(source.uuid, edit, removesHistory: false)
        let names = publications.map(\.rawValue).sorted().joined(separator: ", ")
        let text = "publishes " + (names.isEmpty ? "nothing" : names)
        let locationText = location.map { ", location " + $0.rawValue } ?? ""
        return MadeSourceChange(of: source, text + locationText, .published)
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
    func unusedName(
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

/// A source whose feed was read, in the API.
struct CheckedSourceDocument: Document {
    private var name = ""
    private var format: String?
    private var systemName: String?
    private var vehicles: Int?
    private var sites: Int?

    init() {}

    fileprivate init(_ made: MadeSourceChange) {
        name = made.name
        (format, systemName) = (made.findings?.format, made.findings?.systemName)
        (vehicles, sites) = (made.findings?.vehicles, made.findings?.sites)
    }

    mutating func visit(_ fields: inout some FieldVisitor) {
        fields.visit("name", &name)
        fields.visit("format", &format, "Absent if a simulation simulated a failure.")
        fields.visit("system_name", &systemName)
        fields.visit("vehicles", &vehicles)
        fields.visit("sites", &sites)
    }
}
