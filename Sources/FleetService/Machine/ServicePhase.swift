import FleetCore

/// A request of a subscription.
struct Load: Equatable {
    /// The subscription.
    var generation: Generation
    /// When it was asked for.
    var askedAt: Timestamp
    /// Whether a person asked for it.
    var isRefresh: Bool
    /// Whether it took the place of a load of a refresh that another refresh disposed.
    var isSuccessor = false
    /// Who waits for its outcome.
    var callers: [Caller] = []
    /// The request to the feed, once it has begun.
    var stamp: RequestStamp?

    /// Whether a refresh at the time `now` joins it rather than disposing it.
    ///
    /// A load of a refresh is joined for 5 s. Its successor is joined for as long as it takes: a
    /// caller is promised the outcome of its generation or of the next one, and if every new
    /// refresh could dispose a slow load again, a feed that takes longer than 5 s would starve.
    func isJoined(at now: Timestamp) -> Bool {
        isSuccessor || (isRefresh && now - askedAt < .seconds(5))
    }
}

extension ServiceMachine {
    /// The state of the machine; what is shown of it is a `ServiceState`.
    enum Phase: Equatable {
        case idle
        case loading(Load)
        case committing(Commit)
        case live(Live)
        case disposing(Disposal)
        case failed(Failed)
        case stopped(Stopped)

        /// The subscription whose results are waited for.
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

    /// An outcome on its way into the store.
    struct Commit: Equatable {
        enum Outcome: Equatable {
            case snapshot(nextAt: Timestamp)
            case failure(BackOff)
        }

        var load: Load
        var outcome: Outcome
        /// Refreshes to be handled when it is stored.
        var queue: [Caller] = []
        /// Whether to stop when it is stored.
        var isStopping = false
    }

    /// A snapshot is shown, and the next one is waited for or asked for.
    struct Live: Equatable {
        var generation: Generation
        var poll: Load?
    }

    /// The end of a subscription, and what follows it.
    struct Disposal: Equatable {
        enum Purpose: Equatable {
            case renew(callers: [Caller], isSuccessor: Bool)
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

    /// Nothing runs.
    struct Stopped: Equatable {
        /// The error that it stopped by.
        var backOff: BackOff?
        /// Whether it is for good.
        var isCancelled: Bool
    }
}
