public import FleetCore
import GRDB

extension FleetStore {
    /// Keeps a note, whose number does not matter; returns it with the number that it got.
    ///
    /// When it returns, the note and its photos are on the disk.
    /// - Throws: `PhotoFailure`, or what their inspection throws; then nothing is kept.
    public func add(
        _ note: Note, photos: PhotoFiles? = nil, to key: SourceKey
    ) async throws -> Note {
        try await changingPhotos(adding: photos, removing: nil) { writer, new in
            let number = try writer.add(note, to: key)
            try writer.add(new, toNote: number)
            guard let kept = try StoreReader(database: writer.database).note(number, of: key) else {
                throw DatabaseError(resultCode: .SQLITE_ABORT)
            }
            return kept
        }
    }

    /// Gives a note another text, if there is one, and other photos; returns the note, or `nil` if there
    /// is none of that number.
    ///
    /// - Parameter removed: the numbers of the photos to remove.
    /// - Throws: `PhotoFailure`, or what their inspection throws; then the note is as it was.
    public func edit(
        _ number: Int64, text: String?, adding photos: PhotoFiles? = nil,
        removing removed: [Int] = [], at time: Timestamp, of key: SourceKey
    ) async throws -> Note? {
        let going: (StoreReader) throws -> [Photo] = { reader in
            let photos = try reader.note(number, of: key)?.photos ?? []
            return photos.filter { removed.contains($0.number) }
        }
        return try await changingPhotos(
            adding: photos, removing: removed.isEmpty ? nil : going
        ) { writer, new in
            guard try writer.edit(number, text: text, at: time, of: key) else { return nil }
            for place in removed { try writer.removePhoto(place, ofNote: number) }
            try writer.add(new, toNote: number)
            return try StoreReader(database: writer.database).note(number, of: key)
        }
    }

    /// Removes notes, and the photos that no other note has; returns the numbers of those that were
    /// there.
    public func removeNotes(_ numbers: [Int64], of key: SourceKey) async throws -> [Int64] {
        let going: (StoreReader) throws -> [Photo] = { reader in
            try numbers.flatMap { try reader.note($0, of: key)?.photos ?? [] }
        }
        return try await changingPhotos(adding: nil, removing: going) { writer, _ in
            try numbers.filter { try writer.remove($0, of: key) }
        }
    }
}

extension StoreReader {
    /// The notes of a source, or of one of its vehicles, the oldest first.
    public func notes(of key: SourceKey, vehicle id: String? = nil) throws -> [Note] {
        let condition = id.map { Condition(sql: " AND vehicle_id = ?", values: [.text($0)]) }
        return try notes(where: condition ?? Condition(sql: ""), of: key)
    }

    /// The notes about a vehicle whose code is equal but for the case of ASCII letters.
    public func notes(of key: SourceKey, aboutAnyCaseOf id: String) throws -> [Note] {
        let condition = Condition(
            sql: " AND vehicle_id = ? COLLATE NOCASE", values: [.text(id)])
        // SQLite's comparison ends at a NUL.
        return try notes(where: condition, of: key).filter { ASCIICase.equal($0.vehicleID, id) }
    }

    /// The note of a number.
    public func note(_ number: Int64, of key: SourceKey) throws -> Note? {
        try notes(
            where: Condition(sql: " AND number = ?", values: [.integer(number)]), of: key
        ).first
    }

    private func notes(where condition: Condition, of key: SourceKey) throws -> [Note] {
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
