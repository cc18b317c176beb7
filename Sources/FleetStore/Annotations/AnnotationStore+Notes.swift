public import FleetCore

extension AnnotationStore {
    /// Adds a note and returns it with its new number; the number in `note` is ignored.
    ///
    /// The note and its photos are on disk when the function returns.
    /// - Throws: `PhotoError`, or the error of the photo inspection; nothing is stored then.
    public func add(
        _ note: Note, photos: PhotoFiles? = nil, to key: SourceKey
    ) async throws -> Note {
        try await withPhotoTransaction(adding: photos, removing: nil) { writer, new in
            var added = note
            added.number = try writer.add(note, to: key)
            try writer.add(new, toNote: added.number)
            added.photos = try writer.reader.photos(ofNote: added.number, of: key)
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
        let removedPhotos: (AnnotationReader) throws -> [Photo] = { reader in
            let photos = try reader.note(number, of: key)?.photos ?? []
            return photos.filter { removed.contains($0.number) }
        }
        return try await withPhotoTransaction(
            adding: photos, removing: removed.isEmpty ? nil : removedPhotos
        ) { writer, new in
            guard try writer.edit(number, text: text, at: time, of: key) else { return nil }
            for photo in removed { try writer.removePhoto(photo, ofNote: number) }
            try writer.add(new, toNote: number)
            return try writer.reader.note(number, of: key)
        }
    }

    /// Removes notes and the photos that no other note uses; returns the removed numbers.
    public func removeNotes(_ numbers: [Int64], of key: SourceKey) async throws -> [Int64] {
        let removedPhotos: (AnnotationReader) throws -> [Photo] = { reader in
            try numbers.flatMap { try reader.note($0, of: key)?.photos ?? [] }
        }
        return try await withPhotoTransaction(adding: nil, removing: removedPhotos) { writer, _ in
            try numbers.filter { try writer.remove($0, of: key) }
        }
    }
}

extension AnnotationReader {
    /// Returns the notes of a source, or of one of its vehicles, oldest first.
    public func notes(of key: SourceKey, vehicle id: String? = nil) throws -> [Note] {
        guard let id else { return try notes("", [key.value]) }
        return try notes("AND vehicle_id = ?2", [key.value, .text(id)])
    }

    /// Returns the notes about vehicles with this ID, ignoring the case of ASCII letters.
    public func notes(of key: SourceKey, vehicleIgnoringCase id: String) throws -> [Note] {
        // Texts of earlier versions may contain a NUL, where SQLite stops.
        try notes("AND lower(vehicle_id) = lower(?2)", [key.value, .text(id)])
            .filter { ASCIICase.equal($0.vehicleID, id) }
    }

    /// Returns the note with this number, or `nil` if there is none.
    public func note(_ number: Int64, of key: SourceKey) throws -> Note? {
        try notes("AND note.number = ?2", [key.value, .integer(number)]).first
    }

    private func notes(_ condition: String, _ values: [SQLValue]) throws -> [Note] {
        let photos = try photos(condition, values)
        return try transaction.rows(
            """
            SELECT number, vehicle_id, text, created_at, latitude, longitude, edited_at, seen_at
            FROM note WHERE source = ?1 \(condition) ORDER BY number
            """, values
        ) { row in
            var note = Note(
                number: row.integer(0) ?? 0, vehicleID: row.text(1) ?? "", text: row.text(2) ?? "",
                createdAt: row.time(3) ?? Timestamp(milliseconds: 0), editedAt: row.time(6),
                position: row.position(4, 5), seenAt: row.time(7))
            note.photos = photos[note.number] ?? []
            return note
        }
    }

    /// Returns summaries of the notes of a source, newest first.
    ///
    /// The texts are examined in the database's memory: truncating them and counting lines in SQL
    /// takes five times as long.
    public func noteSummaries(of key: SourceKey) throws -> [NoteSummary] {
        try transaction.rows(
            """
            SELECT number, vehicle_id, text, created_at, latitude, longitude,
                (SELECT count(*) FROM note_photo WHERE note = note.number), edited_at
            FROM note WHERE source = ?1 ORDER BY number DESC
            """, [key.value], NoteSummary.init(row:))
    }

    /// Returns the numbers of the notes with `text` in their text or vehicle ID, ignoring ASCII
    /// case.
    public func notes(containing text: String, of key: SourceKey) throws -> Set<Int64> {
        // SQLite rejects patterns of more than 50,000 bytes, which are longer than any note.
        guard text.unicodeScalars.count <= Note.maxTextLength else { return [] }
        let literal = text.unicodeScalars.map {
            "%_!".unicodeScalars.contains($0) ? "!\($0)" : "\($0)"
        }
        .joined()
        let numbers = try transaction.rows(
            """
            SELECT number FROM note
            WHERE source = ?1 AND (lower(vehicle_id) LIKE ?2 ESCAPE '!'
                OR lower(text) LIKE ?2 ESCAPE '!')
            """, [key.value, .text(ASCIICase.lowercased("%\(literal)%"))]
        ) { $0.integer(0) }
        return Set(numbers)
    }
}

extension NoteSummary {
    fileprivate init(row: any SQLRow) {
        let (beginning, lineCount) = row.withText(2) { text in
            // A scalar has at most four bytes, so a truncated one lies beyond the longest line.
            (
                String(decoding: text.prefix(4 * Self.maxLineLength), as: UTF8.self),
                1 + text.count { $0 == UInt8(ascii: "\n") }
            )
        }
        self.init(
            number: row.integer(0) ?? 0, vehicleID: row.text(1) ?? "", beginning: beginning,
            lineCount: lineCount, createdAt: row.time(3) ?? Timestamp(milliseconds: 0),
            editedAt: row.time(7), position: row.position(4, 5),
            photoCount: Int(row.integer(6) ?? 0))
    }
}

extension SQLRow {
    fileprivate func time(_ column: Int) -> Timestamp? {
        integer(column).map(Timestamp.init(milliseconds:))
    }

    fileprivate func position(_ latitude: Int, _ longitude: Int) -> Position? {
        guard let latitude = real(latitude), let longitude = real(longitude) else { return nil }
        return Position(latitude: latitude, longitude: longitude)
    }
}
