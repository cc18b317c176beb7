import FleetCore
import FleetService
import FleetStore
import Synchronization

/// The snapshots of a watched source, each compared with the one before.
final class EventFeed: Sendable {
    /// What a snapshot brought.
    struct Step {
        let batch: EventBatch
        let vehicles: [Vehicle]
        /// How many snapshots were stored and gone before anybody compared them.
        let missedSnapshots: Int
    }

    private let subscription: Subscription
    private let state: Mutex<(detector: EventDetector, revision: Int64)>

    init(_ subscription: Subscription) {
        self.subscription = subscription
        state = Mutex((EventDetector(rotation: .unknown), 0))
    }

    /// Reads the snapshot that a state tells of, and compares it; `nil` if that was done.
    func step(to told: SnapshotInfo) throws -> Step? {
        guard state.withLock({ $0.revision }) != told.revision else { return nil }
        let (info, vehicles) = try subscription.read { stored in
            var vehicles: [Vehicle] = []
            vehicles.reserveCapacity(stored.info.total)
            try stored.forEachVehicle(VehicleQuery()) { vehicles.append($0) }
            return (stored.info, vehicles)
        }
        return state.withLock { state in
            let missed = state.revision > 0 ? max(0, info.revision - state.revision - 1) : 0
            state.revision = info.revision
            state.detector.rotation = subscription.source.selected.source
                .rotation(seen: info.rotation)
            let batch = state.detector.compare(vehicles, at: info.fetchedAt)
            return Step(batch: batch, vehicles: vehicles, missedSnapshots: Int(missed))
        }
    }
}
