public import FleetCore
import Synchronization

/// A candidate for the leadership of a feed, in a process that polls or follows it.
public final class LeaseCandidate: Sendable {
    /// An event of a candidate.
    public enum Event: Equatable, Sendable {
        /// This process leads the feed from now on.
        case elected
        /// This process does not lead the feed any more.
        case lost
        /// Another process leads the feed.
        case following
        /// The source now has another definition; this candidate will not be elected.
        case redefined
        /// A state that the leader has published.
        case state(String)
        /// Another process asks the leader for a refresh, under this ID.
        case refresh(String)
    }

    /// The feed.
    public let feed: SourceKey
    /// The events, in their order, for one reader; they end when the candidate leaves.
    public let events: AsyncStream<Event>

    private let continuation: AsyncStream<Event>.Continuation
    private let leases: PostgresLeases
    private let lastState = Mutex<String?>(nil)

    init(_ feed: SourceKey, in leases: PostgresLeases) {
        (self.feed, self.leases) = (feed, leases)
        (events, continuation) = AsyncStream.makeStream()
    }

    /// Publishes a state of the feed, as its leader.
    public func publish(_ state: String) { leases.publish(state, of: feed) }

    /// Answers a request for a refresh.
    public func answer(_ request: String, with outcome: String) async {
        await leases.answer(request, of: feed, with: outcome)
    }

    /// Ends the candidacy, and releases the lease if this process has it.
    public func leave() async {
        await leases.leave(self)
        finish()
    }

    func finish() { continuation.finish() }

    func send(_ event: Event) { continuation.yield(event) }

    /// Sends a state that has not been sent before.
    func receive(state: String) {
        let isNew = lastState.withLock { last in
            defer { last = state }
            return last != state
        }
        if isNew, !state.isEmpty { send(.state(state)) }
    }
}
