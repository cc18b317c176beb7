public import FleetStore
import Foundation

/// A PostgreSQL database: a few connections, each used on a thread of its own.
///
/// A connection that was lost is opened again for the next transaction.
public final class PostgresDatabase: Sendable {
    /// The address of the database.
    public let address: PostgresAddress
    private let pool: ConnectionPool
    private let gate: ConnectionGate

    /// Connects and migrates the tables of the program, in the schema `fleet`, to the current version.
    ///
    /// - Parameter connections: The most connections at the same time.
    /// - Throws: `StoreError`, for a newer schema, too.
    public convenience init(
        _ address: PostgresAddress, connections: Int = 4
    ) throws(StoreError) {
        self.init(connectingLater: address, connections: connections)
        try throwingStoreError {
            try pool.runBlocking { place in
                let connection = try PostgresConnection(to: address)
                try Schema.migrate(connection, of: address)
                try Schema.renewStreams(on: connection)
                place.connection = connection
            }
        }
    }

    /// Creates a database that connects and finds its tables on first use.
    init(connectingLater address: PostgresAddress, connections: Int) {
        self.address = address
        pool = ConnectionPool(places: connections)
        gate = ConnectionGate { _ = try PostgresConnection(to: address) }
    }

    deinit { close() }

    /// Closes the connections.
    public func close() { pool.close() }

    /// Runs `body` in one read transaction, on this thread, so all its queries see the same state.
    ///
    /// Calls must not be nested.
    func read<T>(
        _ mode: TransactionMode = .read, _ body: (PostgresTransaction) throws -> T
    ) throws -> T {
        try translatingErrors { try pool.runBlocking { try run(mode, $0, body) } }
    }

    /// Runs `body` in one read transaction, on a thread of the database.
    func read<T: Sendable>(
        _ mode: TransactionMode = .read,
        _ body: @escaping @Sendable (PostgresTransaction) throws -> T
    ) async throws -> T {
        try await run(mode, body)
    }

    /// Runs `body` in one write transaction, which is rolled back if `body` throws, and run again
    /// after a conflict with another one.
    ///
    /// The changes are durable unless the mode says otherwise. Cancelling the caller's task does not
    /// interrupt it.
    func write<T: Sendable>(
        _ mode: TransactionMode = .write,
        _ body: @escaping @Sendable (PostgresTransaction) throws -> T
    ) async throws -> T {
        try await run(mode, body)
    }

    private func run<T: Sendable>(
        _ mode: TransactionMode, _ body: @escaping @Sendable (PostgresTransaction) throws -> T
    ) async throws -> T {
        do {
            return try await pool.run { [self] in try run(mode, $0, body) }
        } catch let error as PostgresError {
            throw StoreError(error, at: address.shown)
        }
    }

    private func translatingErrors<T>(_ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch let error as PostgresError {
            throw StoreError(error, at: address.shown)
        }
    }

    private func throwingStoreError<T>(_ body: () throws -> T) throws(StoreError) -> T {
        do {
            return try body()
        } catch let error as StoreError {
            throw error
        } catch let error as PostgresError {
            throw StoreError(error, at: address.shown)
        } catch {
            throw .unreadable(path: address.shown, reason: "\(error)")
        }
    }
}

extension PostgresDatabase {
    /// Time after which a transaction is not run again after a conflict: the other one may wait for
    /// a standby that is slow.
    private static let conflictLimit = Duration.seconds(8)
    /// The longest pause after a conflict, in seconds.
    private static let longestPause = 0.05

    /// Runs a transaction, again after a conflict.
    private func run<T>(
        _ mode: TransactionMode, _ place: ConnectionPool.Place,
        _ body: (PostgresTransaction) throws -> T
    ) throws -> T {
        let start = ContinuousClock.now
        var attempt = 1.0
        while true {
            let connection = try begin(mode, place)
            do {
                let result = try body(PostgresTransaction(connection: connection))
                if mode.isReadOnly {
                    try connection.endReading()
                } else {
                    try Self.commit(connection)
                }
                return result
            } catch {
                Self.rollBack(place)
                guard let error = error as? PostgresError, error.isConflict,
                    start.duration(to: .now) < Self.conflictLimit
                else { throw error }
            }
            // The other transaction should have ended, and two that conflict not meet again.
            Thread.sleep(forTimeInterval: .random(in: 0...min(0.002 * attempt, Self.longestPause)))
            attempt += 1
        }
    }

    /// Begins a transaction, on a new connection if there is none or it was lost meanwhile.
    private func begin(
        _ mode: TransactionMode, _ place: ConnectionPool.Place
    ) throws -> PostgresConnection {
        if let connection = place.connection {
            do {
                try connection.begin(mode)
                return connection
            } catch let error as PostgresError where error.isUnavailable {
                if connection.hasTimedOut { gate.report(error) }
                place.connection = nil
            }
        }
        let connection = try gate.pass {
            let connection = try PostgresConnection(to: address)
            try connection.begin(mode)
            return connection
        }
        place.connection = connection
        return connection
    }

    /// Commits.
    /// - Throws: ``PostgresError``; if the connection was lost, nobody knows whether it is committed.
    private static func commit(_ connection: PostgresConnection) throws {
        guard try connection.run("COMMIT") == "COMMIT" else {
            // The transaction failed before, and the error was ignored.
            throw PostgresError(state: "25P02", message: "the transaction was rolled back")
        }
    }

    private static func rollBack(_ place: ConnectionPool.Place) {
        guard let connection = place.connection else { return }
        do {
            try connection.run("ROLLBACK")
        } catch {
            place.connection = nil
        }
        if !connection.isUsable { place.connection = nil }
    }
}

extension PostgresConnection {
    /// Time for which the server may leave the first statement of a transaction unanswered, in seconds.
    ///
    /// That statement waits for nothing, so most connections that a cut network hides are noticed by
    /// it, before the time limit of the transaction.
    private static let beginTimeout: Int32 = 3

    /// Begins a transaction, whose time limit holds from the next statement on.
    fileprivate func begin(_ mode: TransactionMode) throws {
        timeout = min(Self.beginTimeout, mode.timeout)
        try run(mode.start)
        timeout = mode.timeout
    }
}
