import FleetCore
import FleetService
import FleetTeam
import Foundation
import HTTPTypes
import Hummingbird

/// The page of what needs attention, and its forms.
struct AttentionHandlers {
    private static let maxBody = 16_384

    func add(to routes: Routes) {
        routes.page(.attention) { try await show($0) }
        routes.page(.post, "/attention/snooze", .write) { request in
            let form = try await request.form(upTo: Self.maxBody)
            let hours = form["hours"].flatMap { Int64($0) } ?? 0
            guard let group = form["group"].flatMap(AttentionGroup.init), (1...720).contains(hours)
            else { throw Problem(.unprocessableContent, "The form is not complete.") }
            do {
                _ = try await TypedSnooze(
                    group: group, source: form["source"] ?? "",
                    thing: .init(of: group, id: form["id"] ?? ""), reason: form["reason"] ?? "",
                    until: request.environment.now() + .seconds(hours * 3600)
                ).save(request)
            } catch TeamError.invalid(let field, let rule) {
                throw Problem(
                    .unprocessableContent,
                    .verbatim(TeamError.invalid(field, rule).cause.sentence),
                    hint: "Go back and correct it.")
            }
            return .redirect(to: request.ownReferer ?? "/attention")
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
            try await take(try await request.form(upTo: Self.maxBody), request)
            return .redirect(to: request.ownReferer ?? "/attention")
        }
    }

    /// Makes a task about an entry, which the person is to do.
    private func take(_ form: QueryItems, _ request: UserRequest) async throws {
        guard let group = form["group"].flatMap(AttentionGroup.init),
            group.isSnoozable, let source = form["source"]
        else { throw Problem(.unprocessableContent, "The form is not complete.") }
        let thing = AttentionSubject.Thing(of: group, id: form["id"] ?? "")
        let reason = (form["text"] ?? "").unicodeScalars.prefix(200)
        var new = NoteContent(
            text: [group.taskText, String(reason)].filter { !$0.isEmpty }.joined(separator: ": "),
            visibility: .team, task: .init(assignee: .me))
        switch thing {
        case .source: break
        case .vehicle(let id): new.vehicleID = id
        case .site(let id): new.siteID = id
        }
        try await request.access.attention.take(request.content(of: new, source: source).content)
    }

    private func show(_ request: UserRequest) async throws -> Response {
        let query = try AttentionQuery(ofPage: request)
        let sources = query.sources ?? request.sources
        let report = try await request.attention(query)
        let frame = request.page(.attention, of: sources)
        return try request.html(
            "attention",
            AttentionPage(
                page: frame, attention: AttentionPage.Content(report, of: sources, request)))
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
