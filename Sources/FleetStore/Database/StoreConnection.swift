import GRDB
import GRDBSQLite

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// How connections to the database are opened and set up.
enum StoreConnection {
    /// How long a lock of another process is waited for, in seconds.
    private static let patience = 5.0

    /// Opens a file for reading and writing, and brings it to the current schema.
    static func open(_ path: String) throws(StoreFailure) -> DatabaseQueue {
        try failing(at: path) {
            let queue = try DatabaseQueue(path: path, configuration: configuration())
            try queue.inDatabase { database in
                try requireWritable(database, at: path)
                try Schema.prepare(database, at: path)
                try database.execute(sql: settings)
            }
            return queue
        }
    }

    /// Opens a file that cannot be written.
    ///
    /// SQLite keeps two files beside a database with a log and makes them if need be. Where it
    /// cannot, the file is opened as one that nobody changes, if no log is left beside it.
    static func openReadOnly(_ path: String) throws(StoreFailure) -> DatabaseQueue {
        try failing(at: path) {
            guard access(path, F_OK) == 0 || errno != ENOENT else {
                throw StoreFailure.missing(path: path)
            }
            do {
                return try checked(path, at: path)
            } catch let error as DatabaseError {
                guard isBecauseOfCompanions(error),
                    faccessat(AT_FDCWD, path, R_OK, AT_EACCESS) == 0
                else { throw error }
                guard !hasLog(path) else { throw StoreFailure.unreadable(path: path, reason: left) }
                return try checked(immutableAddress(of: path), at: path)
            }
        }
    }

    /// A database that is gone when it is let go of.
    static func inMemory() throws -> DatabaseQueue {
        let queue = try DatabaseQueue(configuration: configuration())
        try queue.inDatabase { try Schema.prepare($0, at: ":memory:") }
        return queue
    }

    /// Writes in one transaction that no other writer can get into.
    ///
    /// A large cache pays only here: random places of the indices are written in a new fleet.
    static func write<T>(
        to database: Database, durably: Bool, _ body: (Database) throws -> T
    ) throws -> T {
        if durably { try database.execute(sql: "PRAGMA synchronous = FULL") }
        defer { if durably { try? database.execute(sql: "PRAGMA synchronous = NORMAL") } }
        try database.execute(sql: "PRAGMA cache_size = -65536")
        defer { try? database.execute(sql: "PRAGMA cache_size = -2000; PRAGMA shrink_memory") }
        var result: T?
        try database.inTransaction(.immediate) {
            result = try body(database)
            return .commit
        }
        guard let result else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
        return result
    }

    private static func configuration() -> Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(patience)
        configuration.foreignKeysEnabled = true
        configuration.prepareDatabase(DistanceFunction.add(to:))
        return configuration
    }

    /// Why a file is not opened without its log: it may then be half of a snapshot.
    private static let left =
        "the log beside it, left by a process that was killed, can be read only in a folder "
        + "that can be written"

    /// A power failure may cost the last snapshot, never the file; deleted rows need not be wiped;
    /// the log is cut back to 8 MiB when it starts anew.
    private static let settings = """
        PRAGMA synchronous = NORMAL;
        PRAGMA secure_delete = OFF;
        PRAGMA journal_size_limit = 8388608
        """

    private static func checked(_ address: String, at path: String) throws -> DatabaseQueue {
        var configuration = configuration()
        configuration.readonly = true
        let queue = try DatabaseQueue(path: address, configuration: configuration)
        try queue.inDatabase { database in
            try Schema.check(database, at: path)
            // One of an older version lacks what is asked for, and cannot be given it.
            if try Schema.isEmpty(database) || Schema.isOld(database) {
                throw StoreFailure.missing(path: path)
            }
        }
        return queue
    }

    /// SQLite opens a file that it may not write for reading, and says so only when asked.
    private static func requireWritable(_ database: Database, at path: String) throws {
        guard sqlite3_db_readonly(database.sqliteConnection, "main") == 1 else { return }
        throw StoreFailure.refusal(at: path)
            ?? .unwritable(path: path, reason: String(cString: strerror(EACCES)))
    }

    private static func hasLog(_ path: String) -> Bool {
        var status = stat()
        return stat(path + "-wal", &status) == 0 && status.st_size > 0
    }

    /// Whether a file could not be opened, for all that is known, since one beside it could not be made.
    private static func isBecauseOfCompanions(_ error: DatabaseError) -> Bool {
        switch error.resultCode {
        case .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_FULL: true
        // The index of the log finds no room on a full disk.
        case .SQLITE_IOERR:
            [.SQLITE_IOERR_SHMSIZE, .SQLITE_IOERR_SHMOPEN].contains(error.extendedResultCode)
        default: false
        }
    }

    /// The file as an address that promises that nobody changes it (sqlite.org/uri.html).
    private static func immutableAddress(of path: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var address = Array("file:".utf8)
        for byte in path.utf8 {
            switch byte {
            case 0x2D...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: address.append(byte)
            default: address += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: address, as: UTF8.self) + "?mode=ro&immutable=1"
    }

    private static func failing<T>(
        at path: String, _ body: () throws -> T
    ) throws(StoreFailure) -> T {
        do {
            return try StoreFailure.translating(at: path, body)
        } catch let failure as StoreFailure {
            throw failure
        } catch {
            throw .unreadable(path: path, reason: "\(error)")
        }
    }
}
