import FleetPostgres
package import FleetSQL
package import FleetSettings
import Foundation

extension CommandContext {
    /// Checks the key file of sealed credentials, which a server needs later at any time.
    /// - Throws: `SealingError` if `FLEET_SECRET_FILE` names a file that cannot be used.
    package func checkSecretFile() throws(SealingError) {
        guard usesDatabase, let path = environmentVariable("FLEET_SECRET_FILE") else { return }
        _ = try SealingKey(file: path)
    }

    /// Checks that the servers of the database use the key of this machine, and its tables are those
    /// of this version; nothing without a database.
    /// - Throws: `SealingError`, `StoreError`.
    package func checkDatabase() async throws { try await database?.open().check() }

    /// Seals the credentials in the database with the key of another file.
    /// - Parameter discarding: Whether credentials that the old key does not open are removed.
    /// - Returns: The number of sources with credentials, and the names of those that lost theirs.
    /// - Throws: `SealingError`, `StoreError`.
    package func rotateKey(
        to file: String, discarding: Bool
    ) async throws -> (sealed: Int, discarded: [String]) {
        guard let database else { throw StoreError.invalidAddress(reason: "is missing") }
        let report = try await database.open().rotateKey(to: file, discarding: discarding)
        return (report.sealed, report.discarded)
    }

    /// Time since this process last read the states of the others; `nil` without a database.
    package func leaseLag() -> Duration? { database?.current?.leaseLag() }

    /// Connects to the database, on a thread of its own; returns its error if it is away.
    /// - Throws: `CancellationError` at once; `StoreError` if waiting is of no use, such as for a
    ///   wrong password or a database with other tables.
    package func connectToDatabase() async throws -> StoreError? {
        guard let database else { return nil }
        return try await Self.onThread {
            do {
                _ = try database.open()
                return nil
            } catch let error as StoreError {
                guard case .unavailable = error, !database.address.isRefused(within: databaseLimits)
                else { throw error }
                return error
            }
        }
    }

    /// Connects to a database that is away as soon as it is back.
    /// - Parameters:
    ///   - error: The error of the first attempt.
    ///   - log: Called with the cause, once a minute.
    /// - Throws: As ``connectToDatabase()``.
    package func waitForDatabase(
        after error: StoreError, log: (_ cause: String) -> Void
    ) async throws {
        var (wait, last) = (DatabaseWait(), error)
        while true {
            let (pause, isLogged) = wait.next(at: .now)
            if isLogged { log(last.cause) }
            try await Task.sleep(for: pause)
            guard let error = try await connectToDatabase() else { return }
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
