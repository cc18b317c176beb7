public import FleetCore

/// Numbers of favorites, notes and photos about the vehicles of a source.
public struct AnnotationCounts: Equatable, Sendable {
    /// The number of favorites.
    public var favorites = 0
    /// The number of notes.
    public var notes = 0
    /// The number of different photos in the notes.
    public var photos = 0

    /// Creates counts.
    public init(favorites: Int = 0, notes: Int = 0, photos: Int = 0) {
        (self.favorites, self.notes, self.photos) = (favorites, notes, photos)
    }

    /// Whether there is nothing.
    public var isEmpty: Bool { self == AnnotationCounts() }
}

extension AnnotationReader {
    /// Returns how much is stored about the vehicles of a source.
    public func counts(of key: SourceKey) throws -> AnnotationCounts {
        func count(_ sql: String) throws -> Int { Int(try transaction.integer(sql, [key.value])) }
        return AnnotationCounts(
            favorites: try count("SELECT count(*) FROM favorite WHERE source = ?1"),
            notes: try count("SELECT count(*) FROM note WHERE source = ?1"),
            photos: try count(
                """
                SELECT count(DISTINCT hash) FROM note_photo
                WHERE note IN (SELECT number FROM note WHERE source = ?1)
                """))
    }
}

extension AnnotationStore {
    /// Removes the favorites, notes and notices of a source, and the photos that no other note uses.
    public func removeAll(of key: SourceKey) async throws {
        let photos: (AnnotationReader) throws -> [Photo] = { reader in
            try Array(reader.photos("", [key.value]).values.joined())
        }
        try await withPhotoTransaction(adding: nil, removing: photos) { writer, _ in
            for table in ["favorite", "note", "notice"] {
                try writer.transaction.execute(
                    "DELETE FROM \(table) WHERE source = ?1", [key.value])
            }
        }
    }
}
