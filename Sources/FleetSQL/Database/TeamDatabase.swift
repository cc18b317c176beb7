public import Foundation

/// A database of a team's users and their data: the port behind FleetTeam.
///
/// The statements are written once, and an adapter runs them and has the schema: it deletes what
/// belongs to a user with the user, and the photos of a note with the note, and enters photos that
/// no note has any more into `photo_cleanup`.
///
/// Every key of personal data begins with its owner, so a database can be sharded by it; sightings
/// are the team's, and have a person for a week only.
/// Calls block a thread of the adapter, never one of Swift's cooperative threads.
public protocol TeamDatabase: Sendable {
    /// Runs `body` in one read transaction, so all its queries see the same state.
    func read<T: Sendable>(
        as role: TeamDatabaseRole, of data: TeamDatabaseData,
        _ body: @escaping @Sendable (any SQLTransaction) throws -> T
    ) async throws -> T

    /// Runs `body` in one serializable write transaction, which is rolled back if `body` throws.
    ///
    /// The changes survive a power failure. Cancelling the caller's task does not interrupt it. An
    /// adapter may run `body` again after a conflict with another transaction.
    func write<T: Sendable>(
        as role: TeamDatabaseRole, _ body: @escaping @Sendable (any SQLTransaction) throws -> T
    ) async throws -> T

    /// Runs `body` like ``write(as:_:)``, unless that would have to wait for anything; a power
    /// failure may lose its changes.
    func writeAtOnce<T: Sendable>(
        as role: TeamDatabaseRole, _ body: @escaping @Sendable (any SQLTransaction) throws -> T
    ) async throws -> T

    /// Returns a mark that differs after each write; `nil` if it cannot be read without waiting.
    func mark() -> CommitMark?
}

/// The data that a transaction reads.
///
/// Notes, whose table is likely to be locked, have connections of their own, so that reads which
/// wait for the lock stall no others.
public enum TeamDatabaseData: Sendable {
    /// Notes and their photos.
    case notes
    /// Everything else.
    case others
}

extension TeamDatabase {
    /// Reads everything but notes.
    public func read<T: Sendable>(
        as role: TeamDatabaseRole, _ body: @escaping @Sendable (any SQLTransaction) throws -> T
    ) async throws -> T {
        try await read(as: role, of: .others, body)
    }

    /// Writes like ``write(as:_:)``, which waits only for short transactions of other processes.
    public func writeAtOnce<T: Sendable>(
        as role: TeamDatabaseRole, _ body: @escaping @Sendable (any SQLTransaction) throws -> T
    ) async throws -> T {
        try await write(as: role, body)
    }

    /// None: everything is read again each time.
    public func mark() -> CommitMark? { nil }
}

/// The role in which a transaction of a ``TeamDatabase`` runs.
///
/// A database with row-level security shows a user no other row than the user's own and the
/// team's; SQLite has no such second wall.
public enum TeamDatabaseRole: Hashable, Sendable {
    /// The server itself: sign-in, invitations and administration.
    case server
    /// One user.
    case user(UUID)
}
