import FleetSQL
import GRDB
import GRDBSQLite
import POSIX
import SystemPackage

/// Opens and configures database connections.
enum SQLiteConnection {
    /// Time to wait for another process's lock.
    static let lockLimit = WaitLimit.write

    /// Opens a file for reading and writing and creates its tables if it is empty.
    ///
    /// - Parameters:
    ///   - pageLimit: Maximum number of pages of 4 KiB; a larger file counts as a full disk.
    ///   - lockLimit: Time to wait for another process's lock.
    static func open(
        _ path: String, schema: Schema, pageLimit: Int? = nil, lockLimit: Duration = lockLimit
    ) throws(StoreError) -> DatabaseQueue {
        try throwingStoreError(at: path) {
            PrivateFile.prepare(path)
            let queue = try DatabaseQueue(
                path: file(path), configuration: configuration(lockLimit: lockLimit))
            try queue.inDatabase { try requireWritable($0, at: path) }
            try schema.create(in: queue, at: path, lockLimit: lockLimit)
            try queue.inDatabase { database in
                try database.execute(sql: schema.settings)
                guard let pageLimit else { return }
                try database.execute(sql: "PRAGMA max_page_count = \(pageLimit)")
            }
            return queue
        }
    }

    /// Opens a file that cannot be written.
    static func openReadOnly(
        _ path: String, schema: Schema
    ) throws(StoreError) -> DatabaseQueue {
        try openReadOnly(path) { database in
            guard try schema.check(database, at: path) else {
                throw StoreError.missing(path: path)
            }
        }
    }

    /// Opens a file for reading only.
    ///
    /// SQLite needs two files (`-wal`, `-shm`) next to a database with a write-ahead log and
    /// creates them if necessary. If it cannot, the file is opened as immutable, provided that no
    /// log is left.
    /// - Parameter check: Throws if the content is not as expected.
    static func openReadOnly(
        _ path: String, check: (Database) throws -> Void
    ) throws(StoreError) -> DatabaseQueue {
        try throwingStoreError(at: path) {
            guard !isMissing(path) else { throw StoreError.missing(path: path) }
            do {
                return try openChecked(file(path), check)
            } catch let error as DatabaseError {
                guard isCausedByLogFiles(error),
                    (try? FileSystem.requireAccess(.reading, to: FilePath(path))) != nil
                else { throw error }
                guard !hasLog(path) else {
                    throw StoreError.unreadable(path: path, reason: leftoverLog)
                }
                return try openChecked(immutableURI(of: file(path)), check)
            }
        }
    }

    /// Returns a database in memory.
    static func inMemory() throws -> DatabaseQueue {
        let queue = try DatabaseQueue(configuration: configuration())
        // No path: a file named `:memory:` in the current folder is another one.
        try Schema.fleet.create(in: queue, at: "", lockLimit: lockLimit)
        return queue
    }

    /// Writes in one immediate transaction.
    ///
    /// A large cache pays off only here: a new fleet is written to random pages of the indices.
    static func write<T>(
        to database: Database, durably: Bool, _ body: (Database) throws -> T
    ) throws -> T {
        try database.execute(sql: "PRAGMA synchronous = \(durably ? "FULL" : "NORMAL")")
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

    /// Returns a path that SQLite takes for a file, also a relative `:memory:` or `file:…`.
    static func file(_ path: String) -> String {
        path.hasPrefix("/") ? path : "./" + path
    }

    static func configuration(lockLimit: Duration = lockLimit) -> Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(lockLimit / .seconds(1))
        configuration.foreignKeysEnabled = true
        configuration.prepareDatabase(DistanceFunction.register(in:))
        configuration.prepareDatabase(SearchFunction.register(in:))
        return configuration
    }

    /// Reason why a file is not opened without its log: it could contain half a snapshot.
    private static let leftoverLog =
        "its write-ahead log, left by a killed process, can only be read in a writable folder"

    private static func openChecked(
        _ address: String, _ check: (Database) throws -> Void
    ) throws -> DatabaseQueue {
        var configuration = configuration()
        configuration.readonly = true
        let queue = try DatabaseQueue(path: address, configuration: configuration)
        try queue.inDatabase(check)
        return queue
    }

    /// Throws if SQLite silently opened the file as read-only.
    private static func requireWritable(_ database: Database, at path: String) throws {
        guard sqlite3_db_readonly(database.sqliteConnection, "main") == 1 else { return }
        throw StoreError.permissionError(at: path)
            ?? .unwritable(path: path, reason: Errno.permissionDenied.description)
    }

    private static func isMissing(_ path: String) -> Bool {
        do throws(Errno) {
            _ = try FilePath(path).stat()
            return false
        } catch {
            return error == .noSuchFileOrDirectory
        }
    }

    private static func hasLog(_ path: String) -> Bool {
        (try? FilePath(path + "-wal").stat()).map { $0.size > 0 } ?? false
    }

    /// Whether opening probably failed because the `-wal` or `-shm` file could not be created.
    private static func isCausedByLogFiles(_ error: DatabaseError) -> Bool {
        switch error.resultCode {
        case .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_FULL: true
        // The log's index does not fit on a full disk.
        case .SQLITE_IOERR:
            [.SQLITE_IOERR_SHMSIZE, .SQLITE_IOERR_SHMOPEN].contains(error.extendedResultCode)
        default: false
        }
    }

    /// Returns a URI that declares the file as immutable (sqlite.org/uri.html).
    private static func immutableURI(of path: String) -> String {
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

    static func throwingStoreError<T>(
        at path: String, _ body: () throws -> T
    ) throws(StoreError) -> T {
        do {
            return try body()
        } catch let error as StoreError {
            throw error
        } catch let error as DatabaseError {
            throw StoreError(error, at: path)
        } catch {
            throw .unreadable(path: path, reason: "\(error)")
        }
    }
}
