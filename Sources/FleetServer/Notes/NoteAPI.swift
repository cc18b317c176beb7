import FleetCore
import FleetService
import FleetTeam
import Foundation
import HTTPTypes
import Hummingbird

/// The notes in the API.
struct NoteAPI {
    func add(to routes: Routes) {
        routes.api(.get, "/notes", query: NoteQuery.parameters) { try await list($0) }
        routes.api(.post, "/notes") { try await create($0) }
        routes.api(.get, "/notes/:uuid") { request in
            let note = try await request.access.notes.note(try request.uuid("uuid"))
            return try Self.response(note, request)
        }
        routes.api(.patch, "/notes/:uuid") { try await change($0) }
        routes.api(.delete, "/notes/:uuid") { request in
            let id = try request.uuid("uuid")
            let isGuarded = request.headers[.ifMatch] != nil
            let version = isGuarded ? try await Self.matchedVersion(of: id, request) : nil
            try await request.access.notes.remove(id, version: version)
            return .noContent
        }
    }

    private func list(_ request: UserRequest) async throws -> Response {
        let (notes, next) = try await request.notes(
            try await request.noteQuery(), path: "/api/v1/notes")
        let columns = TeamNote.columns(in: request.environment)
        var response = try request.response(
            RecordList("notes", columns: columns, rows: notes), named: "notes")
        if let next { response.headers[.link] = "<\(next)>; rel=\"next\"" }
        return response
    }

    private func create(_ request: UserRequest) async throws -> Response {
        let body = try await request.json(
            NewNoteBody.self, upTo: NoteForm.maxBody)
        let key = request.headers[.idempotencyKey]
        let (note, isNew) = try await request.addNote(
            try body.content(), source: body.source, idempotencyKey: key)
        return try Self.response(note, request, status: isNew ? .created : .ok)
    }

    private func change(_ request: UserRequest) async throws -> Response {
        let id = try request.uuid("uuid")
        let body = try await request.json(
            NoteChangeBody.self, upTo: NoteForm.maxBody)
        let change = try body.change().checked()
        guard request.headers[.ifMatch] != nil else {
            throw Problem(
                .preconditionRequired, "The field If-Match is missing.",
                hint: "Send the ETag of the note that is changed.")
        }
        let note = try await request.access.notes.change(
            id, version: try await Self.matchedVersion(of: id, request), change)
        return try Self.response(note, request)
    }

    /// Returns the version that `If-Match` names (RFC 9110, section 13.1.1).
    ///
    /// An unknown tag matches no version.
    /// - Throws: `TeamError.notFound`.
    private static func matchedVersion(of id: UUID, _ request: UserRequest) async throws -> Int64 {
        let current = try await request.access.notes.note(id).version
        let field = request.headers[.ifMatch] ?? ""
        let tags = field.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        return tags.contains("*") || tags.contains("\"\(current)\"") ? current : 0
    }

    /// Returns the document of a note.
    private static func response(
        _ note: TeamNote, _ request: UserRequest, status: HTTPResponse.Status = .ok
    ) throws -> Response {
        var bytes: [UInt8] = []
        var sink = ByteSink { bytes.append(contentsOf: $0) }
        let list = RecordList(
            "notes", columns: TeamNote.columns(in: request.environment), rows: [note])
        let style = TableStyle(
            width: nil, isColored: false, now: request.environment.now(), localTime: { _ in "" })
        try list.write(as: .ndjson, ListSelection(), style: style, to: &sink)
        var fields: HTTPFields = [.eTag: "\"\(note.version)\""]
        if status == .created { fields[.location] = "/api/v1/notes/" + note.id.text }
        return Response(bytes, "application/json", status: status, fields: fields)
    }
}

/// Body of a request for a new note.
private struct NewNoteBody: RequestDocument {
    var text: String
    var visibility: VisibilityName?
    var source: String?
    var vehicleID: String?
    var lat: Double?
    var lon: Double?
    /// Time of the position (RFC 3339).
    var seenAt: String?
    var siteID: String?
    var task: Bool?
    var assignee: String?
    /// Due time (RFC 3339).
    var due: String?

    enum CodingKeys: String, CodingKey, CaseIterable {
        case text, visibility, source, lat, lon, task, assignee, due
        case vehicleID = "vehicle_id"
        case siteID = "site_id"
        case seenAt = "seen_at"
    }

