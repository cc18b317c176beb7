import FleetCore

/// Numbers the subscriptions of a service, from 1.
typealias Generation = Int

/// Numbers the callers of `refresh()`.
typealias Caller = Int

extension ServiceMachine {
    /// What happens to the service.
    enum Event: Sendable {
        /// The service starts, with what is remembered of the source.
        case start(SourceRecord)
        /// Somebody refreshes.
        case refresh(Caller)
        /// The request holds the lock, and read what is remembered.
        case recalled(Generation, SourceRecord)
        /// The feed answered; `shownAt` is the time that people see.
        case loaded(Generation, FeedAnswer, shownAt: Timestamp)
        /// The request failed, or while committing the store did; `jitter` is 0 to 1.
        case failed(Generation, FeedFailure, jitter: Double)
        /// The answer is stored.
        case committed(Generation, SnapshotInfo)
        /// The error state is stored, as far as it could be.
        case remembered(Generation)
        /// The time that was waited for has come.
        case timer(Generation)
        /// Nothing of the subscription runs any more.
        case disposed(Generation)
        /// The service is to stop for good.
        case stop

        /// The subscription that it is a result of, if it is one.
        var generation: Generation? {
            switch self {
            case .start, .refresh, .stop: nil
            case .recalled(let generation, _), .loaded(let generation, _, _),
                .failed(let generation, _, _), .committed(let generation, _),
                .remembered(let generation), .timer(let generation), .disposed(let generation):
                generation
            }
        }
    }
}
