import FleetCore
public import FleetSQL
import Foundation
package import POSIX
import Synchronization

/// A PostgreSQL database: a few connections, each used by one thread at a time.
///
/// A connection that was lost is opened again for the next transaction.
public final class PostgresDatabase: Sendable {
    /// The address of the database.
    public let address: PostgresAddress
    let limits: PostgresLimits
    /// The clock of the database, which is read when it connects and with the leases.
    public let clock: DatabaseClock
    /// Threads for reading, one for each connection, because a read that waits blocks one.
    package let readingThreads: BlockingThreads
    private let pool: ConnectionPool
    private let gate: ConnectionGate
    /// Number of transactions that failed, by cause.
    private let errors = Mutex<[String: Int]>([:])

    /// Connects, and creates the tables of the program, in the schema `fleet`, if there are none.
    ///
    /// - Parameters:
    ///   - connections: The most connections at the same time.
    ///   - limits: Times after which work gives up.
    ///   - clock: The clock of the database, which nothing has read.
    /// - Throws: `StoreError`, for another schema, too.
    public convenience init(
        _ address: PostgresAddress, connections: Int = 4,
        limits: PostgresLimits = PostgresLimits(), clock: DatabaseClock = DatabaseClock()
    ) throws(StoreError) {
        self.init(
            connectingLater: address, connections: connections, limits: limits, clock: clock)
        try throwingStoreError {
            try pool.runBlocking(.write, waitingUpTo: nil) { slot in
                let connection = try PostgresConnection(to: address, within: limits)
                try connection.requireOwnProcess(at: address)
                try Schema.create(on: connection, of: address)
                try Schema.renewStreams(on: connection)
                slot.connection = connection
                let asked = ContinuousClock.now
                _ = try connection.query("SELECT \(LeaseTable.now)", []) { row in
                    guard let milliseconds = row.integer(0) else { return }
                    clock.note(Timestamp(milliseconds: milliseconds), askedAt: asked)
                }
            }
        }
    }

    /// Creates a database that connects and finds its tables on first use.
    init(
        connectingLater address: PostgresAddress, connections: Int, limits: PostgresLimits,
        clock: DatabaseClock = DatabaseClock()
    ) {
        (self.address, self.limits, self.clock) = (address, limits, clock)
        readingThreads = BlockingThreads(count: connections)
        pool = ConnectionPool(size: connections)
        gate = ConnectionGate(slowness: limits.slowness) {
            _ = try PostgresConnection(to: address, within: limits)
        }
    }

    /// Numbers about the connections and the failed transactions.
    public var statistics: DatabaseStatistics {
        let use = pool.use
        return DatabaseStatistics(
            connections: use.connections, waits: use.waits, errors: errors.withLock(\.self))
    }

    /// Checks that the database still has the tables of this version or a newer one: another program
    /// may remove them, or a failover lead to another database.
    /// - Throws: `StoreError`.
    public func checkTables() async throws {
        try await read { [address] in try Schema.check($0, at: address) }
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
        try translatingErrors {
            let start = ContinuousClock.now
            while true {
                do {
                    let limit = mode.waitLimit(since: start, limits)
                    return try pool.runBlocking(mode.use, waitingUpTo: limit) {
                        try run(mode, $0, body)
                    }
                } catch let error as PostgresError where error.isFull {
                    let pause = try pause(after: error, mode, since: start)
                    Thread.sleep(forTimeInterval: pause / .seconds(1))
                }
            }
        }
    }

    /// Runs `body` in one read transaction, on a thread for reading if a connection is free, and
    /// otherwise on that of the connection: a connection never waits for a thread, nor a thread for
    /// a connection.
    func read<T: Sendable>(
        _ mode: TransactionMode = .read,
        _ body: @escaping @Sendable (PostgresTransaction) throws -> T
    ) async throws -> T {
        let result = try await withTaskExecutorPreference(readingThreads) {
            try translatingErrors {
                do {
                    return try pool.runAtOnce(mode.use) { try run(mode, $0, body) }
                } catch let error as PostgresError where error.isFull {
                    pool.narrow(for: Self.fullness)
                    return nil
                }
            }
        }
        if let result { return result }
        return try await runInTurn(mode, body)
    }

    /// Runs `body` in one write transaction, which is rolled back if `body` throws, and run again
    /// after a conflict with another one.
    ///
    /// The changes are durable unless the mode says otherwise. Cancelling the caller's task does
    /// not interrupt it.
    func write<T: Sendable>(
        _ mode: TransactionMode = .write.forPerson(),
        _ body: @escaping @Sendable (PostgresTransaction) throws -> T
    ) async throws -> T {
        try await runInTurn(mode, body)
    }

