import FleetPostgres
package import FleetSQL
package import FleetSettings
import Foundation

/// The database of a server: its start, its checks and its key.
package struct ServerDatabase: Sendable {
    private let database: DatabaseReference
    private let limits: PostgresLimits
    /// Whether credentials are sealed with the key of a file.
    private let hasKey: Bool

    private static let keyVariable = "FLEET_SECRET_FILE"

    /// Returns `nil` if the context has no database.
    package init?(in context: CommandContext) {
        guard let database = context.database else { return nil }
        (self.database, limits) = (database, context.databaseLimits)
        hasKey = context.environmentVariable(Self.keyVariable) != nil
    }

    /// Returns the database of a context.
    /// - Throws: `StoreError` without one.
    package static func required(in context: CommandContext) throws(StoreError) -> ServerDatabase {
        guard let database = ServerDatabase(in: context) else {
            throw .invalidAddress(reason: "is missing")
        }
        return database
    }

    /// Checks the key file of sealed credentials, which a server needs later at any time.
    /// - Throws: `SealingError` if `FLEET_SECRET_FILE` names a file that cannot be used.
    package static func checkSecretFile(in context: CommandContext) throws(SealingError) {
        guard context.usesDatabase, let path = context.environmentVariable(keyVariable) else {
            return
        }
        _ = try SealingKey(file: path)
    }

    /// Checks that the servers of the database use the key of this machine, and its tables are those
    /// of this version.
    /// - Throws: `SealingError`, `StoreError`.
    package func check() async throws { try await database.open().check() }

    /// Creates the tables of the database, if there are none, and the check value of the key, if
    /// `FLEET_SECRET_FILE` names one; returns its address for people.
    /// - Throws: `StoreError`; `SealingError` if the servers use another key.
    package func createTables() async throws -> String {
        let shared = try database.open()
        if hasKey { try await shared.catalog.checkKey() }
        return shared.address
    }

    /// Seals the credentials in the database with the key of another file.
    /// - Parameter discarding: Whether credentials that the old key does not open are removed.
    /// - Returns: The number of sources with credentials, and the names of those that lost theirs.
    /// - Throws: `SealingError`, `StoreError`.
    package func rotateKey(
        to file: String, discarding: Bool
    ) async throws -> (sealed: Int, discarded: [String]) {
        let report = try await database.open().rotateKey(to: file, discarding: discarding)
        return (report.sealed, report.discarded)
    }

    /// Time since this process last read the states of the others; `nil` before it is connected.
    package func leaseLag() -> Duration? { database.current?.leaseLag() }

    /// Connects to the database, on a thread of its own; returns its error if it is away.
    /// - Throws: `CancellationError` at once; `StoreError` if waiting is of no use, such as for a
    ///   wrong password or a database with other tables.
    package func connect() async throws -> StoreError? {
        try await Self.onThread { [database, limits] in
            do {
                _ = try database.open()
                return nil
            } catch let error as StoreError {
                guard case .unavailable = error, !database.address.isRefused(within: limits)
                else { throw error }
                return error
            }
        }
    }

    /// Connects to the database, which is away, as soon as it is back.
    /// - Parameters:
    ///   - error: The error of the first attempt.
    ///   - log: Called with the cause, once a minute.
    /// - Throws: As ``connect()``.
    package func wait(
        after error: StoreError, log: (_ cause: String) -> Void
    ) async throws {
        var (wait, last) = (DatabaseWait(), error)
        while true {
            let (pause, isLogged) = wait.next(at: .now)
            if isLogged { log(last.cause) }
            try await Task.sleep(for: pause)
            guard let error = try await connect() else { return }
            last = error
        }
    }

    /// Runs work that blocks; a cancelled task does not wait for it.
    private static func onThread<T: Sendable>(
        _ work: @escaping @Sendable () throws -> T
    ) async throws -> T {
        let (results, continuation) = AsyncThrowingStream<T, any Error>.makeStream()
        Thread.detachNewThread {
            do {
                continuation.yield(try work())
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        for try await result in results { return result }
        throw CancellationError()
    }
}
