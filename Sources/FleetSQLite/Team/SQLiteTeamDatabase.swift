import Dispatch
public import FleetSQL
import GRDB
import GRDBSQLite
import Synchronization

/// The database of a team in an SQLite file, `team.sqlite`, apart from the vehicles, so that a
/// large snapshot never blocks a sign-in.
///
/// Reads run at the same time as each other and as a write. Any number of processes may use the
/// file.
public final class SQLiteTeamDatabase: TeamDatabase {
    /// Path of the file.
    public let path: String
    private let pool: DatabasePool
    private let version: DataVersion?
    private let lockLimit: Duration
    /// Ends writes that have waited for too long.
    private let clock = DispatchQueue(label: "sqlite-waits")

    /// Opens or creates the file, readable by its owner only.
    ///
    /// - Throws: `StoreError`, for another schema and for another program's file, too.
    public convenience init(path: String) throws(StoreError) {
        try self.init(path: path, lockLimit: SQLiteConnection.lockLimit)
    }

    /// Opens or creates the file.
    /// - Parameter lockLimit: Time for which a write waits for its turn and for the locks of other
    ///   processes.
    package init(path: String, lockLimit: Duration) throws(StoreError) {
        (self.path, self.lockLimit) = (path, lockLimit)
        // A pool cannot wait for the lock that the switch to a write-ahead log needs.
        let queue = try SQLiteConnection.open(path, schema: .team, lockLimit: lockLimit)
        pool = try SQLiteConnection.throwingStoreError(at: path) {
            try queue.close()
            return try DatabasePool(
                path: SQLiteConnection.file(path), configuration: Self.configuration(lockLimit))
        }
        version = DataVersion(at: path)
    }

    /// Closes the file; the database must not be used afterwards.
    public func close() throws(StoreError) {
        try SQLiteConnection.throwingStoreError(at: path) { try pool.close() }
    }

    /// Returns a mark that differs after each commit of any process; `nil` if it is not known.
    public func mark() -> CommitMark? { version?.mark() }

    /// Runs `body` in one read transaction.
    public func read<T: Sendable>(
        as role: TeamDatabaseRole, of data: TeamDatabaseData,
        _ body: @escaping @Sendable (any SQLTransaction) throws -> T
    ) async throws -> T {
        try await translatingErrors {
            try await pool.read { try body(SQLiteTransaction(database: $0)) }
        }
    }

    /// Runs `body` in one write transaction, whether or not the caller's task is cancelled.
    ///
    /// - Throws: `StoreError.locked` if it could not begin in time; it does not run later then.
    public func write<T: Sendable>(
        as role: TeamDatabaseRole, _ body: @escaping @Sendable (any SQLTransaction) throws -> T
    ) async throws -> T {
        let deadline = ContinuousClock.now + lockLimit
        return try await translatingErrors {
            try await withCheckedThrowingContinuation { continuation in
                let turn = Turn(continuation)
                clock.asyncAfter(deadline: .now() + lockLimit / .seconds(1)) { [path] in
                    turn.take()?.resume(throwing: StoreError.locked(path: path))
                }
                // GRDB rolls back the writes of a cancelled task.
                Task { [pool] in
                    let written = try? await pool.writeWithoutTransaction { database in
                        turn.take().map { caller in
                            (caller, Result { try Self.write(to: database, until: deadline, body) })
                        }
                    }
                    if let (caller, result) = written ?? nil { caller.resume(with: result) }
                    turn.take()?.resume(throwing: DatabaseError(resultCode: .SQLITE_ABORT))
                }
            }
        }
    }

    /// A write that waits for its turn, until it has it or gives up.
    private final class Turn<T: Sendable>: Sendable {
        private let waiting: Mutex<CheckedContinuation<T, any Error>?>

        init(_ continuation: CheckedContinuation<T, any Error>) { waiting = Mutex(continuation) }

        /// Returns the caller that waits, to the first one that asks.
        func take() -> CheckedContinuation<T, any Error>? {
            waiting.withLock { $0.take() }
        }
    }

    /// Writes in one transaction, which begins as soon as other processes have no lock.
    private static func write<T>(
        to database: Database, until deadline: ContinuousClock.Instant,
        _ body: (any SQLTransaction) throws -> T
    ) throws -> T {
        let rest = max(ContinuousClock.now.duration(to: deadline), .milliseconds(1))
        let milliseconds = Int32(clamping: Int(rest / .milliseconds(1)))
        sqlite3_busy_timeout(database.sqliteConnection, milliseconds)
        var result: T?
        try database.inTransaction(.immediate) {
            result = try body(SQLiteTransaction(database: database))
            return .commit
        }
        guard let result else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
        return result
    }

    private func translatingErrors<T>(_ body: () async throws -> T) async throws -> T {
        do {
            return try await body()
        } catch let error as DatabaseError {
            throw StoreError(error, at: path)
        }
    }

    private static func configuration(_ lockLimit: Duration) -> Configuration {
        var configuration = SQLiteConnection.configuration(lockLimit: lockLimit)
        configuration.maximumReaderCount = 4
        configuration.prepareDatabase { try $0.execute(sql: Schema.team.settings) }
        return configuration
    }
}
