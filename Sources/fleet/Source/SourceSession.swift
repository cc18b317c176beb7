import FleetCore
import FleetFeeds
import FleetService
import FleetStore

/// A source, opened: how it is read, and where what was read is kept.
struct OpenSource: Sendable {
    /// Where what was read is kept.
    enum Shelf: Sendable {
        /// In the home's store.
        case store(FleetStore, Leadership)
        /// Nowhere, since the home cannot be written; but an older snapshot can be read.
        case readOnly(FleetStore, SourceKey)
        /// Nowhere: the source is read anew every time.
        case nowhere
    }

    let selected: SelectedSource
    let shelf: Shelf
    let loader: FeedLoader
    let composition: Composition

    /// Who leads the source among the processes of the home; `nil` if it is not kept.
    var leadership: Leadership? {
        if case .store(_, let leadership) = shelf { leadership } else { nil }
    }

    /// The key of what is kept of it, on disk or in memory.
    var key: SourceKey { selected.key ?? SourceKey(name: "source") }

    /// The service of this source, which keeps its snapshots in `store`.
    func service(storing store: FleetStore, _ policy: WatchPolicy) -> VehicleService {
        VehicleService(
            policy: ServicePolicy(
                floor: selected.source.location.leastInterval, process: composition.process,
                place: selected.label,
                interval: policy.interval, retries: policy.retries),
            ports: ServicePorts(
                load: { try await load($0) },
                record: { [key] in try await store.record(of: key) },
                commit: { [key] in try await store.commit($0, for: key) },
                fail: { [key] in try await store.fail($0, request: $1, for: key) },
                withRequestLock: { [leadership] body in
                    guard let leadership else { return try await body() }
                    try await leadership.withRequestLock(body)
                }),
            clock: composition.serviceClock)
    }

    /// The states of this source, live.
    func subscription(_ policy: WatchPolicy) throws -> Subscription {
        Subscription(source: self, policy: policy, store: try writableStore())
    }

    /// Makes one request to the feed; a long one is told of.
    func load(_ memory: FeedMemory?, keeping kinds: Filter = Filter()) async throws -> FeedAnswer {
        try await composition.progress.whileReading { [loader] in
            try await loader.load(memory, keeping: kinds)
        }
    }

    /// The store of the home.
    /// - Throws: `Problem` (74) if it cannot be written.
    func keptStore() throws -> FleetStore {
        if case .store(let store, _) = shelf { return store }
        throw Problem(
            .ioError, "the store of \(selected.label) cannot be written",
            hint: "make room or check the permissions, or set FLEET_HOME to another folder")
    }

    /// The store of the home, if only for reading.
    /// - Throws: `Problem` (74) if there is none that can be read.
    func readableStore() throws -> FleetStore {
        if case .readOnly(let store, _) = shelf { return store }
        return try keptStore()
    }

    /// The store of the home, or one in memory for the life of this process.
    func writableStore() throws -> FleetStore {
        if case .store(let store, _) = shelf { return store }
        return try FleetStore.inMemory()
    }
}
