import FleetCore
import FleetService
import FleetTeam
import Foundation
import HTTPTypes
import Hummingbird

/// The notes in the API.
struct NoteAPI {
    func add(to routes: Routes) {
        routes.api(.get, "/notes", .notes, query: NoteQuery.parameters) { try await list($0) }
        routes.api(.post, "/notes", .write) { try await create($0) }
        routes.api(.get, "/notes/:uuid", .notes) { request in
            let note = try await request.access.notes.note(try request.uuid("uuid"))
            return Self.response(note, request)
        }
        routes.api(.patch, "/notes/:uuid", .notes) { try await change($0) }
        routes.api(.delete, "/notes/:uuid", .notes) { request in
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
        let documents = notes.map { NoteDocument($0, request) }
        var response = try request.response(
            NoteDocument.list("notes", documents), named: "notes")
        if let next { response.headers[.link] = "<\(next)>; rel=\"next\"" }
        return response
    }

    private func create(_ request: UserRequest) async throws -> Response {
        let body = try await request.json(NewNoteDocument.self, upTo: NoteForm.maxBody)
        let key = request.headers[.idempotencyKey]
        let (note, isNew) = try await request.addNote(
            try body.content(), source: body.source, idempotencyKey: key)
        return Self.response(note, request, status: isNew ? .created : .ok)
    }

    private func change(_ request: UserRequest) async throws -> Response {
        let id = try request.uuid("uuid")
        let change = try await request.json(NoteChange.self, upTo: NoteForm.maxBody).checked()
        guard request.headers[.ifMatch] != nil else {
            throw Problem(
                .preconditionRequired, "The field If-Match is missing.",
                hint: "Send the ETag of the note that is changed.")
        }
        let note = try await request.access.notes.change(
            id, version: try await Self.matchedVersion(of: id, request), change)
        return Self.response(note, request)
    }

    /// Returns the version that `If-Match` names (RFC 9110, section 13.1.1).
    ///
    /// An unknown tag matches no version.
    /// - Throws: `TeamError.notFound`.
    private static func matchedVersion(of id: UUID, _ request: UserRequest) async throws -> Int64 {
        let current = try await request.access.notes.note(id).version
        return request.ifMatchNames(current) ? current : 0
    }

    /// Returns the document of a note.
    private static func response(
        _ note: TeamNote, _ request: UserRequest, status: HTTPResponse.Status = .ok
    ) -> Response {
        var fields: HTTPFields = [.eTag: "\"\(note.version)\""]
        if status == .created { fields[.location] = "/api/v1/notes/" + note.id.text }
        return Response(
            NoteDocument(note, request).json.text.bytes + [0x0A], "application/json",
            status: status, fields: fields)
    }
}

extension IncomingRequest {
    /// Returns whether `If-Match` names a version (RFC 9110, section 13.1.1).
    func ifMatchNames(_ version: Int64) -> Bool {
        let tags = (headers[.ifMatch] ?? "").split(separator: ",")
            .map { $0.trimmingCharacters(in: .whitespaces) }
        return tags.contains("*") || tags.contains("\"\(version)\"")
    }
}

extension NoteDocument {
    /// Creates the document of a note, with the present name of its source.
    init(_ note: TeamNote, _ request: UserRequest) {
        self.init(note, source: request.source(of: note)?.name)
    }
}

extension NewNoteDocument {
    /// - Throws: `Problem` (422) for half of a position, one outside of the Earth, a time
    ///   without one, or a site beside a vehicle.
    fileprivate func content() throws(Problem) -> NoteContent {
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
        return NoteContent(self, position: position, seenAt: seen)
    }
}
