import FleetCore
import GRDB

/// Writer of notes and their photos within a transaction.
struct NoteWriter {
    let database: Database

    /// Adds a note and returns its number.
    func add(_ note: Note, to key: SourceKey) throws -> Int64 {
        var insert = try SQLStatement(
            new: """
                INSERT INTO note (source, vehicle_id, text, created_at, latitude, longitude, seen_at)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """, in: database)
        try insert.bind(key.text)
        try insert.bind(note.vehicleID)
        try insert.bind(note.text)
        try insert.bind(note.createdAt.milliseconds)
        try insert.bind(note.position?.latitude)
        try insert.bind(note.position?.longitude)
        try insert.bind(note.seenAt?.milliseconds)
        try insert.run()
        return database.lastInsertedRowID
    }

    /// Marks a note as edited and replaces its text, if given; returns whether the note exists.
    func edit(_ number: Int64, text: String?, at time: Timestamp, of key: SourceKey) throws -> Bool
    {
        var update = try SQLStatement(
            new: """
                UPDATE note SET text = coalesce(?, text), edited_at = ?
                WHERE source = ? AND number = ?
                """, in: database)
        try update.bind(text)
        try update.bind(time.milliseconds)
        try update.bind(key.text)
        try update.bind(number)
        try update.run()
        return database.changesCount > 0
    }

    /// Removes a note and the photos that no other note uses; returns whether it existed.
    func remove(_ number: Int64, of key: SourceKey) throws -> Bool {
        var delete = try SQLStatement(
            cached: "DELETE FROM note WHERE source = ? AND number = ?", in: database)
        try delete.bind([.text(key.text), .integer(number)])
        try delete.run()
        return database.changesCount > 0
    }
}

extension NoteWriter {
    /// Adds photos to a note; photos that it already has are skipped.
    /// - Throws: `PhotoError` if a limit would be exceeded.
    func add(_ photos: [Photo], toNote number: Int64) throws {
        guard !photos.isEmpty else { return }
        var photo = try SQLStatement(
            new: "INSERT OR IGNORE INTO photo (hash, format, width, height, bytes) "
                + "VALUES (?, ?, ?, ?, ?)", in: database)
        var link = try SQLStatement(
            new: """
                INSERT INTO note_photo (note, hash, place)
                SELECT ?1, ?2, 1 + coalesce(max(place), 0) FROM note_photo WHERE note = ?1
                ON CONFLICT (note, hash) DO NOTHING
                """, in: database)
        for new in photos {
            try photo.bind(new.hash)
            try photo.bind(new.info.format.rawValue)
            try photo.bind(Int64(new.info.width))
            try photo.bind(Int64(new.info.height))
            try photo.bind(Int64(new.bytes))
            try photo.run()
            try link.bind([.integer(number), .text(new.hash)])
            try link.run()
        }
        try checkLimits(ofNote: number)
    }

    /// Removes a photo from a note.
    func removePhoto(_ photo: Int, ofNote number: Int64) throws {
        var delete = try SQLStatement(
            cached: "DELETE FROM note_photo WHERE note = ? AND place = ?", in: database)
        try delete.bind([.integer(number), .integer(Int64(photo))])
        try delete.run()
    }

    private func checkLimits(ofNote number: Int64) throws {
        let count = try self.number("SELECT count(*) FROM note_photo WHERE note = \(number)")
        guard count <= Photo.limit else { throw PhotoError.noteFull }
        let total = try self.number("SELECT coalesce(sum(bytes), 0) FROM photo")
        guard total <= Photo.maxTotalBytes else { throw PhotoError.totalTooLarge }
    }

    private func number(_ sql: String) throws -> Int64 {
        var statement = try SQLStatement(new: sql, in: database)
        defer { statement.finish() }
        return try statement.step() ? statement.integer(0) : 0
    }
}
