import FleetClient
import FleetCore
package import FleetRuntime
import FleetSettings
import FleetTeam

/// The origin of a note of a team's server.
package struct NoteOrigin: Sendable {
    /// The name of the author; `nil` for a former member and for a finder.
    let author: String?
    let isMine: Bool
    /// Whether a finder reported it.
    let isReport: Bool
    let visibility: NoteVisibility
    /// The name of the user who marked it as done.
    let doneBy: String?
    /// The addresses of the photos by their numbers, which need a login.
    let photoLinks: [Int: String]

    /// The origin as the end of a line; empty for a note that only its author sees.
    var text: String {
        let name = DisplayWidth.shortened(
            TerminalText.escaped(author ?? (isReport ? "a finder" : "former member")), to: 40)
        return (isMine ? "" : "  by \(name)") + (visibility == .team ? "  team" : "")
    }
}

extension NoteOrigin {
    /// Returns where the notes of a team's source come from, by their numbers; `nil` for another
    /// source.
    package static func all(of source: SourceSession) throws -> [Int64: NoteOrigin]? {
        guard let mirror = try source.mirror else { return nil }
        let login = mirror.team.login
        let origins = try mirror.annotations.mirroredNotes().map { entry in
            let links = entry.photos.mapValues {
                login.url + TeamServer.path("notes", entry.id.text, "photos", $0.text)
            }
            let origin = NoteOrigin(
                author: entry.isMine ? login.userName : entry.author, isMine: entry.isMine,
                isReport: entry.note.report != nil,
                visibility: entry.visibility, doneBy: entry.doneBy,
                photoLinks: links)
            return (entry.note.number, origin)
        }
        return Dictionary(origins) { first, _ in first }
    }
}
