import FleetSQL
import GRDB
import Synchronization
import SystemPackage

/// An SQLite database: a file, or one in memory.
///
/// A user may move a damaged file away while a process is watching. The connection is opened again
/// then, because later writes of that process would otherwise go to the file that was moved away.
final class SQLiteFile: Sendable {
    private struct Connection {
        let queue: DatabaseQueue
        /// The open file; `nil` for a connection that is never opened again.
        let identity: FileIdentity?
        /// The time when it was at the path.
        var seenAt = ContinuousClock.now
        /// Its count of commits, since the first request for a mark.
        var version: DataVersion?
    }

    /// Path of the file; `nil` for a database in memory.
    let path: String?
    /// Whether the connection follows the path to the file that is currently there.
    private let isReopened: Bool
    private let schema: Schema
    private let pageLimit: Int?
    private let lockLimit: Duration
    private let current: Mutex<Connection>

    private init(
        path: String?, queue: DatabaseQueue, _ schema: Schema, isReopened: Bool,
        pageLimit: Int? = nil, lockLimit: Duration = SQLiteConnection.lockLimit
    ) {
        self.path = path
        (self.schema, self.pageLimit, self.lockLimit) = (schema, pageLimit, lockLimit)
        self.isReopened = isReopened
        current = Mutex(
            Connection(queue: queue, identity: isReopened ? path.flatMap(FileIdentity.init) : nil))
    }

    /// Opens or creates a file for reading and writing and creates its tables if it is empty.
    static func open(
        _ path: String, schema: Schema = .fleet, pageLimit: Int? = nil,
        lockLimit: Duration = SQLiteConnection.lockLimit
    ) throws(StoreError) -> SQLiteFile {
        let queue = try SQLiteConnection.open(
            path, schema: schema, pageLimit: pageLimit, lockLimit: lockLimit)
        return SQLiteFile(
            path: path, queue: queue, schema, isReopened: true, pageLimit: pageLimit,
            lockLimit: lockLimit)
    }

    /// Opens a file that cannot be written.
    static func openReadOnly(
        _ path: String, schema: Schema = .fleet
    ) throws(StoreError) -> SQLiteFile {
        let queue = try SQLiteConnection.openReadOnly(path, schema: schema)
        return SQLiteFile(path: path, queue: queue, schema, isReopened: false)
    }

    /// Creates a database in memory.
    static func inMemory() throws -> SQLiteFile {
        let queue = try SQLiteConnection.inMemory()
        return SQLiteFile(path: nil, queue: queue, .fleet, isReopened: false)
    }

    /// Closes the connection; the database must not be used afterwards.
    func close() throws {
        try translatingErrors { try queue().close() }
    }

    /// Runs `body` in one read transaction.
    func reading<T>(_ body: (Database) throws -> T) throws -> T {
        try translatingErrors { try queue().read(body) }
    }

    /// Runs `body` in one read transaction, on another thread.
    func readingAsynchronously<T: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> T
    ) async throws -> T {
        try await translatingErrors { try await queue().read(body) }
    }

    /// Runs `body` in one write transaction, in a separate task, because GRDB rolls back the writes
    /// of a cancelled task.
    ///
    /// - Parameter durably: Whether the data must survive a power failure.
    func writing<T: Sendable>(
        durably: Bool = false, _ body: @escaping @Sendable (Database) throws -> T
    ) async throws -> T {
        try await Task {
            try await translatingErrors {
                try await queue().writeWithoutTransaction { database in
                    try SQLiteConnection.write(to: database, durably: durably, body)
                }
            }
        }.value
    }

    /// Returns a mark that differs after each commit; `nil` for a database in memory, and for one
    /// without a write-ahead log.
    func mark() -> CommitMark? { versionOfLastSecond()?.mark() }

    /// Returns the connection to the file that is currently at the path.
    private func queue() throws(StoreError) -> DatabaseQueue {
        guard isReopened, let path else { return current.withLock(\.queue) }
        return try current.withLock { (current) throws(StoreError) in
            let identity = FileIdentity(path)
            if current.identity != identity {
                let queue = try SQLiteConnection.open(
                    path, schema: schema, pageLimit: pageLimit, lockLimit: lockLimit)
                current = Connection(queue: queue, identity: FileIdentity(path))
            }
            return current.queue
        }
    }

    /// Returns the count of commits of the file that was at the path within the last second.
    private func versionOfLastSecond() -> DataVersion? {
        let now = ContinuousClock.now
        let recent = current.withLock { current in
            now - current.seenAt < .seconds(1) ? current.version : nil
        }
        if let recent { return recent }
        guard let path, let queue = try? queue(),
            let version = current.withLock(\.version) ?? DataVersion(at: path)
        else { return nil }
        return current.withLock { current in
            guard current.queue === queue, current.identity == FileIdentity(path)
            else { return nil }
            current.version = version
            current.seenAt = now
            return version
        }
    }

    private func translatingErrors<T>(_ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch let error as DatabaseError {
            throw StoreError(error, at: path ?? Self.memory)
        } catch is DamagedRow {
            throw StoreError.corrupt(path: path ?? Self.memory)
        }
    }

    private func translatingErrors<T>(_ body: () async throws -> T) async throws -> T {
        do {
            return try await body()
        } catch let error as DatabaseError {
            throw StoreError(error, at: path ?? Self.memory)
        } catch is DamagedRow {
            throw StoreError.corrupt(path: path ?? Self.memory)
        }
    }

    /// Name of a database in memory in error messages.
    private static let memory = "in memory"
}

extension SQLiteFile {
    /// Runs `body` in one read transaction, so all its queries see the same state.
    ///
    /// Calls must not be nested.
    func read<T>(_ body: (any SQLTransaction) throws -> T) throws -> T {
        try reading { try body(SQLiteTransaction(database: $0)) }
    }

    /// Runs `body` in one write transaction, which is rolled back if `body` throws.
    ///
    /// Cancelling the caller's task does not interrupt it.
    /// - Parameter durably: Whether the changes must survive a power failure.
    func write<T: Sendable>(
        durably: Bool, _ body: @escaping @Sendable (any SQLTransaction) throws -> T
    ) async throws -> T {
        try await writing(durably: durably) { try body(SQLiteTransaction(database: $0)) }
    }
}
