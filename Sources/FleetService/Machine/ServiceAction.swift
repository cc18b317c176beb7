import FleetCore

extension ServiceMachine {
    /// What the service is to do.
    ///
    /// Requests, waits and disposals are done one after the other: each begins when the one before
    /// it has ended.
    enum Action: Sendable {
        /// Make a request: get the lock, read the record, tell it, and proceed as told.
        case request(Generation)
        /// Tell of the timer at a time.
        case wait(until: Timestamp, Generation)
        /// Cancel the request or the wait that runs, and tell when it has ended.
        case dispose(Generation)
        /// Cancel the wait that runs.
        case cancelWait
        /// Let the request that told of the event go on.
        case proceed(RequestStep)
        /// Tell the observers.
        case publish(ServiceState)
        /// Tell the callers of a refresh what came of it.
        case settle([Caller], Result<SnapshotInfo, RefreshError>)
        /// End the observers' streams.
        case finish
    }

    /// How a request goes on.
    enum RequestStep: Sendable {
        /// Ask the feed.
        case load(FeedMemory?)
        /// Store the answer.
        case commit(Delivery)
        /// Store the error state.
        case remember(BackOff, RequestStamp)
    }
}
