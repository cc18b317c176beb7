import FleetCore

/// Number of a subscription, from 1.
typealias Generation = Int

/// Number of a call of `refresh()`.
typealias CallerID = Int

extension ServiceMachine {
    /// An event that the service reports to the machine.
    enum Event: Sendable {
        /// The service starts, with the stored record of the source.
        case start(SourceRecord)
        /// A caller requests a refresh.
        case refresh(CallerID)
        /// The request holds the lock and has read the record.
        case recordRead(Generation, SourceRecord)
        /// The feed responded; `shownAt` is the time on the clock that people see.
        case loaded(Generation, FeedResponse, shownAt: Timestamp)
        /// The request failed, or its response could not be stored; `jitter` is 0 to 1.
        case failed(Generation, FeedFailure, jitter: Double)
        /// The response is stored.
        case committed(Generation, SnapshotInfo)
        /// The error state is stored, if the store allowed it.
        case failureStored(Generation)
        /// The timer has expired.
        case timerFired(Generation)
        /// All work of the subscription has ended.
        case disposed(Generation)
        /// The service stops permanently.
        case stop

        /// The subscription that produced the event; `nil` if none did.
        var generation: Generation? {
            switch self {
            case .start, .refresh, .stop: nil
            case .recordRead(let generation, _), .loaded(let generation, _, _),
                .failed(let generation, _, _), .committed(let generation, _),
                .failureStored(let generation), .timerFired(let generation),
                .disposed(let generation):
                generation
            }
        }
    }
}
