public import FleetCore
public import FleetService
public import Foundation
import Synchronization

/// Sources whose states a test sets.
public final class FixedSources: PolledSources {
    private struct Feed: Hashable {
        let uuid: UUID
        let feed: Source.Feed
    }

    private struct State {
        var sources: [PolledSource]
        var states: [Feed: StateUpdate] = [:]
        var polls: [UUID: PollStatistics] = [:]
        var refreshed: [UUID] = []
        var outcome: Result<SnapshotInfo, RefreshError> = .failure(.stopped)
        var streams: [AsyncStream<PolledUpdate>.Continuation] = []
    }

    private let state: Mutex<State>
    private let mayRefresh = Observed(true)

    /// Whether refreshes end; true at first.
    public var endsRefreshes: Bool {
        get { mayRefresh.value }
        set { mayRefresh.change { $0 = newValue } }
    }

    /// Creates sources without states.
    public init(_ sources: [PolledSource]) {
        state = Mutex(State(sources: sources))
    }

    /// The sources; setting them is a change that readers of ``updates()`` see.
    public var all: [PolledSource] {
        get { state.withLock(\.sources) }
        set {
            state.withLock { state in
                state.sources = newValue
                for stream in state.streams { stream.yield(.sourcesChanged) }
            }
        }
    }

    /// The sources that were refreshed, in order.
    public var refreshed: [UUID] { state.withLock(\.refreshed) }

    /// Sets the outcome of later refreshes, which is `.stopped` at first.
    public func setOutcome(_ outcome: Result<SnapshotInfo, RefreshError>) {
        state.withLock { $0.outcome = outcome }
    }

    /// Sets the numbers about the requests for the vehicles of a source.
    public func set(_ polls: PollStatistics, of uuid: UUID) {
        state.withLock { $0.polls[uuid] = polls }
    }

    /// Returns the numbers that were set.
    public func polls(of uuid: UUID) -> PollStatistics {
        state.withLock { $0.polls[uuid] ?? PollStatistics() }
    }

    /// Publishes a state of a feed.
    public func publish(_ update: StateUpdate, of uuid: UUID, _ feed: Source.Feed = .vehicles) {
        state.withLock { state in
            state.states[Feed(uuid: uuid, feed: feed)] = update
            for stream in state.streams { stream.yield(.state(of: uuid, feed, update)) }
        }
    }

    /// Ends all streams.
    public func finish() {
        state.withLock { state in
            for stream in state.streams { stream.finish() }
            state.streams = []
        }
    }

    /// Returns the last published state of a feed.
    public func state(of uuid: UUID, _ feed: Source.Feed) -> StateUpdate? {
        state.withLock { $0.states[Feed(uuid: uuid, feed: feed)] }
    }

    /// Returns a stream of all changes from now on.
    public func updates() -> AsyncStream<PolledUpdate> {
        let (stream, continuation) = AsyncStream.makeStream(of: PolledUpdate.self)
        state.withLock { $0.streams.append(continuation) }
        return stream
    }

    /// Records the refresh and returns its outcome.
    public func refresh(_ uuid: UUID) async throws(RefreshError) -> SnapshotInfo {
        let outcome = state.withLock { state in
            guard state.sources.contains(where: { $0.uuid == uuid }) else {
                return Result<SnapshotInfo, RefreshError>.failure(.stopped)
            }
            state.refreshed.append(uuid)
            return state.outcome
        }
        await mayRefresh.waitUntil(\.self)
        return try outcome.get()
    }
}
