import GRDB

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The tables of `fleet.sqlite`, and how a file of an older version gets them.
enum Schema {
    /// Marks the file as this program's (`PRAGMA application_id`): "FLT1".
    static let applicationID: Int64 = 0x464C_5431

    /// How a file gets from each version to the next; a released step is never changed.
    private static let steps: [@Sendable (Database) throws -> Void] = [
        createTables, createFavorites, createNotes, createPhotos, createSites,
    ]

    /// The version that this program writes (`PRAGMA user_version`).
    static let version = Int64(steps.count)

    /// Brings an open database to the current version; one that has it costs two short reads.
    ///
    /// Two processes may do so at once: the second waits for the first and then finds it done.
    static func prepare(_ database: Database, at path: String) throws {
        try check(database, at: path)
        guard try number("PRAGMA user_version", in: database) != version else { return }
        try useLog(database)
        try database.inTransaction(.immediate) {
            try check(database, at: path)
            for step in steps.dropFirst(Int(try number("PRAGMA user_version", in: database))) {
                try step(database)
            }
            try database.execute(sql: "PRAGMA user_version = \(version)")
            try database.execute(sql: "PRAGMA application_id = \(applicationID)")
            return .commit
        }
    }

    /// Has the file use a write-ahead log, which it then remembers.
    ///
    /// SQLite does not wait for a lock here whatever the busy timeout, so this does, for 5 s.
    private static func useLog(_ database: Database) throws {
        var attempts = 250
        while true {
            do {
                return try database.execute(sql: "PRAGMA journal_mode = WAL")
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
                attempts -= 1
                guard attempts > 0 else { throw error }
                usleep(20_000)
            }
        }
    }

    /// Refuses a file of another program or of a newer version of this one.
    static func check(_ database: Database, at path: String) throws {
        guard try number("PRAGMA application_id", in: database) != applicationID else {
            let found = try number("PRAGMA user_version", in: database)
            if found > version { throw StoreFailure.newer(path: path) }
            return
        }
        guard try isEmpty(database) else {
            // Another process may have made the tables since the mark was looked for.
            guard try number("PRAGMA application_id", in: database) == applicationID else {
                throw StoreFailure.foreign(path: path)
            }
            return
        }
        // SQLite takes a file too short for a database for an empty one, and would overwrite it.
        var status = stat()
        if stat(path, &status) == 0, status.st_size > 0,
            try number("PRAGMA page_count", in: database) == 0
        {
            throw StoreFailure.corrupt(path: path)
        }
    }

    /// Whether the file holds nothing yet, like one of zero bytes.
    static func isEmpty(_ database: Database) throws -> Bool {
        try number("SELECT count(*) FROM sqlite_schema", in: database) == 0
            && number("PRAGMA user_version", in: database) == 0
    }

    /// Whether the file is of an older version of this program.
    static func isOld(_ database: Database) throws -> Bool {
        try number("PRAGMA user_version", in: database) < version
    }

    private static func number(_ sql: String, in database: Database) throws -> Int64 {
        var statement = try SQLStatement(cached: sql, in: database)
        defer { statement.finish() }
        return try statement.step() ? statement.integer(0) : 0
    }
}
