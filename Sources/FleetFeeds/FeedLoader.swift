public import FleetCore

/// Loads snapshots from a source: of the simulation, a file, the standard input or the web.
///
/// A loader is for one of the source's feeds. The snapshots of that of the sites have no vehicles, and
/// no sites either if the source tells of none.
public struct FeedLoader: Sendable {
    /// Reads a document by its address; one such function makes the requests of one refresh.
    typealias Read =
        @Sendable (_ address: String, _ remembered: FeedMemory.Document?) async throws
        -> DocumentAnswer

    private let source: Source
    private let feed: Source.Feed
    private let begin: @Sendable () -> Read
    private let now: @Sendable () -> Timestamp
    private let shownNow: @Sendable () -> Timestamp
    private let progress: @Sendable (Int) -> Void

    /// Creates a loader.
    ///
    /// - Parameters:
    ///   - source: where to read, and the user's colors.
    ///   - feed: which of its feeds to read.
    ///   - reader: the way to documents, with the credentials of this source.
    ///   - now: the machine's clock, by which what a feed says is good or not.
    ///   - shownNow: the clock that people see, by which the simulation moves.
    ///   - progress: is told the vehicles read so far in this refresh, every few thousand.
    public init(
        source: Source, feed: Source.Feed = .vehicles, reader: DocumentReader,
        now: @escaping @Sendable () -> Timestamp,
        shownNow: @escaping @Sendable () -> Timestamp,
        progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) {
        let location = source.location.text
        let begin: @Sendable () -> Read = {
            let session = reader.session(for: location)
            return { try await session.read($0, remembered: $1) }
        }
        self.init(
            source: source, feed: feed, begin: begin, now: now, shownNow: shownNow,
            progress: progress)
    }

    /// Creates a loader over any way to read documents; `begin` is called once for each refresh.
    init(
        source: Source, feed: Source.Feed = .vehicles, begin: @escaping @Sendable () -> Read,
        now: @escaping @Sendable () -> Timestamp, shownNow: @escaping @Sendable () -> Timestamp,
        progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) {
        self.source = source
        self.feed = feed
        self.begin = begin
        self.now = now
        self.shownNow = shownNow
        self.progress = progress
    }

    /// Asks the source once, for as little as what is remembered of it allows.
    ///
    /// `memory` must be that of the stored snapshot, since the answer may be that nothing changed;
    /// one of another location is not used. All vehicles are counted, but those that do not pass
    /// `kinds` are not kept. Throws `FeedFailure`, or `CancellationError`.
    public func load(
        _ memory: FeedMemory?, keeping kinds: Filter = Filter()
    ) async throws -> FeedAnswer {
        let location = source.location.text
        if case .simulation = source.location { return try simulated(location) }
        let refresh = FeedRefresh(
            source: source, memory: memory?.location == location ? memory : nil,
            kinds: kinds, read: begin(), now: now, progress: progress)
        let answer = try await answer(of: refresh)
        try Task.checkCancellation()
        return answer
    }

    private func answer(of refresh: FeedRefresh) async throws -> FeedAnswer {
        switch feed {
        case .vehicles: try await refresh.answer()
        case .sites: try await SiteRefresh(feed: refresh).answer()
        }
    }

    private func simulated(_ address: String) throws(FeedFailure) -> FeedAnswer {
        let answer = try Simulation(address).answer(of: feed, at: shownNow())
        guard case .loaded(var snapshot, let memory, let schedule) = answer,
            !source.colorMap.colors.isEmpty
        else { return answer }
        for index in snapshot.vehicles.indices {
            guard let color = source.colorMap[snapshot.vehicles[index].typeID] else { continue }
            snapshot.vehicles[index].color = color
        }
        return .loaded(snapshot, memory, schedule)
    }
}
