import FleetCore
import FleetTeam
import Foundation
import Hummingbird

/// The audit log, for administrators.
struct AuditHandlers {
    private static let pageSize = 100
    private static let before = QueryParameter(
        "before", .uuid, "Only entries before this one.")
    private static let limit = QueryParameter(
        "limit", .number(1...999), "At most this many.", byDefault: FieldValue(pageSize))

    func add(to routes: Routes) {
        routes.administrationPage(.get, "/audit", show)
        routes.administrationAPI(.get, "/audit", query: [Self.before, Self.limit]) {
            request, administration in
            let limit = try request.query.value(of: Self.limit).flatMap { Int($0) }
            let page = try await page(request, administration, limit: limit ?? Self.pageSize)
            return try .json(page.document)
        }
    }

    /// Entries, newest first, and the ID with which the next ones are found.
    private struct LogPage {
        var entries: [AuditEntry]
        /// ID of the last entry, if there are older ones.
        var next: UUID?

        var document: AuditDocument {
            AuditDocument(
                entries: entries.map(AuditDocument.Entry.init), nextBefore: next.map(\.text))
        }
    }

    private func show(
        _ request: UserRequest, _ administration: Administration
    ) async throws -> Response {
        let log = try await page(request, administration, limit: Self.pageSize)
        let days = Int(request.environment.team.auditRetention.components.seconds / 86_400)
        var page = AdministrationPage(
            .audit, of: request,
            AuditContent(days: "\(days)", audit: log.entries.map { AuditRow($0, request) }))
        let isFirst = request.query["before"] == nil
        if !isFirst || log.next != nil {
            page.pager = Pager(
                text: localized("\(log.entries.count) entries"),
                firstHref: isFirst ? nil : SitePage.audit.path,
                nextHref: log.next.map { "/admin/audit?before=" + $0.text })
        }
        return try page.response("admin_audit", request)
    }

    private func page(
        _ request: UserRequest, _ administration: Administration, limit: Int
    ) async throws -> LogPage {
        let before = try request.query.value(of: Self.before).flatMap(UUID.init)
        // One more shows whether there is a next page.
        let entries = try await administration.auditEntries(before: before, limit: limit + 1)
        let shown = Array(entries.prefix(limit))
        return LogPage(entries: shown, next: entries.count > limit ? shown.last?.id : nil)
    }
}

/// The keys of the template `admin_audit`.
private struct AuditContent {
    var days: String
    var audit: [AuditRow]
}

private struct AuditRow {
    var at: ShownTime
    var actor: String
    var auditAction: String
    var subject: String
    var address: String

    init(_ entry: AuditEntry, _ request: UserRequest) {
        at = request.time(entry.at)
        actor = entry.actor.map(Language.current.word) ?? "–"
        auditAction = Language.current.word(entry.action.rawValue.replacing("_", with: " "))
        (subject, address) = (entry.subject ?? "", entry.address ?? "")
    }
}

/// A page of the audit log in the API.
private struct AuditDocument: Encodable {
    struct Entry: Encodable {
        var id: String
        var at: String
        var actor: String?
        var action: String
        var subject: String?
        var address: String?

        init(_ entry: AuditEntry) {
            (id, at) = (entry.id.text, entry.at.apiText)
            (actor, subject, address) = (entry.actor, entry.subject, entry.address)
            action = entry.action.rawValue
        }
    }

    var entries: [Entry]
    /// Value of `before` for the next page.
    var nextBefore: String?
}
