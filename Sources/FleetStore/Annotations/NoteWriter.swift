import FleetCore

/// Writer of notes and their photos within a transaction.
struct NoteWriter {
    let transaction: any SQLTransaction

    /// Reader of the same transaction.
    var reader: AnnotationReader { AnnotationReader(transaction: transaction) }

    /// Adds a note and returns its number.
    func add(_ note: Note, to key: SourceKey) throws -> Int64 {
        try transaction.integer(
            """
            INSERT INTO note (source, vehicle_id, text, created_at, latitude, longitude, seen_at)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) RETURNING number
            """,
            [
                key.value, .text(note.vehicleID), .text(note.text),
                .integer(note.createdAt.milliseconds), .optional(note.position?.latitude),
                .optional(note.position?.longitude), .optional(note.seenAt?.milliseconds),
            ])
    }

    /// Marks a note as edited and replaces its text, if given; returns whether the note exists.
    func edit(_ number: Int64, text: String?, at time: Timestamp, of key: SourceKey) throws -> Bool
    {
        let count = try transaction.execute(
            """
            UPDATE note SET text = coalesce(?3, text), edited_at = ?4
            WHERE source = ?1 AND number = ?2
            """,
            [key.value, .integer(number), .optional(text), .integer(time.milliseconds)])
        return count > 0
    }

    /// Removes a note and, by the schema, the photos that no other note uses; returns whether it
    /// existed.
    func remove(_ number: Int64, of key: SourceKey) throws -> Bool {
        let count = try transaction.execute(
            "DELETE FROM note WHERE source = ?1 AND number = ?2", [key.value, .integer(number)])
        return count > 0
    }

    /// Adds photos to a note; photos that it already has are skipped.
    /// - Throws: `PhotoError` if a limit would be exceeded.
    func add(_ photos: [Photo], toNote number: Int64) throws {
        for photo in photos {
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
                """
                INSERT INTO note_photo (note, hash, number)
                SELECT CAST(?1 AS BIGINT), CAST(?2 AS TEXT), 1 + coalesce(max(number), 0)
                FROM note_photo WHERE note = ?1
                ON CONFLICT (note, hash) DO NOTHING
                """, [.integer(number), .text(photo.hash)])
        }
        if !photos.isEmpty { try checkLimits(ofNote: number) }
    }

    /// Removes a photo from a note.
    func removePhoto(_ photo: Int, ofNote number: Int64) throws {
        try transaction.execute(
            "DELETE FROM note_photo WHERE note = ?1 AND number = ?2",
            [.integer(number), .integer(Int64(photo))])
    }

    private func checkLimits(ofNote number: Int64) throws {
        let count = try transaction.integer(
            "SELECT count(*) FROM note_photo WHERE note = ?1", [.integer(number)])
        guard count <= Photo.limit else { throw PhotoError.noteFull }
        let total = try transaction.integer(
            "SELECT CAST(coalesce(sum(bytes), 0) AS BIGINT) FROM photo", [])
        guard total <= Photo.maxTotalBytes else { throw PhotoError.totalTooLarge }
    }
}
