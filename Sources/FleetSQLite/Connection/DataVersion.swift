import FleetSQL
import GRDBSQLite
import Synchronization

/// Count of the commits of all other connections, of any process, to a file with a write-ahead log
/// (https://www.sqlite.org/pragma.html#pragma_data_version).
///
/// A look at it waits for nothing, not even for a commit: it takes and returns the lock of a
/// reader, two system calls and 1.6 µs.
final class DataVersion: Sendable {
    /// SAFETY: The connection has no mutex of its own, and is used only while this one is held.
    private let connection: Mutex<Connection>
    /// Number of the connection in this process, because each counts from another start.
    private let number: Int

    private static let connections = Atomic(0)

    private struct Connection {
        let database: OpaquePointer
        let statement: OpaquePointer
    }

    /// Opens a connection that only looks at the count; `nil` for a file without such a log.
    init?(at path: String) {
        var database: OpaquePointer?
        let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX
        guard sqlite3_open_v2(SQLiteConnection.file(path), &database, flags, nil) == SQLITE_OK,
            let database, Self.hasLog(database),
            let statement = Self.prepare("PRAGMA data_version", database)
        else {
            sqlite3_close(database)
            return nil
        }
        connection = Mutex(Connection(database: database, statement: statement))
        number = Self.connections.add(1, ordering: .relaxed).newValue
    }

    deinit {
        connection.withLock { connection in
            _ = sqlite3_finalize(connection.statement)
            _ = sqlite3_close(connection.database)
        }
    }

    /// Returns the mark of the content; `nil` if it cannot be read without waiting.
    func mark() -> CommitMark? {
        connection.withLock { connection in
            defer { sqlite3_reset(connection.statement) }
            guard sqlite3_step(connection.statement) == SQLITE_ROW else { return nil }
            return CommitMark(
                connection: number, version: sqlite3_column_int64(connection.statement, 0))
        }
    }

    private static func hasLog(_ database: OpaquePointer) -> Bool {
        guard let statement = prepare("PRAGMA journal_mode", database) else { return false }
        defer { sqlite3_finalize(statement) }
        guard sqlite3_step(statement) == SQLITE_ROW,
            let mode = sqlite3_column_text(statement, 0)
        else { return false }
        return String(cString: mode) == "wal"
    }

    private static func prepare(_ sql: String, _ database: OpaquePointer) -> OpaquePointer? {
        var statement: OpaquePointer?
        let flags = CUnsignedInt(SQLITE_PREPARE_PERSISTENT)
        guard sqlite3_prepare_v3(database, sql, -1, flags, &statement, nil) == SQLITE_OK else {
            return nil
        }
        return statement
    }
}
