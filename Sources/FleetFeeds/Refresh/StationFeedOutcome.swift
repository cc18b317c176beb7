import FleetCore

/// Outcome of reading one of the two station feeds.
struct StationFeedOutcome: Sendable {
    /// State of the feed in this refresh.
    enum State: Sendable {
        /// Read again, with this header.
        case read(FeedHeader)
        /// Unchanged or still fresh.
        case unchanged
        /// Failed; any cached content is older.
        case failed(FeedFailure)
    }

    /// Feed to join.
    var feed: SideFeed<[Site]>
    var state: State
    /// Warnings for the user.
    var warnings: [String] = []

    /// Failure of the feed, if any.
    var failure: FeedFailure? { if case .failed(let failure) = state { failure } else { nil } }

    /// Header of the feed, if it was read again.
    var header: FeedHeader? { if case .read(let header) = state { header } else { nil } }

    /// Whether the feed is the same as in the last refresh.
    var isUnchanged: Bool { if case .unchanged = state { true } else { false } }
}

extension StationFeedOutcome {
    /// Maximum number of stations to cache; more are read each time, since the cache state is
    /// stored with each snapshot.
    private static let maxCachedStations = 5000

    /// Feed to cache; nil if its link is invalid.
    var cached: SideFeed<[Site]>? {
        if feed.document.address.isEmpty { return nil }
        if feed.content.count <= Self.maxCachedStations { return feed }
        return SideFeed(
            document: FeedCacheState.Document(address: feed.document.address), content: [])
    }
}

extension SiteRefresh {
    /// Reads one of the two station feeds.
    ///
    /// - Parameter canBeFresh: Whether to use the cached feed while it is fresh.
    /// - Throws: Errors other than `FeedFailure`, such as `CancellationError`.
    func stations(
        _ name: String, at link: Result<String, FeedFailure>?, cached: SideFeed<[Site]>?,
        canBeFresh: Bool
    ) async throws -> StationFeedOutcome? {
        guard let link else { return nil }
        var previous = cached
        do {
            let address = try link.get()
            if previous?.document.address != address {
                previous = SideFeed(
                    document: FeedCacheState.Document(address: address),
                    content: cached?.content ?? [])
            }
            guard let base = previous else { return nil }
            if canBeFresh, feed.isFresh(base.document) {
                return StationFeedOutcome(feed: base, state: .unchanged)
            }
            return try await stations(name, base)
        } catch let failure as FeedFailure {
            let previous =
                previous ?? SideFeed(document: FeedCacheState.Document(address: ""), content: [])
            let consequence =
                previous.content.isEmpty ? "continuing without it" : "using the last known data"
            return StationFeedOutcome(
                feed: previous, state: .failed(failure),
                warnings: ["\(name): \(failure.message); \(consequence)"])
        }
    }

    private func stations(
        _ name: String, _ cached: SideFeed<[Site]>
    ) async throws -> StationFeedOutcome {
        let address = cached.document.address
        switch try await feed.read(address, cached.document) {
        case .notModified(let document):
            let document = feed.revalidated(document)
            return StationFeedOutcome(
                feed: SideFeed(document: document, content: cached.content), state: .unchanged)
        case .read(let bytes, let document, _):
            var warnings: [String] = []
            let side = try SideDocument<[Site]>(
                stations: bytes, at: Location.redacted(address),
                warn: { warnings.append("\(name): \($0)") })
            let document = feed.updated(document, side.header)
            return StationFeedOutcome(
                feed: SideFeed(document: document, content: side.content),
                state: .read(side.header), warnings: warnings)
        }
    }
}
