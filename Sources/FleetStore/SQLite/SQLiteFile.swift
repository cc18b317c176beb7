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
        let identity: Identity?
    }

    /// Path of the file; `nil` for a database in memory.
    let path: String?
    /// Whether the connection follows the path to the file that is currently there.
    private let isReopened: Bool
    private let pageLimit: Int?
    private let current: Mutex<Connection>

    private init(
        path: String?, queue: DatabaseQueue, isReopened: Bool, pageLimit: Int? = nil
    ) {
        self.path = path
        self.pageLimit = pageLimit
        self.isReopened = isReopened
        current = Mutex(
            Connection(queue: queue, identity: isReopened ? path.flatMap(Identity.init) : nil))
    }

    /// Opens or creates a file for reading and writing and migrates it to the current schema.
    static func open(_ path: String, pageLimit: Int? = nil) throws(StoreError) -> SQLiteFile {
        let queue = try SQLiteConnection.open(path, pageLimit: pageLimit)
        return SQLiteFile(path: path, queue: queue, isReopened: true, pageLimit: pageLimit)
    }

    /// Opens a file that cannot be written.
    static func openReadOnly(_ path: String) throws(StoreError) -> SQLiteFile {
        SQLiteFile(path: path, queue: try SQLiteConnection.openReadOnly(path), isReopened: false)
    }

    /// Creates a database in memory.
    static func inMemory() throws -> SQLiteFile {
        SQLiteFile(path: nil, queue: try SQLiteConnection.inMemory(), isReopened: false)
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

    /// Mark of the content that a connection sees.
    struct State: Equatable {
        fileprivate let identity: Identity?
        /// `PRAGMA data_version`: changes with each commit of another connection.
        fileprivate let version: Int64
    }

    /// Returns a mark that differs from the last one if another connection has committed since.
    func state() async throws -> State {
        try await translatingErrors {
            let version = try await queue().read { database in
                var statement = try SQLStatement(cached: "PRAGMA data_version", in: database)
                defer { statement.finish() }
                return try statement.step() ? statement.integer(0) : 0
            }
            return State(identity: current.withLock(\.identity), version: version)
        }
    }

    /// Returns the connection to the file that is currently at the path.
    private func queue() throws(StoreError) -> DatabaseQueue {
        guard isReopened, let path else { return current.withLock(\.queue) }
        return try current.withLock { (current) throws(StoreError) in
            let identity = Identity(path)
            if current.identity != identity {
                let queue = try SQLiteConnection.open(path, pageLimit: pageLimit)
                current = Connection(queue: queue, identity: Identity(path))
            }
            return current.queue
        }
    }

    private func translatingErrors<T>(_ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch let error as DatabaseError {
            throw StoreError(error, at: path ?? Self.memory)
        }
    }

    private func translatingErrors<T>(_ body: () async throws -> T) async throws -> T {
        do {
            return try await body()
        } catch let error as DatabaseError {
            throw StoreError(error, at: path ?? Self.memory)
        }
    }

    /// Name of a database in memory in error messages.
    private static let memory = "in memory"
}

/// Device and inode number, which distinguish a file from its replacement.
private struct Identity: Equatable, Sendable {
    let device: DeviceID
    let inode: Inode

    /// Creates the identity of the file at a path; `nil` if it cannot be determined.
    init?(_ path: String) {
        guard let status = try? FilePath(path).stat() else { return nil }
        (device, inode) = (status.deviceID, status.inode)
    }
}

extension SQLiteFile: SQLDatabase {
    func read<T>(_ body: (any SQLTransaction) throws -> T) throws -> T {
        try reading { try body(SQLiteTransaction(database: $0)) }
    }

    func write<T: Sendable>(
        durably: Bool, _ body: @escaping @Sendable (any SQLTransaction) throws -> T
    ) async throws -> T {
        try await writing(durably: durably) { try body(SQLiteTransaction(database: $0)) }
    }
}

/// A transaction that runs the shared statements; SQLite knows the parameters `?1`, `?2`, … itself.
struct SQLiteTransaction: SQLTransaction {
    let database: Database

    func query(_ sql: String, _ values: [SQLValue], _ body: (any SQLRow) throws -> Void) throws {
        var statement = try SQLStatement(new: sql, in: database)
        defer { statement.finish() }
        try statement.bind(values)
        let row = SQLiteRow(statement: statement)
        while try statement.step() { try body(row) }
    }

    func execute(_ sql: String, _ values: [SQLValue]) throws -> Int {
        var statement = try SQLStatement(cached: sql, in: database)
        try statement.bind(values)
        try statement.run()
        return database.changesCount
    }
}

private struct SQLiteRow: SQLRow {
    let statement: SQLStatement

    func integer(_ column: Int) -> Int64? { statement.optionalInteger(CInt(column)) }
    func real(_ column: Int) -> Double? { statement.real(CInt(column)) }
    func text(_ column: Int) -> String? { statement.text(CInt(column)) }

    func withText<T>(_ column: Int, _ body: (UnsafeRawBufferPointer) -> T) -> T {
        body(statement.bytes(CInt(column)))
    }
}
