import FleetCore
import FleetTeam
import Foundation
import HTTPTypes
import Hummingbird

/// The form of a note, new or not, as a browser sends it.
struct NoteForm: Sendable {
    /// Largest form or document of a note without photos in bytes: that of a text all of whose
    /// characters are escaped.
    static let maxBody = 12 * Note.maxTextLength + 16 * 1024

    let text: String
    /// Whether its switch shares it.
    let isShared: Bool
    let isDone: Bool
    /// The task; `nil` for a note that is none.
    let task: Task?
    /// The version that was changed; `nil` for a new note.
    let version: Int64?
    /// Time of the last change of the text that the form shows, in milliseconds; 0 if there is
    /// none.
    let editedAt: Int64?
    let idempotencyKey: String?
    let vehicleID: String?
    /// The location as typed.
    let location: String?
    /// The files, not checked yet.
    let photos: [[UInt8]]

    /// The fields of a task.
    struct Task: Sendable {
        /// The sign-in name; empty for nobody.
        var assignee: String
        /// The local time as a browser without scripts sends it, such as `2026-01-31T18:00`.
        var due: String?
        /// The same time as scripts send it (RFC 3339).
        var dueAt: String?
        /// The name of the priority.
        var priority: String?
    }

    init(_ fields: QueryItems, photos: [[UInt8]] = []) {
        // Forms end lines with CR LF (HTML, section 4.10.22.4).
        text = (fields["text"] ?? "").replacing("\r\n", with: "\n")
        task =
            fields["task"] == nil
            ? nil
            : Task(
                assignee: fields["assignee"] ?? "", due: fields["due"], dueAt: fields["due_at"],
                priority: fields["priority"])
        isShared = fields["visibility"] == "team"
        isDone = fields["done"] != nil
        version = fields["version"].flatMap(Int64.init)
        editedAt = fields["edited"].flatMap(Int64.init)
        idempotencyKey = fields["idempotency_key"]
        vehicleID = fields["vehicle_id"].map { $0.trimmingCharacters(in: .whitespaces) }
        location = fields["location"]
        self.photos = photos
    }

    /// Receives the form of a note, which has photos if it is `multipart/form-data`, and passes it
    /// to `body`.
    /// - Throws: `Problem` (400, 413, 415, 503).
    static func receive(
        _ request: UserRequest, _ body: (NoteForm) async throws -> Response
    ) async throws -> Response {
        let type = request.headers[.contentType] ?? ""
        guard type.lowercased().hasPrefix("multipart/") else {
            return try await body(NoteForm(try await request.form(upTo: maxBody)))
        }
        let limits = MultipartForm.Limits()
        return try await request.receiving(upTo: limits.body) { bytes in
            let form = try MultipartForm(bytes, contentType: type, limits: limits)
            let photos = form.files.filter { $0.name == "photo" }.map(\.bytes)
            return try await body(NoteForm(QueryItems(form.fields), photos: photos))
        }
    }

    /// Whether the team sees the note: scripts lock the switch of a task, and without scripts a task
    /// is shared, too.
    var isTeam: Bool { isShared || task != nil }

    /// Returns the content of a new note about a vehicle, else about a site, else about a place.
    /// - Parameter zone: The zone of a time without an offset.
    /// - Throws: `Problem` (422).
    func content(
        vehicle: String?, site: String?, in zone: TimeZone
    ) throws(Problem) -> NoteContent {
        NoteContent(
            text: text, vehicleID: vehicle, siteID: vehicle == nil ? site : nil,
            position: try position(), visibility: isTeam ? .team : .private,
            task: try task(in: zone))
    }

    /// Returns the change of everything but the readers.
    /// - Parameter zone: The zone of a time without an offset.
    /// - Throws: `Problem` (422).
    func change(in zone: TimeZone) throws(Problem) -> NoteChange {
        let task = try task(in: zone)
        return NoteChange(
            text: text, isDone: isDone, isTask: task != nil,
            assignee: task?.assignee ?? .nobody, dueAt: .some(task?.dueAt),
            priority: task?.priority)
    }

    /// Returns the task; `nil` for a note that is none.
    private func task(in zone: TimeZone) throws(Problem) -> NoteContent.Task? {
        guard let task else { return nil }
        return try task.content(in: zone)
    }

    /// Returns the typed location; `nil` without one.
    /// - Throws: `Problem` (422).
    private func position() throws(Problem) -> Position? {
        guard let location else { return nil }
        guard let position = Position(location) else {
            throw Problem(
                .unprocessableContent, "The location must be LAT,LON in decimal degrees.")
        }
        return position
    }
}

extension NoteForm.Task {
    /// Returns the task of the form.
    fileprivate func content(in zone: TimeZone) throws(Problem) -> NoteContent.Task {
        NoteContent.Task(
            assignee: assignee.isEmpty ? .nobody : .named(assignee), dueAt: try time(in: zone),
            priority: try value())
    }

    private func value() throws(Problem) -> NotePriority {
        guard let priority, !priority.isEmpty else { return .normal }
        guard let value = NotePriority(rawValue: priority) else {
            throw Problem(member: "priority")
        }
        return value
    }

    private func time(in zone: TimeZone) throws(Problem) -> Timestamp? {
        guard let due else { return nil }
        if let dueAt, let time = Timestamp(rfc3339: dueAt) { return time }
        let format = Date.ISO8601FormatStyle(timeZone: zone).year().month().day()
            .dateTimeSeparator(.standard).time(includingFractionalSeconds: false)
        guard let date = try? Date(due + ":00", strategy: format) else {
            throw Problem(.unprocessableContent, "The due time must be a date and a time of day.")
        }
        return Timestamp(seconds: date.timeIntervalSince1970)
    }
}
