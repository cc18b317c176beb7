import FleetCore
import FleetSQL
import Foundation
import GRDB
import SystemPackage

/// Schema of a database file.
///
/// Until the first release each file has one schema, edited in place: a file with another one is
/// refused and never migrated.
struct Schema: Sendable {
    /// Application ID of the file (`PRAGMA application_id`).
    private let applicationID: Int64
    /// Statements that create the tables.
    private let tables: String
    /// Statements that set up each connection.
    let settings: String
    /// Digest of the statements, never 0 (`PRAGMA user_version`, of 31 bits).
    private let digest: Int64

    init(applicationID: Int64, tables: String, settings: String) {
        self.applicationID = applicationID
        (self.tables, self.settings) = (tables, settings)
        digest = Int64(StableHash.hash(tables) >> 33) | 1
    }

    /// Creates the tables in an empty file; a file that has them costs two short reads.
    ///
    /// Two processes may do this at once: the second one finds the tables of the first.
    /// - Throws: `StoreError.otherSchema` and `.foreign`, and nothing is changed.
    func create(in queue: DatabaseQueue, at path: String) throws {
        try queue.inDatabase { database in
            guard try !check(database, at: path) else { return }
            try Self.enableWAL(database)
            try database.inTransaction(.immediate) {
                if try !check(database, at: path) {
                    try database.execute(
                        sql: tables + """

                            PRAGMA application_id = \(applicationID);
                            PRAGMA user_version = \(digest)
                            """)
                }
                return .commit
            }
        }
    }

    /// Switches the file to a write-ahead log; the setting is stored in the file.
    ///
    /// SQLite ignores the busy timeout here, so this function waits for the lock, up to 5 s.
    private static func enableWAL(_ database: Database) throws {
        var attempts = 250
        while true {
            do {
                return try database.execute(sql: "PRAGMA journal_mode = WAL")
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
                attempts -= 1
                guard attempts > 0 else { throw error }
                Thread.sleep(forTimeInterval: 0.02)
            }
        }
    }

    /// Returns whether the file has the tables; it is empty if not.
    /// - Throws: `StoreError`, if it belongs to another program or has another schema.
    func check(_ database: Database, at path: String) throws -> Bool {
        if try Self.number("PRAGMA application_id", in: database) == applicationID {
            guard try Self.number("PRAGMA user_version", in: database) == digest else {
                throw StoreError.otherSchema(path: path)
            }
            return true
        }
        guard try Self.isEmpty(database) else {
            // Another process may have created the tables since the application ID was read.
            guard try Self.number("PRAGMA application_id", in: database) == applicationID else {
                throw StoreError.foreign(path: path)
            }
            return try check(database, at: path)
        }
        // SQLite treats a file too short for a database as empty and would overwrite it.
        if let status = try? FilePath(path).stat(), status.size > 0,
            try Self.number("PRAGMA page_count", in: database) == 0
        {
            throw StoreError.corrupt(path: path)
        }
        return false
    }

    /// Whether the database is empty, like a file of zero bytes.
    private static func isEmpty(_ database: Database) throws -> Bool {
        try number("SELECT count(*) FROM sqlite_schema", in: database) == 0
            && number("PRAGMA user_version", in: database) == 0
    }

    private static func number(_ sql: String, in database: Database) throws -> Int64 {
        let statement = try SQLStatement(cached: sql, in: database)
        defer { statement.finish() }
        return try statement.step() ? statement.integer(0) : 0
    }
}
