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
    let isTeam: Bool
    let isDone: Bool
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

    init(_ fields: QueryItems, photos: [[UInt8]] = []) {
        // Forms end lines with CR LF (HTML, section 4.10.22.4).
        text = (fields["text"] ?? "").replacing("\r\n", with: "\n")
        isTeam = fields["visibility"] == "team"
        isDone = fields["done"] != nil
        version = fields["version"].flatMap(Int64.init)
        editedAt = fields["edited"].flatMap(Int64.init)
        idempotencyKey = fields["idempotency_key"]
        vehicleID = fields["vehicle_id"].map { $0.trimmingCharacters(in: .whitespaces) }
        location = fields["location"]
        self.photos = photos
    }

    /// Returns the typed location; `nil` without one.
    /// - Throws: `Problem` (422).
    func position() throws(Problem) -> Position? {
        guard let location else { return nil }
        guard let position = Position(location) else {
            throw Problem(
                .unprocessableContent, "The location must be LAT,LON in decimal degrees.")
        }
        return position
    }
}

extension UserRequest {
    /// Receives the form of a note, which has photos if it is `multipart/form-data`, and passes it
    /// to `body`.
    /// - Throws: `Problem` (400, 413, 415, 503).
    func receivingForm(_ body: (NoteForm) async throws -> Response) async throws -> Response {
        let type = headers[.contentType] ?? ""
        guard type.lowercased().hasPrefix("multipart/") else {
            return try await body(NoteForm(try await form(upTo: NoteForm.maxBody)))
        }
        let limits = MultipartForm.Limits()
        return try await receiving(upTo: limits.body) { bytes in
            let form = try MultipartForm(bytes, contentType: type, limits: limits)
            let photos = form.files.filter { $0.name == "photo" }.map(\.bytes)
            return try await body(NoteForm(QueryItems(form.fields), photos: photos))
        }
    }
}
