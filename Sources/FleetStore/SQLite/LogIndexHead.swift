import GRDB
import GRDBSQLite
import Synchronization

/// The head of the index of a write-ahead log, which each commit of any process changes
/// (https://www.sqlite.org/walformat.html, section 2.1).
///
/// SQLite keeps it in memory that all processes share, so a look at it needs no system call and no
/// lock.
///
/// SAFETY: The memory is mapped as long as `connection` is open, which only its deinitializer
/// closes. Others write to the memory at any time; a mixture of two states is recognized.
struct LogIndexHead: @unchecked Sendable {
    /// Size of one of the two copies, in bytes.
    private static let size = 48
    /// Size of the part of the index that SQLite maps at once, in bytes.
    private static let regionSize: CInt = 32_768

    private let connection: DatabaseQueue
    private let memory: UnsafeRawPointer

    /// Opens the log of a file; nil for a file without such a log.
    init?(at path: String) {
        var configuration = Configuration()
        configuration.readonly = true
        guard
            let connection = try? DatabaseQueue(
                path: SQLiteConnection.file(path), configuration: configuration)
        else { return nil }
        // The first read opens the log.
        let region = try? connection.inDatabase { database in
            _ = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema")
            return Self.region(of: database)
        }
        guard let region = region ?? nil else { return nil }
        (self.connection, memory) = (connection, region)
    }

    /// Returns the first part of the index, which the connection has mapped.
    private static func region(of database: Database) -> UnsafeRawPointer? {
        var file: UnsafeMutablePointer<sqlite3_file>?
        guard
            sqlite3_file_control(
                database.sqliteConnection, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK,
            let file, let methods = file.pointee.pMethods?.pointee, methods.iVersion >= 2
        else { return nil }
        var region: UnsafeMutableRawPointer?
        guard methods.xShmMap?(file, 0, regionSize, 0, &region) == SQLITE_OK else { return nil }
        return region.map { UnsafeRawPointer($0) }
    }

    /// Returns the words of the head; nil while a commit is writing them.
    ///
    /// They are no SIMD vector, whose alignment Swift 6.3 does not keep in the frames of asynchronous
    /// functions: memory of others was overwritten (https://github.com/swiftlang/swift/issues/91639).
    func words() -> [UInt64]? {
        withExtendedLifetime(connection) {
            let first = words(at: 0)
            atomicMemoryFence(ordering: .sequentiallyConsistent)
            return first == words(at: Self.size) ? first : nil
        }
    }

    private func words(at offset: Int) -> [UInt64] {
        (0..<Self.size / 8).map {
            memory.load(fromByteOffset: offset + 8 * $0, as: UInt64.self)
        }
    }
}
