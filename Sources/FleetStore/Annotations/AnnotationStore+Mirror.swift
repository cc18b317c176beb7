public import FleetCore

extension AnnotationStore {
    /// Replaces all favorites and notes of a source with those of a team's server.
    ///
    /// The notes have the given numbers; the files of their photos stay on the server.
    public func mirror(
        _ favorites: [Favorite], _ notes: [Note], of key: SourceKey
    ) async throws {
        let current = try read { (try $0.favorites(of: key), try $0.notes(of: key)) }
        guard current.0 != favorites || current.1 != notes else { return }
        try await database.write(durably: false) { transaction in
            for table in ["favorite", "note"] {
                try transaction.execute("DELETE FROM \(table) WHERE source = ?1", [key.value])
            }
            for favorite in favorites {
                try transaction.execute(
                    "INSERT INTO favorite (source, vehicle_id, added_at) VALUES (?1, ?2, ?3)",
                    [key.value, .text(favorite.id), .integer(favorite.addedAt.milliseconds)])
            }
            let writer = NoteWriter(transaction: transaction)
            for note in notes { try writer.mirror(note, of: key) }
        }
    }
}

extension NoteWriter {
    fileprivate func mirror(_ note: Note, of key: SourceKey) throws {
        try transaction.execute(
            """
            INSERT INTO note (number, source, vehicle_id, text, created_at, edited_at, latitude,
                longitude, seen_at)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
            """,
            [
                .integer(note.number), key.value, .text(note.vehicleID), .text(note.text),
                .integer(note.createdAt.milliseconds), .optional(note.editedAt?.milliseconds),
                .optional(note.position?.latitude), .optional(note.position?.longitude),
                .optional(note.seenAt?.milliseconds),
            ])
        for photo in note.photos {
            try transaction.execute(
                """
                INSERT INTO photo (hash, format, width, height, bytes) VALUES (?1, ?2, ?3, ?4, ?5)
                ON CONFLICT DO NOTHING
                """,
                [
                    .text(photo.hash), .text(photo.info.format.rawValue),
                    .integer(Int64(photo.info.width)), .integer(Int64(photo.info.height)),
                    .integer(Int64(photo.bytes)),
                ])
            try transaction.execute(
                "INSERT INTO note_photo (note, hash, number) VALUES (?1, ?2, ?3)",
                [.integer(note.number), .text(photo.hash), .integer(Int64(photo.number))])
        }
    }
}
