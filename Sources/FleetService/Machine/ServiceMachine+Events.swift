import FleetCore

/// Number of a subscription, from 1.
typealias Generation = Int

/// Number of a call of `refresh()`.
typealias CallerID = Int

extension ServiceMachine {
    /// An event that the service reports to the machine.
    indirect enum Event: Sendable {
        /// The service starts, with the stored record of the source.
        case start(SourceRecord)
        /// A caller requests a refresh.
        case refresh(CallerID)
        /// The request of a refresh is about to wait for the lock; with the last request in the
        /// record.
        case lastRequestRead(Generation, RequestID?)
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
            case .lastRequestRead(let generation, _), .recordRead(let generation, _),
                .loaded(let generation, _, _),
                .failed(let generation, _, _), .committed(let generation, _),
                .failureStored(let generation), .timerFired(let generation),
                .disposed(let generation):
                generation
            }
        }
    }

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
    indirect enum RequestStep: Sendable {
        /// Load the feed, not before a time.
        case load(FeedCacheState?, notBefore: Timestamp)
        /// Store the response.
        case commit(FetchOutcome)
        /// Store the error state.
        case storeFailure(BackOff, RequestID)
    }
}

/// A load of the feed within a subscription.
struct Load: Equatable {
    /// Its subscription.
    var generation: Generation
    /// Time of the refresh or timer that requested it.
    var requestedAt: Timestamp
    /// Whether a caller of `refresh()` requested it.
    var isRefresh: Bool
    /// Whether it replaces a refresh's load that another refresh disposed.
    var isReplacement = false
    /// Callers that wait for its outcome.
    var callers: [CallerID] = []
    /// The request to the feed, once it has begun.
    var requestID: RequestID?
    /// Outcomes of other processes that answer a refresh.
    var adoption = Adoption.unknown

    /// Outcomes of other processes that may answer the callers of a refresh: none that was complete
    /// before the last of them asked.
    enum Adoption: Equatable {
        /// The record was not read yet.
        case unknown
        /// The outcome of any request but the one that was the last when the callers asked.
        case after(RequestID?)
        /// None, since a caller asked later.
        case none
    }

    /// Returns whether a refresh at the time `now` joins this load instead of disposing it.
    ///
    /// A load for a refresh is joinable for 5 s, its replacement until it ends. A caller is
    /// promised the outcome of its own generation or the next one; if every refresh could dispose a
    /// slow load again, a feed that takes longer than 5 s would starve.
    func isJoinable(at now: Timestamp) -> Bool {
        isReplacement || (isRefresh && now - requestedAt < .seconds(5))
    }
}

extension ServiceMachine {
    /// State of the machine; observers see it as a `ServiceState`.
    enum Phase: Equatable {
        case idle
        case loading(Load)
        case committing(Commit)
        case live(Live)
        case disposing(Disposal)
        case failed(Failed)
        case stopped(Stopped)

        /// The subscription whose results are accepted; `nil` if there is none.
        var generation: Generation? {
            switch self {
            case .idle, .stopped: nil
            case .loading(let load): load.generation
            case .committing(let commit): commit.load.generation
            case .live(let live): live.generation
            case .disposing(let disposal): disposal.generation
            case .failed(let failed): failed.generation
            }
        }

        /// The callers that wait for the outcome of a load.
        var callers: [CallerID] {
            switch self {
            case .idle, .live, .failed, .stopped: []
            case .loading(let load): load.callers
            case .committing(let commit): commit.load.callers + commit.queue
            case .disposing(let disposal):
                if case .resubscribe(let callers, _) = disposal.purpose { callers } else { [] }
            }
        }
    }

    /// An outcome that is being stored.
    struct Commit: Equatable {
        enum Outcome: Equatable {
            case snapshot(nextAt: Timestamp)
            case failure(BackOff)
        }

        var load: Load
        var outcome: Outcome
        /// Refreshes to handle once the outcome is stored.
        var queue: [CallerID] = []
        /// Whether the service stops once the outcome is stored.
        var isStopping = false
    }

    /// A published snapshot; the next poll is scheduled or running.
    struct Live: Equatable {
        var generation: Generation
        var poll: Load?
    }

    /// The disposal of a subscription, and its purpose.
    struct Disposal: Equatable {
        enum Purpose: Equatable {
            case resubscribe(callers: [CallerID], isReplacement: Bool)
            case stop
        }

        var generation: Generation
        var purpose: Purpose
    }

    /// An error state.
    struct Failed: Equatable {
        var generation: Generation
        var backOff: BackOff
    }

    /// The stopped state, without running work.
    struct Stopped: Equatable {
        /// Error that stopped the service, if one did.
        var backOff: BackOff?
        /// Whether no refresh can restart the service.
        var isPermanent: Bool
    }
}
