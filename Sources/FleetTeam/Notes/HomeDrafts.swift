public import FleetCore
public import FleetSQL
public import Foundation

/// The notes of a login that its server has not received yet: a document for each, and its photos.
public struct HomeDrafts: Sendable {
    private let owner: HomeOwner
    private let file: any HomeTeamDatabase
    private let now: @Sendable () -> Timestamp

    /// Creates the drafts of an owner.
    /// - Parameter now: The system clock.
    public init(
        of owner: HomeOwner, in file: any HomeTeamDatabase, now: @escaping @Sendable () -> Timestamp
    ) {
        (self.owner, self.file, self.now) = (owner, file, now)
    }

    /// Returns the documents, oldest first.
    public func all() throws -> [String] {
        try file.read { transaction in
            try transaction.rows(
                "SELECT document FROM note_draft WHERE owner = ?1 ORDER BY created_at, id",
                [.uuid(owner.uuid)]
            ) { $0.text(0) }
        } ?? []
    }

    /// Saves a draft, in place of one with the same ID, whose photos stay.
    /// - Parameter photos: Photos to add, which get the numbers from 1.
    public func save(
        _ document: String, id: UUID, createdAt: Timestamp, photos: [[UInt8]] = []
    ) async throws {
        try await write { sql, key in
            try sql.execute(
                """
                INSERT INTO note_draft (owner, id, created_at, document) VALUES (?1, ?2, ?3, ?4)
                ON CONFLICT (owner, id) DO UPDATE SET document = ?4
                """, [key, .uuid(id), .time(createdAt), .text(document)])
            for (index, bytes) in photos.enumerated() {
                try sql.execute(
                    "INSERT INTO draft_photo (owner, draft, number, bytes) VALUES (?1, ?2, ?3, ?4)",
                    [key, .uuid(id), .integer(Int64(index + 1)), .bytes(bytes)])
            }
        }
    }

    /// Returns the bytes of a photo; `nil` if there is none with that number.
    public func photo(_ number: Int, of id: UUID) throws -> [UInt8]? {
        try file.read { transaction in
            try transaction.rows(
                "SELECT bytes FROM draft_photo WHERE owner = ?1 AND draft = ?2 AND number = ?3",
                [.uuid(owner.uuid), .uuid(id), .integer(Int64(number))]
            ) { $0.blob(0) }.first
        } ?? nil
    }

    /// Removes a draft and its photos.
    public func remove(_ id: UUID) async throws {
        guard file.exists else { return }
        try await write { sql, key in
            _ = try sql.execute(
                "DELETE FROM note_draft WHERE owner = ?1 AND id = ?2", [key, .uuid(id)])
        }
    }

    private func write(
        _ body: @escaping @Sendable (any SQLTransaction, _ owner: SQLValue) throws -> Void
    ) async throws {
        let transactionTime = now()
        try await file.write(durably: true) { [owner] sql in
            try sql.insert(owner, at: transactionTime)
            try body(sql, .uuid(owner.uuid))
        }
    }
}
