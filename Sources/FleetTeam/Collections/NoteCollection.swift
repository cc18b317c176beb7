import FleetCore
import FleetSQL
public import Foundation

extension Access {
    /// The notes that the user sees: own ones, and those of the team.
    public var notes: NoteCollection { NoteCollection(access: self) }
}

/// The notes that one user sees: own ones, and those of the team.
///
/// A note that the user does not see, or no longer sees, is ``TeamError/notFound`` for everything.
public struct NoteCollection: Sendable {
    let access: Access

    /// Returns notes, newest first.
    public func all(_ query: NoteQuery = NoteQuery()) async throws -> [TeamNote] {
        let conditions = [
            "AND (CAST(?2 AS TEXT) IS NULL OR source = ?2)",
            "AND (CAST(?3 AS TEXT) IS NULL OR vehicle_id = ?3)", "AND note.id < ?4",
            query.isMine ? "AND note.owner = ?1" : "", query.isOpen ? "AND done_at IS NULL" : "",
            query.hasPosition ? "AND latitude IS NOT NULL" : "",
            query.author == nil ? "" : Self.isByAuthor("?5"),
        ]
        let author = [query.author].compactMap { $0.map(SQLValue.text) }
        return try await access.read(of: .notes) { transaction in
            try transaction.notes(
                conditions.joined(separator: " "),
                [
                    .optional(query.source?.text), .optional(query.vehicleID),
                    .text(query.earlierThan?.text ?? "~"),
                ] + author, limit: min(max(query.limit, 0), 500))
        }
    }

    /// Returns the number of notes that are not done of each vehicle of a source.
    public func openCounts(of source: UUID) async throws -> [String: Int] {
        try await access.read(of: .notes) { transaction in
            let counts = try transaction.rows(
                """
                SELECT vehicle_id, count(*) FROM note
                WHERE \(UserTransaction.isVisible) AND source = ?2 AND vehicle_id IS NOT NULL
                    AND done_at IS NULL
                GROUP BY vehicle_id
                """, [.uuid(source)]
            ) { row in row.text(0).map { ($0, Int(row.integer(1) ?? 0)) } }
            return Dictionary(counts) { first, _ in first }
        }
    }

    /// Returns the note with an ID.
    /// - Throws: ``TeamError/notFound``.
    public func note(_ id: UUID) async throws -> TeamNote {
        try await access.read(of: .notes) { try $0.note(id) }
    }

    /// Returns how many notes there are of each kind.
    /// - Parameter query: Only its source, vehicle and author count.
    public func counts(_ query: NoteQuery = NoteQuery()) async throws -> NoteCounts {
        try await access.read(of: .notes) { transaction in
            let counts = try transaction.rows(
                """
                SELECT count(*), count(*) FILTER (WHERE done_at IS NULL),
                    count(*) FILTER (WHERE note.owner = ?1)
                FROM note WHERE \(UserTransaction.isVisible)
                    AND (CAST(?2 AS TEXT) IS NULL OR source = ?2)
                    AND (CAST(?3 AS TEXT) IS NULL OR vehicle_id = ?3)
                    \(query.author == nil ? "" : Self.isByAuthor("?4"))
                """,
                [.optional(query.source?.text), .optional(query.vehicleID)]
                    + [query.author].compactMap { $0.map(SQLValue.text) }
            ) { row in
                NoteCounts(
                    all: Int(row.integer(0) ?? 0), open: Int(row.integer(1) ?? 0),
                    mine: Int(row.integer(2) ?? 0))
            }
            return counts.first ?? NoteCounts(all: 0, open: 0, mine: 0)
        }
    }

    /// Returns the condition for the notes by the user whose sign-in name is a parameter.
    private static func isByAuthor(_ parameter: String) -> String {
        "AND note.owner = (SELECT id FROM team_user WHERE name = \(parameter))"
    }

    /// Adds a note.
    /// - Parameters:
    ///   - key: Text of the client by which a repeated request is recognized; the note of the first
    ///     request is returned then.
    ///   - request: The client's content, if the stored one has more than that, such as the position
    ///     of a moving vehicle; a repeated request must have the same.
    /// - Throws: ``TeamError/forbidden``, ``TeamError/invalid(_:_:)``, ``TeamError/keyReused``,
    ///   ``TeamError/tooMany(_:limit:)``.
    public func add(
        _ content: NoteContent, idempotencyKey key: String? = nil, of request: NoteContent? = nil
    ) async throws -> (note: TeamNote, isNew: Bool) {
        let content = try content.checked()
        let hash = try request?.checked().hash ?? content.hash
        let key = key.map { (key: Digest.hex($0), hash: hash) }
        return try await access.write(.changeNotes) { transaction in
            if let key, let id = try transaction.noteID(ofKey: key.key, hash: key.hash) {
                return (try transaction.note(id), false)
            }
            let id = try transaction.add(content, at: transaction.now, key: key)
            return (try transaction.note(id), true)
        }
    }