    /// - Throws: `Problem` (422) for half of a position, one outside of the Earth, a time
    ///   without one, a site beside a vehicle, or a due time that is none.
    func content() throws(Problem) -> NoteContent {
        var position: Position?
        if let lat, let lon { position = Position(latitude: lat, longitude: lon) }
        guard position != nil || lat == nil && lon == nil else {
            throw Problem(
                .unprocessableContent, "The members lat and lon are not a position.",
                hint: "Send both, in decimal degrees, or neither.")
        }
        let seen = seenAt.flatMap { Timestamp(rfc3339: $0) }
        guard seenAt == nil || seen != nil && position != nil else {
            throw Problem(
                .unprocessableContent, "The member seen_at is not the time of a position.",
                hint: "Send it with lat and lon, such as 2026-01-31T12:00:00Z.")
        }
        guard vehicleID == nil || siteID == nil else {
            throw Problem(
                .unprocessableContent, "A note is about a vehicle or a site, not both.",
                hint: "Send vehicle_id or site_id.")
        }
        var content: NoteContent.Task?
        if task ?? (assignee != nil || due != nil) {
            content = .init(
                assignee: assignee.map(Assignee.init) ?? .nobody,
                dueAt: try due.map { text throws(Problem) in try Timestamp(due: text) })
        }
        return NoteContent(
            text: text, vehicleID: vehicleID, siteID: siteID, position: position, seenAt: seen,
            visibility: visibility?.value ?? (content == nil ? .private : .team),
            task: content)
    }
}

/// Body of a request that changes a note; absent members stay, and `null` removes the assignee or
/// the due time.
private struct NoteChangeBody: RequestDocument {
    enum CodingKeys: String, CodingKey, CaseIterable {
        case text, visibility, done, task, assignee, due
    }

    private let text: String?
    private let visibility: VisibilityName?
    private let done: Bool?
    private let task: Bool?
    private let assignee: Assignee?
    private let due: String??

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        text = try members.decodeIfPresent(String.self, forKey: .text)
        visibility = try members.decodeIfPresent(VisibilityName.self, forKey: .visibility)
        done = try members.decodeIfPresent(Bool.self, forKey: .done)
        task = try members.decodeIfPresent(Bool.self, forKey: .task)
        let name = try members.decodeIfPresent(String.self, forKey: .assignee)
        assignee = members.contains(.assignee) ? name.map(Assignee.init) ?? .nobody : nil
        let time = try members.decodeIfPresent(String.self, forKey: .due)
        due = members.contains(.due) ? .some(time) : nil
    }

    /// - Throws: `Problem` (422) for a due time that is none.
    func change() throws(Problem) -> NoteChange {
        var change = NoteChange(
            text: text, visibility: visibility?.value, isDone: done, isTask: task,
            assignee: assignee)
        if let due {
            change.dueAt = .some(
                try due.map { text throws(Problem) in try Timestamp(due: text) })
        }
        return change
    }
}

extension Timestamp {
    /// - Throws: `Problem` (422) for a text that is not in the form of RFC 3339.
    fileprivate init(due text: String) throws(Problem) {
        guard let time = Timestamp(rfc3339: text) else {
            throw Problem(
                .unprocessableContent, "The member due is not a time.",
                hint: "Send it as in 2026-01-31T18:00:00Z.")
        }
        self = time
    }
}

private enum VisibilityName: String, Decodable {
    case `private`, team

    var value: NoteVisibility {
        switch self {
        case .private: .private
        case .team: .team
        }
    }
}

extension TeamNote {
    fileprivate static func columns(
        in environment: ServerEnvironment
    ) -> [RecordList.Column<TeamNote>] {
        [
            .init("id") { .text($0.id.text) },
            .init("note") { FieldValue($0.number) },
            .init("source") { note in
                let source = environment.sources.all.first { $0.uuid == note.content.source }
                return FieldValue(source?.name)
            },
            .init("vehicle_id") { FieldValue($0.content.vehicleID) },
            .init("site_id") { FieldValue($0.content.siteID) },
            .init("text") { .text($0.content.text) },
            .init("visibility") { .text($0.content.visibility.rawValue) },
            .init("task") { .flag($0.content.task != nil) },
            .init("assignee") { FieldValue($0.assignee?.name) },
            .init("due") { FieldValue($0.content.task?.dueAt) },
            .init("done") { .flag($0.doneAt != nil) },
            .init("done_at") { FieldValue($0.doneAt) },
            .init("done_by") { FieldValue($0.doneBy) },
            .init("author") { FieldValue($0.author) },
            .init("is_mine") { .flag($0.isMine) },
            .init("created_at") { FieldValue($0.createdAt) },
            .init("edited_at") { FieldValue($0.editedAt) },
            .init("edited_by") { FieldValue($0.editedBy) },
            .init("lat") { FieldValue($0.content.position?.latitude) },
            .init("lon") { FieldValue($0.content.position?.longitude) },
            .init("seen_at") { FieldValue($0.content.seenAt) },
            .init("version") { FieldValue($0.version) },
            .init("can_edit") { .flag($0.canEdit) },
            .init("can_delete") { .flag($0.canDelete) },
            .init("can_share") { .flag($0.canShare) },
            .init("photos") { note in
                .objects(
                    note.photos.map { $0.json(of: note.id) },
                    text: note.photos.map { $0.path(of: note.id) }.joined(separator: " "))
            },
        ]
    }
}
