public import FleetSQL

/// Copies the data of a server's home into a PostgreSQL database, in one transaction.
///
/// The database must be new, or unchanged since the last copy, so that nothing in it is lost.
/// Afterwards it equals the home. If they are equal already, nothing is written.
public struct PostgresHomeCopy: Sendable {
    private let database: PostgresDatabase
    private let secretFile: String?

    /// Prepares copies.
    /// - Parameter secretFile: The file with the key of the credentials, if there is one.
    public init(into database: PostgresDatabase, secretFile: String?) {
        (self.database, self.secretFile) = (database, secretFile)
    }

    /// Copies everything and compares both sides.
    /// - Throws: `HomeCopyError`, `SealingError`, `StoreError`; the database is unchanged.
    public func run(_ home: HomeContent) async throws -> HomeCopyReport {
        let seal = home.credentials.isEmpty ? nil : try CredentialSeal(keyFile: secretFile)
        let name = database.address.shown
        return try await database.write(Self.mode) { transaction in
            let copy = HomeCopyTransaction(
                transaction: transaction, database: name, home: home, seal: seal)
            return try copy.run()
        }
    }

    /// Writing and comparing many rows takes longer than a request of a server may.
    private static let mode = {
        var mode = TransactionMode.serializable.adding(
            "SET LOCAL idle_in_transaction_session_timeout = '10min'"
        ).adding("SET LOCAL lock_timeout = '30s'")
        mode.timeout = TransactionMode.write.timeout
        return mode
    }()
}
