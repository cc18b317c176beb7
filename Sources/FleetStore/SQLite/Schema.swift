import Foundation
import GRDB
import SystemPackage

/// Schema of a database file and its migrations.
struct Schema: Sendable {
    /// A change from one version to the next.
    typealias Migration = @Sendable (Database) throws -> Void

    /// Schema of `fleet.sqlite`: the application ID is "FLT1".
    static let fleet = Schema(applicationID: 0x464C_5431, migrations: fleetMigrations)
    /// Schema of `team.sqlite`: the application ID is "FLTP".
    static let team = Schema(applicationID: 0x464C_5450, migrations: teamMigrations)

    /// Application ID of the file (`PRAGMA application_id`).
    private let applicationID: Int64
    /// Current schema version (`PRAGMA user_version`).
    private let version: Int64
    private let migrator: DatabaseMigrator

    private init(applicationID: Int64, migrations: [Migration]) {
        self.applicationID = applicationID
        version = Int64(migrations.count)
        migrator = Self.migrator(migrations)
    }

    /// Migrates a database to the current version; a current one costs two short reads.
    ///
    /// Two processes may do this at once: each migration is a transaction of its own, which sees
    /// whether the other process has made it.
    func migrate(_ queue: DatabaseQueue, at path: String) throws {
        let isCurrent = try queue.inDatabase { database in
            try check(database, at: path)
            guard try Self.number("PRAGMA user_version", in: database) != version
            else { return true }
            try Self.enableWAL(database)
            try database.execute(sql: "PRAGMA application_id = \(applicationID)")
            return false
        }
        guard !isCurrent else { return }
        for _ in 0..<version {
            do {
                return try migrator.migrate(queue)
            } catch DatabaseError.SQLITE_CONSTRAINT_PRIMARYKEY {
                // Another process has recorded a migration since the list was read: read it again.
                continue
            }
        }
        try migrator.migrate(queue)
    }

    /// Returns a migrator with the migrations by version number.
    ///
    /// Versions up to 5 were not recorded by GRDB but only in `user_version`, so that decides.
    private static func migrator(_ migrations: [Migration]) -> DatabaseMigrator {
        // Rows keep their ids, and a row without its parent, which another program may have left,
        // must not keep the store from being opened.
        var migrator = DatabaseMigrator().disablingDeferredForeignKeyChecks()
        for (index, migration) in migrations.enumerated() {
            let version = index + 1
            migrator.registerMigration("\(version)") { database in
                guard try number("PRAGMA user_version", in: database) < version else { return }
                try migration(database)
                try database.execute(sql: "PRAGMA user_version = \(version)")
            }
        }
        return migrator
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

    /// Throws if the file belongs to another program or to a newer version of this one.
    func check(_ database: Database, at path: String) throws {
        guard try Self.number("PRAGMA application_id", in: database) != applicationID else {
            let found = try Self.number("PRAGMA user_version", in: database)
            if found > version { throw StoreError.newerVersion(path: path) }
            return
        }
        guard try Self.isEmpty(database) else {
            // Another process may have created the tables since the application ID was read.
            guard try Self.number("PRAGMA application_id", in: database) == applicationID else {
                throw StoreError.foreign(path: path)
            }
            return
        }
        // SQLite treats a file too short for a database as empty and would overwrite it.
        if let status = try? FilePath(path).stat(), status.size > 0,
            try Self.number("PRAGMA page_count", in: database) == 0
        {
            throw StoreError.corrupt(path: path)
        }
    }

    /// Whether the database is empty, like a file of zero bytes.
    static func isEmpty(_ database: Database) throws -> Bool {
        try number("SELECT count(*) FROM sqlite_schema", in: database) == 0
            && number("PRAGMA user_version", in: database) == 0
    }

    /// Whether an older version of this program wrote the file.
    func isOld(_ database: Database) throws -> Bool {
        try Self.number("PRAGMA user_version", in: database) < version
    }

    private static func number(_ sql: String, in database: Database) throws -> Int64 {
        var statement = try SQLStatement(cached: sql, in: database)
        defer { statement.finish() }
        return try statement.step() ? statement.integer(0) : 0
    }
}
