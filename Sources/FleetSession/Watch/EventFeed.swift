package import FleetCore
package import FleetStore
import Synchronization

/// Events of a source, found by comparing each snapshot with the last one that was compared.
package final class EventFeed: Sendable {
    /// Result of comparing a snapshot.
    package struct Step {
        let update: EventUpdate
        /// The vehicles of the snapshot that the selection contains, or contained in the last snapshot
        /// that had them.
        let vehicles: [Vehicle]
    }

    private let source: SourceSession
    private let store: FleetStore
    private let selection: WatchSelection
    private let state: Mutex<(detector: EventDetector, revision: Int64)>

    /// Creates a feed of the snapshots of a source in `store`.
    package init(
        _ source: SourceSession, in store: FleetStore, of selection: WatchSelection? = nil,
        battery: BatteryThresholds = .default
    ) {
        (self.source, self.store) = (source, store)
        self.selection = selection ?? WatchSelection(of: source)
        state = Mutex((EventDetector(rotation: .unknown, battery: battery), 0))
    }

    /// Creates a feed of the snapshots of a subscription.
    package convenience init(
        _ subscription: Subscription, of selection: WatchSelection, battery: BatteryThresholds
    ) {
        self.init(
            subscription.source, in: subscription.store, of: selection, battery: battery)
    }

    /// Compares the stored snapshot; returns nil if `revision` has already been compared.
    ///
    /// Reads the whole fleet. The first snapshot produces no events.
    func advance(to revision: Int64) throws -> Step? {
        guard state.withLock({ $0.revision }) != revision else { return nil }
        let (info, vehicles, filter) = try selection.read(store) { stored, query in
            var vehicles: [Vehicle] = []
            vehicles.reserveCapacity(stored.info.total)
            try stored.forEachVehicle(VehicleQuery()) { vehicles.append($0) }
            return (stored.info, vehicles, query.filter)
        }
        return step(to: info, vehicles, filter)
    }

    private func step(to info: SnapshotInfo, _ vehicles: [Vehicle], _ filter: Filter) -> Step {
        state.withLock { state in
            let selected =
                selection.isNarrowed
                ? vehicles.filter { filter.matches($0) || state.detector.hasSelected($0.id) }
                : vehicles
            let missed = state.revision > 0 ? max(0, info.revision - state.revision - 1) : 0
            state.revision = info.revision
            state.detector.rotation = source.selected.source.rotation(observed: info.rotation)
            let update = EventUpdate(
                state.detector.compare(vehicles, at: info.fetchedAt, of: filter),
                missedSnapshots: Int(clamping: missed))
            return Step(update: update, vehicles: selected)
        }
    }
}
