import FleetCore
package import FleetStore
import Synchronization

/// Events of a source, found by comparing each snapshot with the last one that was compared.
package final class EventFeed: Sendable {
    /// Result of comparing a snapshot.
    package struct Step {
        let update: EventUpdate
        /// All vehicles of the snapshot.
        let vehicles: [Vehicle]
    }

    private let source: SourceSession
    private let store: FleetStore
    private let state = Mutex((detector: EventDetector(rotation: .unknown), revision: Int64(0)))

    /// Creates a feed of the snapshots of a source in `store`.
    package init(_ source: SourceSession, in store: FleetStore) {
        (self.source, self.store) = (source, store)
    }

    /// Creates a feed of the snapshots of a subscription.
    package convenience init(_ subscription: Subscription) {
        self.init(subscription.source, in: subscription.store)
    }

    /// Compares the stored snapshot; returns nil if `revision` has already been compared.
    ///
    /// Reads the whole fleet. The first snapshot produces no events.
    func advance(to revision: Int64) throws -> Step? {
        guard state.withLock({ $0.revision }) != revision else { return nil }
        let (info, vehicles) = try store.read(source.key) { stored in
            var vehicles: [Vehicle] = []
            vehicles.reserveCapacity(stored.info.total)
            try stored.forEachVehicle(VehicleQuery()) { vehicles.append($0) }
            return (stored.info, vehicles)
        }
        return Step(update: update(with: vehicles, info), vehicles: vehicles)
    }

    private func update(with vehicles: [Vehicle], _ info: SnapshotInfo) -> EventUpdate {
        state.withLock { state in
            let missed = state.revision > 0 ? max(0, info.revision - state.revision - 1) : 0
            state.revision = info.revision
            state.detector.rotation = source.selected.source.rotation(observed: info.rotation)
            return EventUpdate(
                state.detector.compare(vehicles, at: info.fetchedAt),
                missedSnapshots: Int(clamping: missed))
        }
    }
}
