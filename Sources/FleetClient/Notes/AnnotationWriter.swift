package import FleetCore
package import FleetSettings
package import FleetTeam

/// Writer of the favorites and notes of a source, in this home or on a team's server.
package protocol AnnotationWriter: Sendable {
    /// Adds favorites; returns the IDs that are new.
    func addFavorites(_ ids: [String]) async throws -> [String]

    /// Removes favorites; returns the IDs that were favorites.
    func removeFavorites(_ ids: [String]) async throws -> [String]

    /// Adds a note and returns it with its number.
    func add(_ note: Note, photos: PhotoFiles?, for audience: NoteVisibility) async throws -> Note

    /// Changes a note and its photos.
    /// - Parameters:
    ///   - before: The note as the user saw it.
    ///   - removed: Numbers of the photos to remove.
    /// - Returns: The note; `nil` if there is none with that number.
    func edit(
        _ before: Note, _ change: NoteChange, adding photos: PhotoFiles?, removing removed: [Int]
    ) async throws -> Note?

    /// Removes notes; returns the numbers of those that existed.
    func removeNotes(_ numbers: [Int64]) async throws -> [Int64]
}
