public import FleetCore
import FleetSQL
public import FleetSettings
import Foundation

extension HomeAnnotations {
    /// Returns the notes, or those about one vehicle, oldest first.
    public func notes(about vehicle: String? = nil) throws -> [Note] {
        guard let vehicle else { return try notes("") }
        return try notes("AND vehicle_id = ?3", [.text(vehicle)])
    }

    /// Returns the notes about vehicles with this ID, ignoring the case of ASCII letters.
    public func notes(aboutIgnoringCase vehicle: String) throws -> [Note] {
        try notes("AND lower(vehicle_id) = lower(?3)", [.text(vehicle)])
            .filter { ASCIICase.equal($0.vehicleID ?? "", vehicle) }
    }

    /// Returns the note with a number, or `nil` if there is none.
    public func note(_ number: Int64) throws -> Note? {
        try notes("AND note.number = ?3", [.integer(number)]).first
    }

    private func notes(_ condition: String, _ values: [SQLValue] = []) throws -> [Note] {
        try read { transaction in
            let assignees = try transaction.mirroredAssignees()
            return try transaction.ownNotes(of: source, condition, values).map { stored in
                var note = Note(stored)
                if let assignee = assignees[stored.id] { note.task?.assignee = assignee }
                return note
            }
        } ?? []
    }

    /// Returns summaries of the notes, newest first, and the numbers of those that contain a text.
    public func summaries(
        containing text: String?
    ) throws -> (all: [NoteSummary], matching: Set<Int64>?) {
        let found = try read { transaction -> ([NoteSummary], Set<Int64>?) in
            let all = try transaction.noteSummaries(of: source)
            return (all, try text.map { try transaction.notes(containing: $0, of: source) })
        }
        return found ?? ([], text == nil ? nil : [])
    }

    /// Adds a note and returns it with its new number; the number in `note` is ignored.
    ///
    /// The note and its photos are on disk when the function returns.
    /// - Throws: ``PhotoError``, ``TeamError``; nothing is stored then.
    public func add(_ note: Note, photos files: PhotoFiles? = nil) async throws -> Note {
        let content = try NoteContent(note, of: source).checked()
        return try await withPhotos(adding: files) { transaction, photos in
            let id = try transaction.add(content, at: note.createdAt)
            try transaction.add(photos, to: id)
            return Note(try transaction.note(id))
        }
    }

    /// Makes a change of a note and of its photos.
    ///
    /// - Parameter removed: Numbers of the photos to remove.
    /// - Returns: The note, or `nil` if no note has that number.
    /// - Throws: ``PhotoError``, ``TeamError``; the note is unchanged then.
    package func edit(
        _ number: Int64, _ change: NoteChange, adding files: PhotoFiles? = nil,
        removing removed: [Int] = [], at time: Timestamp
    ) async throws -> Note? {
        guard try note(number) != nil else { return nil }
        let change = try change.checked()
        return try await withPhotos(adding: files, removing: !removed.isEmpty) {
            [source] transaction, photos -> Note? in
            let notes = try transaction.ownNotes(
                of: source, "AND note.number = ?3", [.integer(number)])
            guard let note = notes.first else { return nil }
            try transaction.apply(change, to: note, at: time)
            for photo in removed {
                try transaction.execute(
                    "DELETE FROM note_photo WHERE owner = ?1 AND note = ?2 AND number = ?3",
                    [.uuid(note.id), .integer(Int64(photo))])
            }
            try transaction.add(photos, to: note.id)
            return Note(try transaction.note(note.id))
        }
    }

    /// Removes notes, and the photos that no other note has; returns the removed numbers.
    public func removeNotes(_ numbers: [Int64]) async throws -> [Int64] {
        let stored = try numbers.compactMap { try note($0) }
        guard !stored.isEmpty else { return [] }
        let hasPhotos = stored.contains { !$0.photos.isEmpty }
        return try await withPhotos(removing: hasPhotos) { [source] transaction, _ in
            try numbers.filter { number in
                try transaction.execute(
                    "DELETE FROM note WHERE owner = ?1 AND source = ?2 AND number = ?3",
                    [.uuid(source), .integer(number)]) > 0
            }
        }
    }
}

extension UserTransaction {
    /// Returns the owner's notes of a source, in the order of their numbers.
    /// - Parameters:
    ///   - condition: A further condition that begins with `AND`.
    ///   - values: Its values, from `?3`.
    func ownNotes(
        of source: UUID, _ condition: String = "", _ values: [SQLValue] = []
    ) throws -> [TeamNote] {
        try notes(
            "AND note.owner = ?1 AND source = ?2 " + condition,
            [.uuid(source)] + values, limit: .max
        ).sorted { $0.number < $1.number }
    }

    /// Returns summaries of the owner's notes about the vehicles of a source, newest first.
    ///
    /// The texts are examined in the database's memory: truncating them and counting lines in SQL
    /// takes five times as long.
    fileprivate func noteSummaries(of source: UUID) throws -> [NoteSummary] {
        try rows(
            """
            SELECT number, vehicle_id, text, created_at, latitude, longitude,
                (SELECT count(*) FROM note_photo
                 WHERE note_photo.owner = note.owner AND note_photo.note = note.id), edited_at
            FROM note WHERE owner = ?1 AND source = ?2 AND vehicle_id IS NOT NULL
            ORDER BY number DESC
            """, [.uuid(source)], NoteSummary.init(row:))
    }

    /// Returns the numbers of the owner's notes with `text` in their text or vehicle ID, ignoring
    /// ASCII case.
    fileprivate func notes(containing text: String, of source: UUID) throws -> Set<Int64> {
        // SQLite rejects patterns of more than 50,000 bytes, which are longer than any note.
        guard text.unicodeScalars.count <= Note.maxTextLength else { return [] }
        let literal = text.unicodeScalars.map {
            "%_!".unicodeScalars.contains($0) ? "!\($0)" : "\($0)"
        }
        .joined()
        let numbers = try rows(
            """
            SELECT number FROM note
            WHERE owner = ?1 AND source = ?2 AND (lower(vehicle_id) LIKE ?3 ESCAPE '!'
                OR lower(text) LIKE ?3 ESCAPE '!')
            """, [.uuid(source), .text(ASCIICase.lowercased("%\(literal)%"))]
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
            editedAt: row.time(7),
            position: Position(latitude: row.real(4), longitude: row.real(5)),
            photoCount: Int(row.integer(6) ?? 0))
    }
}
