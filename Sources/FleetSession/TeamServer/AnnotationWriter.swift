package import FleetCore
package import FleetStore

/// The readers of a note of a team's source.
package enum NoteAudience: String, Codable, Sendable {
    /// The author.
    case author = "private"
    /// Everybody in the team.
    case team
}

/// Writer of the favorites and notes of a source, in this home or on a team's server.
package protocol AnnotationWriter: Sendable {
    /// Adds favorites; returns the IDs that are new.
    func addFavorites(_ ids: [String]) async throws -> [String]

    /// Removes favorites; returns the IDs that were favorites.
    func removeFavorites(_ ids: [String]) async throws -> [String]

    /// Adds a note and returns it with its number.
    func add(_ note: Note, photos: PhotoFiles?, for audience: NoteAudience) async throws -> Note

    /// Changes the text (unless it is nil) and the photos of a note.
    /// - Parameters:
    ///   - before: The note as the user saw it.
    ///   - removed: Numbers of the photos to remove.
    /// - Returns: The note; nil if there is none with that number.
    func edit(
        _ before: Note, text: String?, adding photos: PhotoFiles?, removing removed: [Int]
    ) async throws -> Note?

    /// Removes notes; returns the numbers of those that existed.
    func removeNotes(_ numbers: [Int64]) async throws -> [Int64]
}

/// Writer of the favorites and notes that this home stores.
struct StoredAnnotations: AnnotationWriter {
    let store: AnnotationStore
    let key: SourceKey
    let now: @Sendable () -> Timestamp

    func addFavorites(_ ids: [String]) async throws -> [String] {
        try await store.addFavorites(ids, to: key, at: now())
    }

    func removeFavorites(_ ids: [String]) async throws -> [String] {
        try await store.removeFavorites(ids, from: key)
    }

    func add(
        _ note: Note, photos: PhotoFiles?, for audience: NoteAudience
    ) async throws -> Note {
        guard audience == .author else {
            throw CommandError.usage(
                "the notes of this source are only in this home",
                hint: "share notes about the vehicles of a team's server: --source team:NAME")
        }
        return try await store.add(note, photos: photos, to: key)
    }

    func edit(
        _ before: Note, text: String?, adding photos: PhotoFiles?, removing removed: [Int]
    ) async throws -> Note? {
        try await store.edit(
            before.number, text: text, adding: photos, removing: removed, at: now(), of: key)
    }

    func removeNotes(_ numbers: [Int64]) async throws -> [Int64] {
        try await store.removeNotes(numbers, of: key)
    }
}

extension SourceSession {
    /// The writer of the favorites and notes of this source.
    /// - Throws: `CommandError` (64) if the source cannot have any, (74) if the home cannot be written.
    package var annotations: any AnnotationWriter {
        get throws {
            let key = try stableIDs.key
            let store = try persistentStore()
            if let mirror = try mirror {
                return TeamAnnotations(
                    mirror: mirror, drafts: try context.drafts(), newUUID: context.newUUID,
                    now: context.now)
            }
            return StoredAnnotations(
                store: store.annotations, key: key, now: context.shownNow)
        }
    }
}
