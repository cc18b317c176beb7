import FleetCore
import FleetService
import FleetStore
import Synchronization

/// The states of a source, live: those of this process's own service if it leads the source, else
/// those that the leading process tells.
struct Subscription: Sendable {
    let source: OpenSource
    let policy: WatchPolicy
    /// Where the vehicles of the states are read.
    let store: FleetStore

    /// The service of this process, while it leads.
    private let leading = LeadingService()

    init(source: OpenSource, policy: WatchPolicy, store: FleetStore) {
        (self.source, self.policy, self.store) = (source, policy, store)
    }

    /// How long to wait before another try at leading a source whose leader cannot be reached.
    private static let pause = Duration.milliseconds(100)

    /// Hands every state to `body`, the present one first, until `body` returns `false`.
    ///
    /// When the leader goes, this process takes the lead; whatever ends this leaves no request, lock or
    /// socket behind.
    func forEachState(
        _ body: @Sendable (StateUpdate) async throws -> Bool
    ) async throws {
        guard let leadership = source.leadership else { return try await lead(body) }
        while true {
            if let lock = try leadership.acquire() {
                defer { lock.release() }
                return try await lead(body, at: leadership.socketPath)
            }
            if case .enough? = try await leadership.client()?.forEachState(body) { return }
            // The leader has gone, or cannot be reached yet.
            try await Task.sleep(for: Self.pause)
        }
    }

    /// Disposes the subscription that is alive, whoever leads, makes another, and waits for what it
    /// brings.
    ///
    /// At the moment when one leader has gone and the next has not begun, it waits for that.
    func refresh() async throws -> SnapshotInfo {
        do {
            while true {
                if let service = leading.service { return try await service.refresh() }
                if let info = try await source.leadership?.client()?.refresh() { return info }
                try await Task.sleep(for: Self.pause)
            }
        } catch let error as RefreshError {
            throw source.meaning(of: error)
        }
    }

    /// Reads the snapshot that is stored now.
    func read<Value>(_ body: (StoredSnapshot) throws -> Value) throws -> Value {
        try store.read(source.key, body)
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

    /// Lets other processes reach the service; the watch goes on even if they cannot.
    private func serve(_ server: ControlServer) async {
        do {
            try await server.run()
        } catch {
            if Task.isCancelled { return }
            source.composition.output.warn(
                "`fleet refresh` cannot reach this watch by \(server.path): \(error)")
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

/// The service that a process runs while it leads.
private final class LeadingService: Sendable {
    private let held = Mutex<VehicleService?>(nil)

    var service: VehicleService? {
        get { held.withLock(\.self) }
        set { held.withLock { $0 = newValue } }
    }
}
