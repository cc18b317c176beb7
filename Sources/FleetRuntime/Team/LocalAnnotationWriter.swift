import FleetClient
package import FleetCore
import FleetSettings
import FleetTeam

/// Writer of the favorites and notes of the command line.
struct LocalAnnotationWriter: AnnotationWriter {
    let annotations: HomeAnnotations
    let now: @Sendable () -> Timestamp

    func addFavorites(_ ids: [String]) async throws -> [String] {
        try await annotations.addFavorites(ids, at: now())
    }

    func removeFavorites(_ ids: [String]) async throws -> [String] {
        try await annotations.removeFavorites(ids)
    }

    func add(
        _ note: Note, photos: PhotoFiles?, for audience: NoteVisibility
    ) async throws -> Note {
        guard audience == .private else {
            throw CommandError.usage(
                "the notes of this source are only in this home",
                hint: "share notes about the vehicles of a team's server: --source team:NAME")
        }
        guard note.task?.assignee == nil else { throw CommandError.noAssignee }
        return try await annotations.add(note, photos: photos)
    }

    func edit(
        _ before: Note, _ change: NoteChange, adding photos: PhotoFiles?, removing removed: [Int]
    ) async throws -> Note? {
        guard change.assignee == nil else { throw CommandError.noAssignee }
        return try await annotations.edit(
            before.number, change, adding: photos, removing: removed, at: now())
    }

    func removeNotes(_ numbers: [Int64]) async throws -> [Int64] {
        try await annotations.removeNotes(numbers)
    }
}

extension CommandError {
    /// A home has no people to whom a task could be assigned.
    package static let noAssignee = CommandError.usage(
        "the notes of this source are only in this home, which has no other people",
        hint: "leave out --assignee, or use --source team:NAME")
}