    /// Changes a note if it still has a version.
    /// - Throws: ``TeamError/notFound``, ``TeamError/forbidden``, ``TeamError/invalid(_:_:)``;
    ///   ``TeamError/conflict(_:)`` with the newer version.
    public func change(
        _ id: UUID, version: Int64, _ change: NoteChange
    ) async throws -> TeamNote {
        let change = try change.checked()
        return try await access.write(.read) { transaction in
            let note = try transaction.note(id)
            guard note.canEdit, note.canShare || change.visibility.isNone(but: note) else {
                throw TeamError.forbidden
            }
            guard note.version == version else { throw TeamError.conflict(note) }
            try transaction.apply(change, to: note, at: transaction.now)
            return try transaction.note(id)
        }
    }

    /// Deletes a note and its photos.
    /// - Parameter version: Deletes only this version; `nil` for any.
    /// - Throws: ``TeamError/notFound``, ``TeamError/forbidden``, ``TeamError/conflict(_:)``.
    public func remove(_ id: UUID, version: Int64? = nil) async throws {
        try await access.write(.read) { transaction in
            let note = try transaction.note(id)
            guard note.canDelete else { throw TeamError.forbidden }
            guard version == nil || version == note.version else { throw TeamError.conflict(note) }
            try transaction.execute(
                "DELETE FROM note WHERE id = ?2 AND \(UserTransaction.isVisible)", [.uuid(id)])
        }
    }
}

extension Optional<NoteVisibility> {
    /// Whether it is `nil`, or the note has it already.
    fileprivate func isNone(but note: TeamNote) -> Bool {
        self == nil || self == note.content.visibility
    }
}

extension UserTransaction {
    /// Returns the note that an earlier request with the same key has added.
    /// - Throws: ``TeamError/keyReused`` if that note was another one.
    fileprivate func noteID(ofKey key: String, hash: String) throws -> UUID? {
        let found = try rows(
            "SELECT id, request_hash FROM note WHERE owner = ?1 AND idempotency_key = ?2",
            [.text(key)]
        ) { row in row.uuid(0).map { (id: $0, hash: row.text(1)) } }.first
        guard let found else { return nil }
        guard found.hash == hash else { throw TeamError.keyReused }
        return found.id
    }

    /// Adds a note of the user, written at a time, and returns its ID.
    func add(
        _ content: NoteContent, at time: Timestamp, key: (key: String, hash: String)? = nil
    ) throws -> UUID {
        let id = transaction.newID()
        let number = try integer(
            """
            UPDATE team_user SET last_note_number = last_note_number + 1 WHERE id = ?1
            RETURNING last_note_number
            """)
        try insert(NoteRecord(content, id: id, number: number, at: time), key: key)
        try transaction.requireRoomForNotes(of: owner, lastNumber: number)
        return id
    }

    /// Changes a note that has its version still.
    /// - Throws: ``TeamError/conflict(_:)``.
    func apply(_ change: NoteChange, to note: TeamNote, at time: Timestamp) throws {
        let record = NoteRecord(note, with: change, by: owner, at: time)
        let count = try execute(
            NoteRecord.update + " AND \(Self.isVisible)", record.changes)
        guard count > 0 else { throw TeamError.conflict(try self.note(note.id)) }
    }
}

extension TeamTransaction {
    /// Checks the number of a user's notes after some were added.
    /// - Parameter lastNumber: The number of the newest one: without so many there is nothing to
    ///   count.
    /// - Throws: ``TeamError/tooMany(_:limit:)``.
    func requireRoomForNotes(of owner: UserID, lastNumber: Int64) throws {
        guard lastNumber > TeamNote.limit else { return }
        let count = try sql.integer(
            "SELECT count(*) FROM note WHERE owner = ?1", [.uuid(owner.uuid)])
        guard count <= TeamNote.limit else {
            throw TeamError.tooMany(.notes, limit: TeamNote.limit)
        }
    }
}
