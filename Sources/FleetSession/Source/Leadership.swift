import FleetCore
import FleetStore
import POSIX

/// Election of the process that leads a source: the first that watches it, until it exits.
struct Leadership: Sendable {
    let home: Home
    let key: SourceKey

    /// Path of the leader's socket.
    var socketPath: String { home.socketPath(for: key) }

    /// Acquires the leader's lock.
    /// - Returns: nil if another process leads.
    func acquire() throws -> FileLock? {
        try home.createFolders()
        return try FileLock.tryAcquire(home.lockPath(for: key, .leader))
    }

    /// Creates the folder of the socket, and checks it.
    func createSocketFolder() throws(HomeError) { try home.createSocketFolder(for: key) }

    /// Whether any process leads the source.
    var isTaken: Bool {
        get throws { try FileLock.isHeld(home.lockPath(for: key, .leader)) }
    }

    /// Returns a client of the leader; nil if the socket's folder is missing.
    /// - Throws: ``HomeError`` if it cannot be trusted.
    func client() throws(HomeError) -> ControlClient? {
        try home.checkSocketFolder(for: key) ? ControlClient(path: socketPath) : nil
    }

    /// Runs `body` while no other process sends requests to the source.
    func withRequestLock(
        _ log: DiagnosticLog, _ body: @Sendable () async throws -> Void
    ) async throws {
        let start = ContinuousClock.now
        let lock = try await FileLock.acquire(home.lockPath(for: key, .request))
        log("lock: acquired for requests after \(DiagnosticLog.time(since: start))")
        defer { lock.release() }
        try await body()
    }
}
