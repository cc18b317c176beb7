import FleetCore
import FleetService
import FleetSettings
import POSIX

/// Leadership among the processes of one home: the first that watches a feed leads it until it
/// exits.
struct HomeLeadership: Leadership {
    let home: Home
    let key: SourceKey
    /// Factor of the limits of a connection to the leader.
    let timeoutFactor: Double
    /// Shows why other processes cannot be reached.
    let warn: @Sendable (String) -> Void

    /// Path of the leader's socket.
    var socketPath: String { home.socketPath(for: key) }

    var isTaken: Bool {
        get throws { try FileLock.isHeld(home.lockPath(for: key, .leader)) }
    }

    func acquire() throws -> (any LeaderTerm)? {
        try home.createFolders()
        let lock = try FileLock.tryAcquire(home.lockPath(for: key, .leader))
        return lock.map { HomeLeaderTerm(lock: $0, leadership: self) }
    }

    func follow(_ body: @Sendable (StateUpdate) async throws -> Bool) async throws -> FollowEnd {
        guard let client = reachable({ () throws(HomeError) in try client() }) else {
            return .unreachable
        }
        return try await client?.forEachState(body) ?? .leaderGone
    }

    func refresh() async throws -> SnapshotInfo? { try await client()?.refresh() }

    func notify() async throws { try await client()?.notify() }

    /// Returns a client of the leader; `nil` if the socket's folder is missing.
    /// - Throws: ``HomeError`` if it cannot be trusted.
    private func client() throws(HomeError) -> ControlClient? {
        guard try home.checkSocketFolder(for: key) else { return nil }
        return ControlClient(path: socketPath, timeoutFactor: timeoutFactor)
    }

    func withRequestLock(
        _ log: DiagnosticLog, _ body: @Sendable () async throws -> Void
    ) async throws {
        let start = ContinuousClock.now
        let lock = try await FileLock.acquire(
            home.lockPath(for: key, .request), timeout: FileLock.timeout * timeoutFactor)
        log("lock: acquired for requests after \(DiagnosticLog.time(since: start))")
        defer { lock.release() }
        try await body()
    }

    /// Returns a value that needs the folder of the control socket; `nil`, after a warning, if
    /// another user controls it.
    fileprivate func reachable<Value>(_ value: () throws(HomeError) -> Value) -> Value? {
        do throws(HomeError) {
            return try value()
        } catch {
            warn("other processes cannot reach this one: \(error.cause)")
            return nil
        }
    }
}

/// The time during which a process has the leader's lock of a home.
private struct HomeLeaderTerm: LeaderTerm {
    let lock: FileLock
    let leadership: HomeLeadership

    /// Runs the control server; the term continues if that fails.
    func serve(_ service: VehicleService) async -> Bool {
        let isFolderUsable: Void? = leadership.reachable { () throws(HomeError) in
            try leadership.home.createSocketFolder(for: leadership.key)
        }
        guard isFolderUsable != nil else { return false }
        let server = ControlServer(path: leadership.socketPath, service: service)
        do {
            try await server.run()
        } catch {
            if !Task.isCancelled {
                leadership.warn("`fleet refresh` cannot reach this watch: \(server.path): \(error)")
            }
        }
        return false
    }

    func release() { lock.release() }
}
