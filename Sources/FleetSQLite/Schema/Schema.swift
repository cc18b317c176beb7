import FleetCore
import FleetSQL
import Foundation
import GRDB
import POSIX
import SystemPackage

/// Schema of a database file.
///
/// The tables of each release are upgraded to the current ones, in one transaction, after the file
/// was copied. A file with tables that are neither the current ones nor those of a release is
/// refused.
struct Schema: Sendable {
    /// The way from the tables of a release to the current ones.
    struct Upgrade: Sendable {
        /// Digest of the statements that created the tables before.
        let digest: Int64
        /// Returns statements that change the tables; references between rows are checked at the end.
        let statements: @Sendable () -> String
    }

    /// Application ID of the file (`PRAGMA application_id`).
    private let applicationID: Int64
    /// Statements that create the tables.
    private let tables: String
    /// Statements that set up each connection.
    let settings: String
    /// Digest of the statements, never 0 (`PRAGMA user_version`, of 31 bits).
    let digest: Int64
    /// Upgrades from the tables of each release.
    private let upgrades: [Upgrade]

    init(applicationID: Int64, tables: String, settings: String, upgrades: [Upgrade] = []) {
        self.applicationID = applicationID
        (self.tables, self.settings, self.upgrades) = (tables, settings, upgrades)
        digest = Int64(StableHash.hash(tables) >> 33) | 1
    }

    /// What is in a file.
    private enum State {
        case empty
        case current
        /// Tables of an earlier release, and their upgrade.
        case older(Upgrade)
    }

    /// Creates the tables in an empty file, or upgrades those of an earlier release; a file that has
    /// the current ones costs two short reads.
    ///
    /// Two processes may do this at once: the second one finds the tables of the first.
    /// - Throws: `StoreError.otherSchema` and `.foreign`, and nothing is changed.
    func create(in queue: DatabaseQueue, at path: String, lockLimit: Duration) throws {
        try queue.inDatabase { database in
            if case .current = try state(of: database, at: path) { return }
            try Self.enableWAL(database, lockLimit: lockLimit)
            try database.inTransaction(.immediate) {
                switch try state(of: database, at: path) {
                case .current: break
                case .empty:
                    try database.execute(
                        sql: tables + "\nPRAGMA application_id = \(applicationID);")
                    try setDigest(in: database)
                case .older(let upgrade):
                    // No other process writes now, so the copy has everything.
                    try DatabaseFileCopy.write(
                        path, to: Self.copyPath(of: path, digest: upgrade.digest))
                    try database.execute(sql: "PRAGMA defer_foreign_keys = ON")
                    try database.execute(sql: upgrade.statements())
                    try setDigest(in: database)
                }
                return .commit
            }
        }
    }

    private func setDigest(in database: Database) throws {
        try database.execute(sql: "PRAGMA user_version = \(digest)")
    }

    /// Returns the path of the copy that is made before an upgrade from tables with a digest.
    private static func copyPath(of path: String, digest: Int64) -> String {
        let digits = String(digest, radix: 16)
        return path + ".before-" + String(repeating: "0", count: max(0, 8 - digits.count)) + digits
    }

    /// Switches the file to a write-ahead log; the setting is stored in the file.
    ///
    /// SQLite ignores the busy timeout here, so this function waits for the lock.
    private static func enableWAL(_ database: Database, lockLimit: Duration) throws {
        let pause = Duration.milliseconds(20)
        var attempts = Int(lockLimit / pause)
        while true {
            do {
                return try database.execute(sql: "PRAGMA journal_mode = WAL")
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
                attempts -= 1
                guard attempts > 0 else { throw error }
                Thread.sleep(forTimeInterval: pause / .seconds(1))
            }
        }
    }

    /// Returns whether the file has the tables; it is empty if not.
    /// - Throws: `StoreError`, if it belongs to another program or has another schema.
    func check(_ database: Database, at path: String) throws -> Bool {
        switch try state(of: database, at: path) {
        case .empty: return false
        case .current: return true
        case .older: throw StoreError.unreadable(path: path, reason: Self.needsUpgrade)
        }
    }

    /// Checks that a file of this schema has its tables and indexes, and nothing else: a trigger would
    /// run statements of whoever added it.
    /// - Throws: `StoreError.corrupt`.
    func requireTables(in database: Database, at path: String) throws {
        func names(in database: Database) throws -> [String] {
            try String.fetchAll(
                database,
                sql: """
                    SELECT type || ' ' || name || ' ' || tbl_name FROM sqlite_schema
                    WHERE name NOT GLOB 'sqlite_*' ORDER BY 1
                    """)
        }
        let expected = try DatabaseQueue().inDatabase { empty in
            try empty.execute(sql: tables)
            return try names(in: empty)
        }
        guard try names(in: database) == expected else { throw StoreError.corrupt(path: path) }
    }

    private static let needsUpgrade =
        "its tables are of an earlier version, and they can only be upgraded where it can be written"

    private func state(of database: Database, at path: String) throws -> State {
        if try Self.number("PRAGMA application_id", in: database) == applicationID {
            let found = try Self.number("PRAGMA user_version", in: database)
            if found == digest { return .current }
            if let upgrade = upgrades.first(where: { $0.digest == found }) {
                return .older(upgrade)
            }
            let copy = Self.copyPath(of: path, digest: digest)
            throw StoreError.otherSchema(
                path: path, copy: FileSystem.exists(FilePath(copy)) ? copy : nil)
        }
        guard try Self.isEmpty(database) else {
            // Another process may have created the tables since the application ID was read.
            guard try Self.number("PRAGMA application_id", in: database) == applicationID else {
                throw StoreError.foreign(path: path)
            }
            return try state(of: database, at: path)
        }
        // SQLite treats a file too short for a database as empty and would overwrite it.
        if let status = try? FilePath(path).stat(), status.size > 0,
            try Self.number("PRAGMA page_count", in: database) == 0
        {
            throw StoreError.corrupt(path: path)
        }
        return .empty
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
