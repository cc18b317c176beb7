import FleetCore
public import FleetSQL
import Foundation

/// The result of an import.
public struct ImportReport: Equatable, Sendable {
    /// The number of new favorites.
    public var favorites = 0
    /// The number of new views.
    public var views = 0
    /// The number of new notes.
    public var notes = 0
    /// The number of favorites, views and notes that were copied before.
    public var known = 0
}

extension Administration {
    /// Copies the favorites, views and notes of the command line to a user, for whom the notes are
    /// private; nothing is copied twice, also when a note was changed meanwhile.
    /// - Throws: ``TeamError/notFound``; ``TeamError/tooMany(_:limit:)``, and nothing is copied;
    ///   ``TeamError/forbidden`` unless it is the machine's administrator.
    public func importLocal(_ local: OwnerContent, to user: UserID) async throws -> ImportReport {
        guard case .machine = actor else { throw TeamError.forbidden }
        // Whatever takes long comes before the transaction.
        let content = local.owned(by: user, UUIDv7Generator(random: team.random))
        let report = try await team.write(as: .user(user.uuid)) { transaction in
            let rows = ImportedRows(user: user, transaction: transaction)
            guard try rows.isUser() else { throw TeamError.notFound }
            let known = try rows.idempotencyKeys()
            var copy = content
            copy.notes.removeAll { $0["idempotency_key"].textValue.map(known.contains) == true }
            let last = try rows.number(&copy.notes)
            let added = try copy.add(to: transaction.sql)
            try rows.requireRoomForFavorites()
            try rows.requireRoomForViews()
            try NoteCollection.requireRoom(for: user, lastNumber: last, in: transaction)
            return ImportReport(
                favorites: added.favorites, views: added.views, notes: copy.notes.count,
                known: content.favorites.count - added.favorites
                    + content.views.count - added.views + content.notes.count
                    - copy.notes.count)
        }
        try await record(.imported, subject: try await name(of: user))
        return report
    }

    private func name(of user: UserID) async throws -> String? {
        try await users().first { $0.id == user }?.name
    }
}

extension OwnerContent {
    /// Returns the content as another owner gets it: notes without numbers, the oldest first, which
    /// only that owner sees.
    fileprivate func owned(by owner: UserID, _ ids: UUIDv7Generator) -> OwnerContent {
        var content = self
        for index in favorites.indices { content.favorites[index]["owner"] = .uuid(owner.uuid) }
        for index in views.indices { content.views[index]["owner"] = .uuid(owner.uuid) }
        // IDs are ordered by the time of writing, so the generator begins in the past.
        content.notes = notes.sorted {
            ($0.createdAt, $0["number"].integerValue ?? 0)
                < ($1.createdAt, $1["number"].integerValue ?? 0)
        }.map { $0.owned(by: owner, id: ids.next(at: $0.createdAt)) }
        return content
    }
}

extension TeamRecord {
    fileprivate var createdAt: Timestamp {
        Timestamp(milliseconds: self["created_at"].integerValue ?? 0)
    }

    /// Returns the note as another owner gets it; a key tells later whether it was copied.
    fileprivate func owned(by owner: UserID, id: UUID) -> TeamRecord {
        let key = SQLValue.text(Digest.hex("copy \(self["id"].textValue ?? "")"))
        var note = self
        note["owner"] = .uuid(owner.uuid)
        note["id"] = .uuid(id)
        note["version"] = .integer(1)
        note["visibility"] = .text(NoteVisibility.private.rawValue)
        note["done_by"] = note["done_at"].integerValue == nil ? .null : .uuid(owner.uuid)
        note["edited_by"] = note["edited_at"].integerValue == nil ? .null : .uuid(owner.uuid)
        (note["idempotency_key"], note["request_hash"]) = (key, key)
        return note
    }
}

/// The rows of the user to whom content is copied.
private struct ImportedRows {
    let user: UserID
    let transaction: TeamTransaction

    func isUser() throws -> Bool {
        try transaction.sql.integer(
            "SELECT count(*) FROM team_user WHERE id = ?1 AND name IS NOT NULL",
            [.uuid(user.uuid)]) > 0
    }

    func idempotencyKeys() throws -> Set<String> {
        Set(
            try transaction.sql.rows(
                """
                SELECT idempotency_key FROM note
                WHERE owner = ?1 AND idempotency_key IS NOT NULL
                """, [.uuid(user.uuid)]
            ) { $0.text(0) })
    }

    /// Gives the notes their numbers; returns the last, 0 without notes.
    func number(_ notes: inout [TeamRecord]) throws -> Int64 {
        guard !notes.isEmpty else { return 0 }
        let last = try transaction.sql.integer(
            """
            UPDATE team_user SET last_note_number = last_note_number + ?2 WHERE id = ?1
            RETURNING last_note_number
            """, [.uuid(user.uuid), .integer(Int64(notes.count))])
        for index in notes.indices {
            notes[index]["number"] = .integer(last - Int64(notes.count - 1 - index))
        }
        return last
    }

    /// - Throws: ``TeamError/tooMany(_:limit:)``.
    func requireRoomForViews() throws {
        let count = try transaction.sql.integer(
            "SELECT count(*) FROM saved_view WHERE owner = ?1 AND NOT \(UserTransaction.isColumns)",
            [.uuid(user.uuid)])
        guard count <= TeamView.limit else {
            throw TeamError.tooMany(.views, limit: TeamView.limit)
        }
    }

    /// - Throws: ``TeamError/tooMany(_:limit:)``.
    func requireRoomForFavorites() throws {
        let full = try transaction.sql.integer(
            """
            SELECT count(*) FROM (
                SELECT source FROM favorite WHERE owner = ?1 GROUP BY source HAVING count(*) > ?2
            ) AS full_source
            """, [.uuid(user.uuid), .integer(Int64(Favorite.limit))])
        guard full == 0 else { throw TeamError.tooMany(.favorites, limit: Favorite.limit) }
    }
}
