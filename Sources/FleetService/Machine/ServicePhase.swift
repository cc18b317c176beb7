import FleetCore

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
