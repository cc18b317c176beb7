import FleetCore
import FleetStore
import Synchronization

/// A source as events: each snapshot is compared with the one that was compared before it.
final class EventFeed: Sendable {
    /// What a snapshot brought.
    struct Step {
        let news: EventNews
        /// All vehicles of it.
        let vehicles: [Vehicle]
    }

    private let source: OpenSource
    private let store: FleetStore
    private let state = Mutex((detector: EventDetector(rotation: .unknown), revision: Int64(0)))

    /// Compares the snapshots of a source that are kept in `store`.
    init(_ source: OpenSource, in store: FleetStore) {
        (self.source, self.store) = (source, store)
    }

    /// Compares the snapshots of a subscription.
    convenience init(_ subscription: Subscription) {
        self.init(subscription.source, in: subscription.store)
    }

    /// Compares the stored snapshot if that of `revision` was not compared yet; else `nil`.
    ///
    /// It reads the whole fleet. The first snapshot tells nothing.
    func step(to revision: Int64) throws -> Step? {
        guard state.withLock({ $0.revision }) != revision else { return nil }
        let (info, vehicles) = try store.read(source.key) { stored in
            var vehicles: [Vehicle] = []
            vehicles.reserveCapacity(stored.info.total)
            try stored.forEachVehicle(VehicleQuery()) { vehicles.append($0) }
            return (stored.info, vehicles)
        }
        return Step(news: news(of: vehicles, info), vehicles: vehicles)
    }

    private func news(of vehicles: [Vehicle], _ info: SnapshotInfo) -> EventNews {
        state.withLock { state in
            let missed = state.revision > 0 ? max(0, info.revision - state.revision - 1) : 0
            state.revision = info.revision
            state.detector.rotation = source.selected.source.rotation(seen: info.rotation)
            return EventNews(
                state.detector.compare(vehicles, at: info.fetchedAt),
                missedSnapshots: Int(clamping: missed))
        }
    }
}
