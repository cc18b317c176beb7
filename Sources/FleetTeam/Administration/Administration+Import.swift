public import FleetCore
import FleetStore
public import Foundation

/// The favorites and notes that the command line stores locally about one source.
public struct LocalAnnotations: Sendable {
    /// The UUID of the source.
    public var source: UUID
    /// The favorites.
    public var favorites: [Favorite]
    /// The notes; their photos are not copied.
    public var notes: [Note]

    /// Creates a list of annotations.
    public init(source: UUID, favorites: [Favorite], notes: [Note]) {
        (self.source, self.favorites, self.notes) = (source, favorites, notes)
    }
}

/// The result of an import.
public struct ImportReport: Equatable, Sendable {
    /// The number of new favorites.
    public var favorites = 0
    /// The number of new notes.
    public var notes = 0
    /// The number of notes and favorites that were copied before.
    public var known = 0
    /// The number of notes and favorites that a team cannot store, because of a control character.
    public var invalid = 0
}

extension Administration {
    /// Copies local favorites and notes to a user, for whom the notes are private; nothing is copied
    /// twice, also when a note was changed meanwhile.
    /// - Throws: ``TeamError/notFound``; ``TeamError/tooMany(_:limit:)``, and nothing is copied;
    ///   ``TeamError/forbidden`` unless it is the machine's administrator.
    public func importLocal(
        _ annotations: [LocalAnnotations], to user: UserID
    ) async throws -> ImportReport {
        guard case .machine = actor else { throw TeamError.forbidden }
        // IDs are ordered by the time of writing, so a generator of its own begins in the past.
        let ids = UUIDv7Generator(random: team.random)
        let report = try await team.write(as: .user(user.uuid)) { transaction in
            var writer = ImportWriter(sql: transaction.sql, owner: user)
            guard try writer.hasUser() else { throw TeamError.notFound }
            for part in annotations {
                for favorite in part.favorites { try writer.add(favorite, of: part.source) }
                try writer.checkFavorites(of: part.source)
            }
            let notes = annotations.flatMap { part in part.notes.map { (part.source, $0) } }
            for (source, note) in notes.sorted(by: { $0.1.createdAt < $1.1.createdAt }) {
                try writer.add(note, of: source, id: ids.next(at: note.createdAt))
            }
            try transaction.requireRoomForNotes(of: user, lastNumber: writer.lastNumber)
            return writer.report
        }
        try await record(.imported, subject: try await name(of: user))
        return report
    }

    private func name(of user: UserID) async throws -> String? {
        try await users().first { $0.id == user }?.name
    }
}

/// Writer of a user's rows; the first parameter of each statement, `?1`, is the user.
private struct ImportWriter {
    let sql: any SQLTransaction
    let owner: UserID
    var report = ImportReport()
    /// The number of the newest note that was added; 0 without one.
    private(set) var lastNumber: Int64 = 0

    init(sql: any SQLTransaction, owner: UserID) {
        (self.sql, self.owner) = (sql, owner)
    }

    func hasUser() throws -> Bool {
        try sql.integer(
            "SELECT count(*) FROM team_user WHERE id = ?1 AND removed_at IS NULL",
            [.uuid(owner.uuid)]) > 0
    }

    mutating func add(_ favorite: Favorite, of source: UUID) throws {
        guard let id = try? NoteText.checkedVehicleID(favorite.id) else {
            report.invalid += 1
            return
        }
        let count = try sql.execute(
            """
            INSERT INTO favorite (owner, source, vehicle_id, added_at) VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT DO NOTHING
            """, [.uuid(owner.uuid), .uuid(source), .text(id), .time(favorite.addedAt)])
        if count > 0 { report.favorites += 1 } else { report.known += 1 }
    }

    func checkFavorites(of source: UUID) throws {
        let count = try sql.integer(
            "SELECT count(*) FROM favorite WHERE owner = ?1 AND source = ?2",
            [.uuid(owner.uuid), .uuid(source)])
        guard count <= Favorite.limit else {
            throw TeamError.tooMany(.favorites, limit: Favorite.limit)
        }
    }

    mutating func add(_ note: Note, of source: UUID, id: UUID) throws {
        let content = NoteContent(
            text: note.text, source: source, vehicleID: note.vehicleID, position: note.position,
            seenAt: note.seenAt)
        guard let content = try? content.checked() else {
            report.invalid += 1
            return
        }
        let key = Digest.hex("local \(source.text) \(note.number)")
        let known = try sql.integer(
            "SELECT count(*) FROM note WHERE owner = ?1 AND idempotency_key = ?2",
            [.uuid(owner.uuid), .text(key)])
        guard known == 0 else {
            report.known += 1
            return
        }
        try insert(note, content, id: id, key: key)
        report.notes += 1
    }

    private mutating func insert(_ note: Note, _ content: NoteContent, id: UUID, key: String) throws
    {
        lastNumber = try sql.integer(
            """
            UPDATE team_user SET last_note_number = last_note_number + 1 WHERE id = ?1
            RETURNING last_note_number
            """, [.uuid(owner.uuid)])
        try sql.execute(
            """
            INSERT INTO note (owner, id, number, text, source, vehicle_id, latitude, longitude,
                seen_at, visibility, created_at, edited_at, edited_by, idempotency_key,
                request_hash)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)
            """,
            [
                .uuid(owner.uuid), .uuid(id), .integer(lastNumber), .text(content.text),
                .optional(content.source?.text), .optional(content.vehicleID),
                .optional(content.position?.latitude), .optional(content.position?.longitude),
                .optional(content.seenAt?.milliseconds), .text(content.visibility.rawValue),
                .time(note.createdAt), .optional(note.editedAt?.milliseconds),
                .optional(note.editedAt.map { _ in owner.text }), .text(key), .text(content.hash),
            ])
    }
}
