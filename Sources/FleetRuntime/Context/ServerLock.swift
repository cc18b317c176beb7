import FleetSettings
package import POSIX

/// The lock that the servers of a home share, so that a copy of the home knows of them, and every
/// process records the changes of the sources.
package enum ServerLock {
    /// Takes the lock; waits while the home is copied.
    /// - Returns: The lock; `nil` with a database.
    /// - Throws: `HomeError`, `FileLockError`.
    package static func take(in context: CommandContext) async throws -> FileLock? {
        guard !context.usesDatabase else { return nil }
        let home = try context.home()
        try home.createFolders()
        return try await FileLock.acquire(home.serverLockPath, isShared: true)
    }

    /// Returns whether a server uses this home, or the sources are in a database, which servers
    /// share.
    static func isHeld(in context: CommandContext) -> Bool {
        if context.usesDatabase { return true }
        guard let home = try? context.home() else { return false }
        return (try? FileLock.isHeld(home.serverLockPath, orShared: true)) ?? false
    }
}
