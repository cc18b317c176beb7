public import FleetSQL
import GRDB

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

    /// Opens or creates the file, readable by its owner only.
    ///
    /// - Throws: `StoreError`, for another schema and for another program's file, too.
    public convenience init(path: String) throws(StoreError) {
        try self.init(path: path, lockLimit: SQLiteConnection.lockLimit)
    }

    /// Opens or creates the file.
    /// - Parameter lockLimit: Time to wait for another process's lock.
    package init(path: String, lockLimit: Duration) throws(StoreError) {
        self.path = path
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

    /// Runs `body` in one write transaction, in a separate task, because GRDB rolls back the writes
    /// of a cancelled task.
    public func write<T: Sendable>(
        as role: TeamDatabaseRole, _ body: @escaping @Sendable (any SQLTransaction) throws -> T
    ) async throws -> T {
        try await Task {
            try await translatingErrors {
                try await pool.write { try body(SQLiteTransaction(database: $0)) }
            }
        }.value
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
