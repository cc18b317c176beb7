import FleetCore

extension ServiceMachine {
    /// An instruction from the machine to the service.
    ///
    /// Requests, timers and disposals run one after the other: each begins when the one before it
    /// has ended.
    enum Action: Sendable {
        /// Make a request: take the lock, read the record, and follow the steps that the machine
        /// returns.
        case request(Generation)
        /// Report `timerFired` at a time.
        case startTimer(until: Timestamp, Generation)
        /// Cancel the running request or timer, and report `disposed` when it has ended.
        case dispose(Generation)
        /// Cancel the running timer.
        case cancelTimer
        /// Continue the request that reported the event.
        case proceed(RequestStep)
        /// Publish a state to the observers.
        case publish(ServiceState)
        /// Return the outcome to the callers of `refresh()`.
        case complete([CallerID], Result<SnapshotInfo, RefreshError>)
        /// End the observers' streams.
        case finish
    }

    /// The next step of a running request.
    enum RequestStep: Sendable {
        /// Load the feed.
        case load(FeedCacheState?)
        /// Store the response.
        case commit(FetchOutcome)
        /// Store the error state.
        case storeFailure(BackOff, RequestID)
    }
}
