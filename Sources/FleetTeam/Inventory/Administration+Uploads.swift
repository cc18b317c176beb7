import FleetCore
import FleetSQL
public import Foundation

/// Tables that administrators have sent, between the preview and its confirmation.
///
/// Each person has one, for half an hour, in the database, because another server may receive the
/// confirmation.
extension Administration {
    fileprivate static let lifetime = Duration.seconds(1800)

    /// Keeps a table instead of the one before; returns its ID.
    /// - Parameter source: The source whose rows it replaces; `nil` for a new one.
    /// - Throws: ``TeamError/forbidden``.
    public func holdTable(_ file: [UInt8], for source: UUID?) async throws -> UUID {
        let owner = try person()
        return try await write { transaction in
            let id = transaction.newID()
            try transaction.removeOldUploads()
            try transaction.sql.execute(
                """
                INSERT INTO inventory_upload (owner, id, source, file, created_at)
                VALUES (?1, ?2, ?3, ?4, ?5)
                ON CONFLICT (owner) DO UPDATE SET id = excluded.id, source = excluded.source,
                    file = excluded.file, created_at = excluded.created_at
                """,
                [
                    .uuid(owner.uuid), .uuid(id), source.map { .uuid($0) } ?? .null, .bytes(file),
                    .time(transaction.now),
                ])
            return id
        }
    }

    /// Returns a table of the person; `nil` if it is not kept any more.
    /// - Throws: ``TeamError/forbidden``.
    public func heldTable(_ id: String?, for source: UUID?) async throws -> [UInt8]? {
        let owner = try person()
        guard let id = id.flatMap(UUID.init(uuidString:)) else { return nil }
        return try await read { transaction in
            try transaction.sql.rows(
                """
                SELECT file FROM inventory_upload
                WHERE owner = ?1 AND id = ?2 AND coalesce(source, '') = ?3 AND created_at > ?4
                """,
                [
                    .uuid(owner.uuid), .uuid(id), .text(source?.text ?? ""),
                    .time(transaction.now - Self.lifetime),
                ]
            ) { $0.blob(0) }.first
        }
    }

    /// Removes the table of the person.
    public func removeHeldTable() async throws {
        let owner = try person()
        try await write { transaction in
            try transaction.sql.execute(
                "DELETE FROM inventory_upload WHERE owner = ?1", [.uuid(owner.uuid)])
        }
    }

    private func person() throws(TeamError) -> UserID {
        guard let person = actor.userID else { throw .forbidden }
        return person
    }
}

extension TeamTransaction {
    /// Removes the tables whose confirmation nobody sent.
    func removeOldUploads() throws {
        try sql.execute(
            "DELETE FROM inventory_upload WHERE created_at <= ?1",
            [.time(now - Administration.lifetime)])
    }
}
