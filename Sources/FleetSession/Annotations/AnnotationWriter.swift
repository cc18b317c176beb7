package import FleetCore
import FleetSQL
import FleetSQLite
package import FleetSettings
package import FleetTeam
import Foundation

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

    /// Changes the text (unless it is `nil`) and the photos of a note.
    /// - Parameters:
    ///   - before: The note as the user saw it.
    ///   - removed: Numbers of the photos to remove.
    /// - Returns: The note; `nil` if there is none with that number.
    func edit(
        _ before: Note, text: String?, adding photos: PhotoFiles?, removing removed: [Int]
    ) async throws -> Note?

    /// Removes notes; returns the numbers of those that existed.
    func removeNotes(_ numbers: [Int64]) async throws -> [Int64]
}

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
        _ note: Note, photos: PhotoFiles?, for audience: NoteAudience
    ) async throws -> Note {
        guard audience == .author else {
            throw CommandError.usage(
                "the notes of this source are only in this home",
                hint: "share notes about the vehicles of a team's server: --source team:NAME")
        }
        return try await annotations.add(note, photos: photos)
    }

    func edit(
        _ before: Note, text: String?, adding photos: PhotoFiles?, removing removed: [Int]
    ) async throws -> Note? {
        try await annotations.edit(
            before.number, text: text, adding: photos, removing: removed, at: now())
    }

    func removeNotes(_ numbers: [Int64]) async throws -> [Int64] {
        try await annotations.removeNotes(numbers)
    }
}

extension SourceSession {
    /// The favorites and notes of this source in this home: those of the command line, or those of
    /// a login as they were mirrored last.
    /// - Throws: `CommandError` (64) if the source cannot have any.
    package var annotations: HomeAnnotations {
        get throws {
            try context.annotations(of: stableIDs.key.uuid, selected.owner, in: homeTeam())
        }
    }

    /// The writer of the favorites and notes of this source.
    /// - Throws: `CommandError` (64) if the source cannot have any, (74) if the home cannot be
    ///   written.
    package var annotationWriter: any AnnotationWriter {
        get throws {
            let annotations = try annotations
            _ = try persistentStore()
            if let mirror = try mirror {
                return TeamAnnotations(
                    mirror: mirror, drafts: try context.drafts(of: mirror.team.login),
                    newUUID: context.newUUID,
                    now: context.now)
            }
            return LocalAnnotationWriter(annotations: annotations, now: context.shownNow)
        }
    }
}

extension CommandContext {
    /// Returns the favorites and notes of an owner of this home in a source.
    /// - Parameter file: The file to use; `nil` to open it.
    func annotations(
        of source: UUID, _ owner: HomeOwner = .local, in file: HomeTeamFile? = nil
    ) throws -> HomeAnnotations {
        let home = try home()
        return HomeAnnotations(
            of: owner, source: source, in: file ?? HomeTeamFile(of: home),
            photos: PhotoFolder(of: home, owner: owner.uuid), now: { now() })
    }
}

extension ResolvedSource {
    /// The owner of the favorites and notes in this home.
    var owner: HomeOwner { team.map { .login($0.login.ownerID) } ?? .local }
}

extension TeamLogin {
    /// The ID of the owner of the favorites and notes that this home mirrors.
    var ownerID: UUID { UUID(sourceName: "login:\(url):\(userID.uuidString)") }
}
