import FleetCore
import FleetService
import FleetStore
import Synchronization

/// A watched source as events: what happened between each snapshot and the one before.
final class WatchEvents: Sendable {
    private let subscription: Subscription
    private let outlet: EventOutlet
    private let style: EventStyle
    private let composition: Composition
    private let state: Mutex<(detector: EventDetector, revision: Int64)>

    init(_ subscription: Subscription, _ style: EventStyle, _ composition: Composition) {
        self.subscription = subscription
        self.style = style
        self.composition = composition
        outlet = EventOutlet(composition.output, style)
        state = Mutex((EventDetector(rotation: .unknown), 0))
    }

    /// Shows what a state brought: events of a snapshot that is new, a failure as talk.
    func show(_ update: StateUpdate) throws {
        try outlet.check()
        switch update.state {
        case .live(let info, _): try compare(info)
        case .failed(let failure, _, _, _):
            composition.output.say("error: \(failure.cause)")
        case .stopped(.some, _):
            composition.output.say("stopped: `fleet refresh` begins anew")
        case .idle, .loading, .stopped(nil, _): break
        }
    }

    /// Waits until all is written.
    func finish() throws {
        try outlet.finish()
    }

    private func compare(_ told: SnapshotInfo) throws {
        guard state.withLock({ $0.revision }) != told.revision else { return }
        let (info, vehicles) = try subscription.read { stored in
            var vehicles: [Vehicle] = []
            vehicles.reserveCapacity(stored.info.total)
            try stored.forEachVehicle(VehicleQuery()) { vehicles.append($0) }
            return (stored.info, vehicles)
        }
        let (batch, missed) = state.withLock { state in
            let missed = state.revision > 0 ? max(0, info.revision - state.revision - 1) : 0
            state.revision = info.revision
            state.detector.rotation = subscription.source.selected.source
                .rotation(seen: info.rotation)
            return (state.detector.compare(vehicles, at: info.fetchedAt), missed)
        }
        outlet.post(style.lines(of: batch, missedSnapshots: Int(missed)))
    }
}