    /// Runs a transaction on the thread of a connection, after those that wait for one.
    private func runInTurn<T: Sendable>(
        _ mode: TransactionMode, _ body: @escaping @Sendable (PostgresTransaction) throws -> T
    ) async throws -> T {
        do {
            let start = ContinuousClock.now
            while true {
                do {
                    let limit = mode.waitLimit(since: start, limits)
                    let deadline = mode.waits(limits).map { start + $0 }
                    return try await pool.run(mode.use, waitingUpTo: limit) { [self] in
                        try run(mode, $0, waitingUntil: deadline, body)
                    }
                } catch let error as PostgresError where error.isFull {
                    let pause = try pause(after: error, mode, since: start)
                    // In a task of its own, because the caller's may be cancelled.
                    await Task { try? await Task.sleep(for: pause) }.value
                }
            }
        } catch let error as PostgresError {
            throw counted(StoreError(error, at: address.shown))
        }
    }

    /// Uses fewer connections for a while, because the server accepts no more, and returns the time
    /// after which the transaction may try again.
    /// - Throws: The error, if the transaction has waited for too long.
    private func pause(
        after error: PostgresError, _ mode: TransactionMode, since start: ContinuousClock.Instant
    ) throws -> Duration {
        pool.narrow(for: Self.fullness)
        if let limit = mode.waitLimit(since: start, limits), limit <= .zero { throw error }
        return .milliseconds(50)
    }

    private func translatingErrors<T>(_ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch let error as PostgresError {
            throw counted(StoreError(error, at: address.shown))
        }
    }

    private func counted(_ error: StoreError) -> StoreError {
        errors.withLock { $0[error.kind.rawValue, default: 0] += 1 }
        return error
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
    /// Time for which fewer connections are used after the server accepted no more.
    private static let fullness = Duration.seconds(5)
    /// The longest pause after a conflict, in seconds.
    private static let longestPause = 0.05

    /// Runs a transaction, again after a conflict, and on a new connection if the old one was lost
    /// before it began.
    private func run<T>(
        _ mode: TransactionMode, _ slot: ConnectionPool.Slot,
        waitingUntil deadline: ContinuousClock.Instant? = nil,
        _ body: (PostgresTransaction) throws -> T
    ) throws -> T {
        let start = ContinuousClock.now
        var attempt = 1.0
        while true {
            let connection = try begin(mode, slot)
            connection.waitDeadline = deadline
            do {
                let result = try body(PostgresTransaction(connection: connection))
                if mode.isReadOnly {
                    try connection.endReading()
                } else {
                    try connection.commit()
                }
                if !connection.isUsable { slot.connection = nil }
                return result
            } catch {
                let isStarting = connection.isStarting
                Self.rollBack(slot)
                guard let error = error as? PostgresError else { throw error }
                if isStarting, error.isUnavailable {
                    if connection.hasTimedOut { gate.report(error) }
                    slot.connection = nil
                    continue
                }
                let isLate = deadline.map { $0 <= .now } ?? false
                guard error.isConflict, !isLate, start.duration(to: .now) < limits.conflict else {
                    let isStandby = error.isLock && slot.connection?.standbyIsAwaited == true
                    throw isStandby ? .behindUnconfirmed : error
                }
            }
            // The other transaction should have ended, and two that conflict not meet again.
            Thread.sleep(forTimeInterval: .random(in: 0...min(0.002 * attempt, Self.longestPause)))
            attempt += 1
        }
    }
    /// Begins a transaction: with its first statement, or now on a new connection.
    private func begin(
        _ mode: TransactionMode, _ slot: ConnectionPool.Slot
    ) throws -> PostgresConnection {
        if let connection = slot.connection {
            connection.begin(mode)
            return connection
        }
        let connection = try gate.pass {
            let connection = try connect()
            connection.begin(mode)
            try connection.beginNow()
            return connection
        }
        slot.connection = connection
        return connection
    }

    /// Connects.
    /// - Throws: ``PostgresError``, which is full if the server accepts no more connections.
    private func connect() throws -> PostgresConnection {
        let start = ContinuousClock.now
        do {
            return try PostgresConnection(to: address, within: limits)
        } catch let error as PostgresError {
            guard start.duration(to: .now) < limits.refusal, address.isFull(within: limits) else {
                throw error
            }
            throw PostgresError(state: "53300", message: error.message)
        }
    }

    private static func rollBack(_ slot: ConnectionPool.Slot) {
        guard let connection = slot.connection else { return }
        do {
            if connection.isUsable { try connection.rollBack() }
        } catch {
            slot.connection = nil
        }
        if !connection.isUsable { slot.connection = nil }
    }
}
