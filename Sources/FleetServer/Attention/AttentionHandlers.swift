import FleetCore
import FleetService
import FleetTeam
import Foundation
import HTTPTypes
import Hummingbird

/// The page of what needs attention, and its forms.
struct AttentionHandlers {
    /// Largest form in bytes: marked entries with their texts.
    private static let maxBody = 262_144

    func add(to routes: Routes) {
        routes.page(.attention) { try await show($0) }
        routes.page(.get, "/attention/count", .notes) { request in
            var query = try AttentionQuery(ofPage: request)
            (query.scope.limit, query.scope.hasAges) = (1, false)
            let count = try await request.attention(query).count
            var document = JSONObjectWriter()
            document.add("text", count == 0 ? "" : ShortText.grouped(count))
            return .json(document.text)
        }
        routes.page(.post, "/attention/snooze", .write) { request in
            let form = try await request.form(upTo: Self.maxBody)
            let hours = form["hours"].flatMap { Int64($0) } ?? 0
            let keys = try AttentionEntryKey.all(of: form)
            guard (1...720).contains(hours), keys.allSatisfy(\.group.isSnoozable) else {
                throw Problem(
                    .unprocessableContent, "The form is not complete.",
                    hint: "Reports and tasks are not snoozed: take them, or change the due time.")
            }
            let until = request.environment.now() + .seconds(hours * 3600)
            return try await answer(keys, request) { key in
                _ = try await TypedSnooze(
                    group: key.group, source: key.source, thing: key.thing,
                    reason: form["reason"] ?? "", until: until
                ).save(request)
            }
        }
        routes.page(.post, "/attention/snooze/:id/end", .write) { request in
            do {
                try await request.access.attention.endSnooze(request.uuid("id"))
            } catch TeamError.notFound {
                // Somebody else has ended it.
            }
            return .redirect(to: request.ownReferer ?? "/attention")
        }
        routes.page(.post, "/attention/take", .write) { request in
            let form = try await request.form(upTo: Self.maxBody)
            return try await answer(AttentionEntryKey.all(of: form), request) {
                try await take($0, for: .me, request)
            }
        }
        routes.page(.post, "/attention/assign", .write) { request in
            let form = try await request.form(upTo: Self.maxBody)
            guard let name = form["assignee"] else {
                throw Problem(.unprocessableContent, "The form is not complete.")
            }
            return try await answer(AttentionEntryKey.all(of: form), request) {
                try await take($0, for: .named(name), request)
            }
        }
    }

    /// Does something about each entry, and returns to the page.
    ///
    /// One that fails, such as a vehicle that has left the feed, keeps none of the others.
    /// - Throws: The first error.
    private func answer(
        _ keys: [AttentionEntryKey], _ request: UserRequest,
        _ body: (AttentionEntryKey) async throws -> Void
    ) async throws -> Response {
        var failure: (any Error)?
        var failures = 0
        for key in keys {
            do {
                try await body(key)
            } catch TeamError.invalid(let field, let rule) {
                failures += 1
                failure =
                    failure
                    ?? Problem(
                        .unprocessableContent,
                        .verbatim(TeamError.invalid(field, rule).cause.sentence),
                        hint: "Go back and correct it.")
            } catch {
                failures += 1
                failure = failure ?? error
            }
        }
        if let failure {
            guard failures < keys.count, let problem = failure as? Problem else { throw failure }
            throw Problem(
                problem.status,
                "\(keys.count - failures) of \(keys.count) are done. \(problem.detail)")
        }
        return .redirect(to: request.ownReferer ?? "/attention")
    }

    /// Makes a task about an entry, which a person is to do; one that is a task or a report becomes
    /// the task of that person.
    private func take(
        _ key: AttentionEntryKey, for person: Assignee, _ request: UserRequest
    ) async throws {
        guard key.group.isSnoozable else {
            guard let id = UUID(uuidString: key.id) else { throw Problem.notFound }
            let note = try await request.access.notes.note(id)
            // Somebody else was first.
            if person == .me, note.assignee != nil { return }
            _ = try await request.access.notes.change(
                id, version: note.version, NoteChange(assignee: person))
            return
        }
        var new = NoteContent(
            text: [key.group.taskText, key.text].filter { !$0.isEmpty }.joined(separator: ": "),
            visibility: .team, task: .init(assignee: person))
        switch key.thing {
        case .source: break
        case .vehicle(let id): new.vehicleID = id
        case .site(let id): new.siteID = id
        }
        let task = try await request.access.attention.take(
            request.content(of: new, source: key.source).content)
        guard task != nil || person == .me else {
            throw Problem(
                .conflict, "Somebody has taken this entry already.",
                hint: "Assign the task of that person instead.")
        }
    }

    private func show(_ request: UserRequest) async throws -> Response {
        let query = try AttentionQuery(ofPage: request)
        let sources = query.sources ?? request.sources
        let report = try await request.attention(query)
        var frame = request.page(.attention, of: sources)
        if !sources.isEmpty { frame.live = PageContext.Live(sources, request.style) }
        for index in frame.nav.indices where frame.nav[index].isCurrent && report.count > 0 {
            frame.nav[index].count = ShortText.grouped(report.count)
        }
        let members = request.access.may(.write) ? try await request.access.members() : []
        return try request.html(
            "attention",
            AttentionPage(
                page: frame,
                attention: AttentionPage.Content(
                    report, of: sources, members: members, request)))
    }
}

extension AttentionGroup {
    /// Beginning of the text of a task about an entry.
    var taskText: String {
        switch self {
        case .report: localized("Report")
        case .source, .feed: localized("Source")
        case .alarm, .siteAlarm: localized("Alarm")
        case .battery: localized("Low battery")
        case .idle: localized("Idle")
        case .task: localized("Task")
        }
    }
}
