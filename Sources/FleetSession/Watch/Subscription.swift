package import FleetCore
import FleetService
package import FleetStore
import POSIX
import Synchronization

/// Polling options of a watch.
package struct WatchPolicy: Equatable, Sendable {
    /// Minimum time between two requests, if the user sets one.
    var interval: Duration?
    /// Whether polling continues after an error.
    var retries = true

    package init(interval: Duration? = nil, retries: Bool = true) {
        self.interval = interval
        self.retries = retries
    }
}

/// Live states of a source, from this process's own service if it leads the source, otherwise from
/// the leading process.
package struct Subscription: Sendable {
    let source: SourceSession
    let policy: WatchPolicy
    /// Store of the vehicles that the states refer to.
    let store: FleetStore

    /// Service of this process while it leads.
    private let leading = LeadingService()

    init(source: SourceSession, policy: WatchPolicy, store: FleetStore) {
        (self.source, self.policy, self.store) = (source, policy, store)
    }

    /// Whether this process, and no other, leads the source.
    var isLeader: Bool { leading.isElected }

    /// Delay before the next attempt to lead a source whose leader cannot be reached.
    private static let retryDelay = Duration.milliseconds(100)

    /// Passes every state to `body`, beginning with the current one, until `body` returns `false`.
    ///
    /// When the leader exits, this process takes over. No request, lock or socket remains
    /// afterwards.
    /// - Throws: `FeedFailure` if the source was changed or removed; errors of `body`.
    func forEachState(
        _ body: @Sendable (StateUpdate) async throws -> Bool
    ) async throws {
        try await follow { update in
            if case .stopped(let failure?, _) = update.state, failure.reason == .sourceChanged {
                throw failure
            }
            return try await body(update)
        }
    }

    private func follow(_ body: @Sendable (StateUpdate) async throws -> Bool) async throws {
        guard let leadership = source.leadership else { return try await lead(body) }
        while true {
            if let lock = try leadership.acquire() {
                leading.isElected = true
                defer {
                    leading.isElected = false
                    lock.release()
                }
                source.context.log("leader: this process polls the source")
                return try await lead(body, at: socketPath(leadership))
            }
            source.context.log("leader: follows the process that polls the source")
            guard let client = reachable({ () throws(HomeError) in try leadership.client() })
            else { return try await lead(body) }
            if case .finished? = try await client?.forEachState(body) { return }
            // The leader has exited, or cannot be reached yet.
            try await Task.sleep(for: Self.retryDelay)
        }
    }

    /// Disposes the running subscription, in whichever process leads, subscribes again and waits
    /// for the snapshot.
    ///
    /// Between two leaders it waits for the next one.
    func refresh() async throws -> SnapshotInfo {
        do {
            return try await requestRefresh()
        } catch let error as RefreshError {
            throw source.userFacingError(for: error)
        }
    }

    /// Refreshes like ``refresh()``.
    /// - Throws: `RefreshError`, `HomeError`, `CancellationError`.
    func requestRefresh() async throws -> SnapshotInfo {
        while true {
            if let service = leading.service { return try await service.refresh() }
            if let info = try await source.leadership?.client()?.refresh() { return info }
            try await Task.sleep(for: Self.retryDelay)
        }
    }

    /// Saves the selected colors that vehicles of the stored snapshot have.
    package func saveColors(_ colors: ColorFilter, since known: Preferences? = nil) async throws {
        try await source.context.save(
            colors, existing: source.existing(colors, in: store), of: source.selected, since: known)
    }

    /// Reads the stored snapshot.
    func read<Value>(_ body: (StoredSnapshot) throws -> Value) throws -> Value {
        try store.read(source.key, body)
    }

    /// Returns the path of the control socket; nil, after a warning, if its folder cannot be used.
    private func socketPath(_ leadership: Leadership) -> String? {
        reachable { () throws(HomeError) in try leadership.createSocketFolder() }
            .map { leadership.socketPath }
    }

    /// Returns a value that needs the folder of the control socket; nil, after a warning, if another
    /// user controls it.
    private func reachable<Value>(_ value: () throws(HomeError) -> Value) -> Value? {
        do throws(HomeError) {
            return try value()
        } catch {
            source.context.output.warn("other processes cannot reach this one: \(error.cause)")
            return nil
        }
    }

    private func lead(
        _ body: @Sendable (StateUpdate) async throws -> Bool, at socketPath: String? = nil
    ) async throws {
        let service = source.service(storing: store, policy)
        leading.service = service
        defer { leading.service = nil }
        do {
            try await serve(service, at: socketPath, body)
        } catch {
            await service.stop()
            throw error
        }
        await service.stop()
    }

    /// Runs the control server; the watch continues if that fails.
    private func serve(_ server: ControlServer) async {
        do {
            try await server.run()
        } catch {
            if Task.isCancelled { return }
            source.context.output.warn(
                "`fleet refresh` cannot reach this watch: \(server.path): \(error)")
        }
    }

    private func serve(
        _ service: VehicleService, at socketPath: String?,
        _ body: @Sendable (StateUpdate) async throws -> Bool
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            if let socketPath {
                let server = ControlServer(path: socketPath, service: service)
                group.addTask { await serve(server) }
            }
            await service.start()
            for await update in await service.states() where try await !body(update) { return }
            try Task.checkCancellation()
        }
    }
}

/// Shared reference to the service that a process runs while it leads.
private final class LeadingService: Sendable {
    private let current = Mutex<(service: VehicleService?, isElected: Bool)>((nil, false))

    var service: VehicleService? {
        get { current.withLock(\.service) }
        set { current.withLock { $0.service = newValue } }
    }

    /// Whether the process has the leader's lock.
    var isElected: Bool {
        get { current.withLock(\.isElected) }
        set { current.withLock { $0.isElected = newValue } }
    }
}
