import FleetCore
import FleetTeam
import Hummingbird

/// The description of the API of this server (OpenAPI 3.1).
struct OpenAPIDocument {
    /// The documents whose schemas are made from their fields, by their names in `openapi.json`,
    /// where `"{{Note}}"` stands for the schema of a note.
    private static let schemas: [(name: String, schema: JSONObjectWriter)] = [
        ("Note", NoteDocument.schema), ("NewNote", NewNoteDocument.schema),
        ("NoteChange", NoteChange.schema), ("Photo", PhotoDocument.schema),
        ("View", ViewDocument.schema), ("NewView", NewViewDocument.schema),
        ("ViewChange", ViewChangeDocument.schema), ("Snooze", SnoozeDocument.schema),
        ("NewSnooze", NewSnoozeDocument.schema),
    ]

    private let bytes: [UInt8]

    /// Fills in the schemas, and the name of the cookie, which depends on the server.
    init(cookieName: String) {
        let file = WebFile.all.first { $0.path == "openapi.json" }
        var text = String(decoding: file?.bytes ?? [], as: UTF8.self)
        for (name, schema) in Self.schemas {
            text.replace("\"{{\(name)}}\"", with: schema.text.string)
        }
        text.replace(
            #""name": "__Host-fleet""#, with: "\"name\": \"\(cookieName)\"", maxReplacements: 1)
        bytes = Array(text.utf8)
    }

    func add(to routes: Routes) {
        routes.open(.get, "/api/openapi.json") { _ in Response(bytes, "application/json") }
    }
}
