import FleetCore
import FleetStore

/// Which process of a home leads a source: the first that watches it, for as long as it lives.
struct Leadership: Sendable {
    let home: Home
    let key: SourceKey

    /// The socket by which the leader is reached.
    var socketPath: String { home.socketPath(for: key) }

    /// Takes the lead if nobody has it, and makes room for the socket.
    func acquire() throws -> FileLock? {
        try home.createFolders()
        guard let lock = try FileLock.tryAcquire(home.lockPath(for: key, .owner)) else {
            return nil
        }
        try home.createSocketFolder(for: key)
        return lock
    }

    /// Whether some process leads now.
    var isTaken: Bool {
        get throws { try FileLock.isHeld(home.lockPath(for: key, .owner)) }
    }

    /// The way to the leader, if its folder can be trusted and is there.
    func client() throws -> ControlClient? {
        try home.checkSocketFolder(for: key) ? ControlClient(path: socketPath) : nil
    }

    /// Runs `body` while no other process asks the source.
    func withRequestLock(_ body: @Sendable () async throws -> Void) async throws {
        let lock = try await FileLock.acquire(home.lockPath(for: key, .request))
        defer { lock.release() }
        try await body()
    }
}
