public import FleetCore
import GRDB

extension FleetStore {
    /// Adds a note and returns it with its new number; the number in `note` is ignored.
    ///
    /// The note and its photos are on disk when the function returns.
    /// - Throws: `PhotoError`, or the error of the photo inspection; nothing is stored then.
    public func add(
        _ note: Note, photos: PhotoFiles? = nil, to key: SourceKey
    ) async throws -> Note {
        try await withPhotoTransaction(adding: photos, removing: nil) { writer, new in
            let number = try writer.add(note, to: key)
            try writer.add(new, toNote: number)
            let reader = StoreReader(database: writer.database)
            guard let added = try reader.note(number, of: key) else {
                throw DatabaseError(resultCode: .SQLITE_ABORT)
            }
            return added
        }
    }

    /// Changes the text (unless it is `nil`) and the photos of a note.
    ///
    /// - Parameter removed: Numbers of the photos to remove.
    /// - Returns: The note, or `nil` if no note has that number.
    /// - Throws: `PhotoError`, or the error of the photo inspection; the note is unchanged then.
    public func edit(
        _ number: Int64, text: String?, adding photos: PhotoFiles? = nil,
        removing removed: [Int] = [], at time: Timestamp, of key: SourceKey
    ) async throws -> Note? {
        let removedPhotos: (StoreReader) throws -> [Photo] = { reader in
            let photos = try reader.note(number, of: key)?.photos ?? []
            return photos.filter { removed.contains($0.number) }
        }
        return try await withPhotoTransaction(
            adding: photos, removing: removed.isEmpty ? nil : removedPhotos
        ) { writer, new in
            guard try writer.edit(number, text: text, at: time, of: key) else { return nil }
            for photo in removed { try writer.removePhoto(photo, ofNote: number) }
            try writer.add(new, toNote: number)
            return try StoreReader(database: writer.database).note(number, of: key)
        }
    }

    /// Removes notes and the photos that no other note uses; returns the removed numbers.
    public func removeNotes(_ numbers: [Int64], of key: SourceKey) async throws -> [Int64] {
        let removedPhotos: (StoreReader) throws -> [Photo] = { reader in
            try numbers.flatMap { try reader.note($0, of: key)?.photos ?? [] }
        }
        return try await withPhotoTransaction(adding: nil, removing: removedPhotos) { writer, _ in
            try numbers.filter { try writer.remove($0, of: key) }
        }
    }
}

extension StoreReader {
    /// Returns the notes of a source, or of one of its vehicles, oldest first.
    public func notes(of key: SourceKey, vehicle id: String? = nil) throws -> [Note] {
        let condition = id.map { SQLFragment(sql: " AND vehicle_id = ?", values: [.text($0)]) }
        return try notes(where: condition ?? SQLFragment(sql: ""), of: key)
    }

    /// Returns the notes about vehicles with this ID, ignoring the case of ASCII letters.
    public func notes(of key: SourceKey, vehicleIgnoringCase id: String) throws -> [Note] {
        let condition = SQLFragment(
            sql: " AND vehicle_id = ? COLLATE NOCASE", values: [.text(id)])
        // SQLite's NOCASE comparison stops at a NUL.
        return try notes(where: condition, of: key).filter { ASCIICase.equal($0.vehicleID, id) }
    }

    /// Returns the note with this number, or `nil` if there is none.
    public func note(_ number: Int64, of key: SourceKey) throws -> Note? {
        try notes(
            where: SQLFragment(sql: " AND number = ?", values: [.integer(number)]), of: key
        ).first
    }

    private func notes(where condition: SQLFragment, of key: SourceKey) throws -> [Note] {
        var statement = try SQLStatement(
            new: """
                SELECT number, vehicle_id, text, created_at, edited_at, latitude, longitude, seen_at
                FROM note WHERE source = ?\(condition.sql) ORDER BY number
                """, in: database)
        defer { statement.finish() }
        try statement.bind(key.text)
        try statement.bind(condition.values)
        let photos = try photos(where: condition, of: key)
        var notes: [Note] = []
        while try statement.step() {
            var note = Note(from: statement)
            note.photos = photos[note.number] ?? []
            notes.append(note)
        }
        return notes
    }
}

extension Note {
    fileprivate init(from row: SQLStatement) {
        self.init(
            number: row.integer(0), vehicleID: row.text(1) ?? "", text: row.text(2) ?? "",
            createdAt: Timestamp(milliseconds: row.integer(3)),
            editedAt: row.optionalInteger(4).map(Timestamp.init(milliseconds:)),
            seenAt: row.optionalInteger(7).map(Timestamp.init(milliseconds:)))
        if let latitude = row.real(5), let longitude = row.real(6) {
            position = Position(latitude: latitude, longitude: longitude)
        }
    }
}

extension StoreReader {
    /// Returns summaries of the notes of a source, newest first.
    ///
    /// The texts are examined in SQLite's memory: truncating them and counting lines in SQL takes
    /// five times as long.
    public func noteSummaries(of key: SourceKey) throws -> [NoteSummary] {
        var statement = try SQLStatement(
            new: """
                SELECT number, vehicle_id, text, created_at, edited_at, latitude, longitude,
                    (SELECT count(*) FROM note_photo WHERE note = number)
                FROM note WHERE source = ? ORDER BY number DESC
                """, in: database)
        defer { statement.finish() }
        try statement.bind(key.text)
        var summaries: [NoteSummary] = []
        while try statement.step() { summaries.append(NoteSummary(from: statement)) }
        return summaries
    }

    /// Returns the numbers of the notes with `text` in their text or vehicle ID, ignoring ASCII
    /// case.
    public func notes(containing text: String, of key: SourceKey) throws -> Set<Int64> {
        var statement = try SQLStatement(
            new: """
                SELECT number FROM note
                WHERE source = ?1
                    AND (instr(lower(vehicle_id), ?2) > 0 OR instr(lower(text), ?2) > 0)
                """, in: database)
        defer { statement.finish() }
        try statement.bind(key.text)
        try statement.bind(ASCIICase.lowercased(text))
        var numbers: Set<Int64> = []
        while try statement.step() { numbers.insert(statement.integer(0)) }
        return numbers
    }
}

extension NoteSummary {
    fileprivate init(from row: SQLStatement) {
        let text = row.bytes(2)
        // A scalar has at most four bytes, so a truncated one lies beyond the longest line.
        let beginning = String(decoding: text.prefix(4 * Self.maxLineLength), as: UTF8.self)
        self.init(
            number: row.integer(0), vehicleID: row.text(1) ?? "", beginning: beginning,
            lineCount: 1 + text.count { $0 == UInt8(ascii: "\n") },
            createdAt: Timestamp(milliseconds: row.integer(3)),
            editedAt: row.optionalInteger(4).map(Timestamp.init(milliseconds:)),
            photoCount: Int(row.integer(7)))
        if let latitude = row.real(5), let longitude = row.real(6) {
            position = Position(latitude: latitude, longitude: longitude)
        }
    }
}
