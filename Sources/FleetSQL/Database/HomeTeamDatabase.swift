/// The database of a home's people, for one who opens its file without signing in: a port.
///
/// The file of a home without people does not exist. Calls block the caller's thread.
public protocol HomeTeamDatabase: Sendable {
    /// Whether the database exists.
    var exists: Bool { get }

    /// Returns the result of `body` in a read transaction; `nil` without a database.
    func read<T>(_ body: (any SQLTransaction) throws -> T) throws -> T?

    /// Runs `body` in one write transaction, and creates the database if there is none.
    /// - Parameter durably: Whether the changes must survive a power failure.
    func write<T: Sendable>(
        durably: Bool, _ body: @escaping @Sendable (any SQLTransaction) throws -> T
    ) async throws -> T
}
