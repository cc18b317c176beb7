import FleetClient
import FleetCore
import FleetSQL
import FleetSettings
import FleetTeam
import Foundation

/// Copies of the favorites and notes of a source of this home on a team's server.
package struct AnnotationCopy {
    private let source: AnnotatedSource
    private let target: TeamAnnotations
    private let output: Output

    /// Creates a copy from one source to another.
    /// - Throws: `CommandError` (64) if they are not one of this home and one of a team's server.
    package init(from source: AnnotatedSource, to target: AnnotatedSource) throws {
        guard source.selected.team == nil, let writer = target.writer as? TeamAnnotations else {
            throw CommandError.usage(
                "favorites and notes are copied from a source of this home to a team's server",
                hint: "write --source NAME --to team:NAME")
        }
        (self.source, self.target) = (source, writer)
        output = target.source.context.output
    }

    /// Copies the favorites; returns how many are new on the server.
    package func copyFavorites() async throws -> Int {
        let favorites = try source.annotations.favorites()
        return try await target.addFavorites(favorites.map(\.id)).count
    }

    /// Copies the notes with their photos, as notes that only the user sees, and tasks of the team;
    /// returns the number of both, and of the tasks.
    ///
    /// A note that was copied before is not doubled.
    package func copyNotes() async throws -> (all: Int, tasks: Int) {
        let notes = try source.annotations.notes()
        for note in notes {
            var draft = target.draft(
                .add(NewNoteDocument(note, of: target.mirror.team.name, for: .private)),
                id: id(of: note))
            let photos = note.photos.compactMap { photo -> (@Sendable () -> [UInt8])? in
                guard let bytes = source.annotations.photos.bytes(of: photo) else {
                    output.warn(
                        "photo \(photo.number) of note \(note.number) is missing and not copied")
                    return nil
                }
                return { bytes }
            }
            _ = try await target.mirror.server.send(&draft, photos: photos)
        }
        try await target.mirror.update()
        return (notes.count, notes.count { $0.task != nil })
    }

    /// Returns the same ID for each copy of a note, so that the server stores one.
    private func id(of note: Note) -> UUID {
        let key = source.resolver.key.uuidText
        let text = StableHash.digits(of: StableHash.hash(note.text))
        return UUID(sourceName: "copy:\(key):\(note.number):\(text)")
    }
}
