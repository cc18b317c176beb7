import FleetCore

/// What reading one of the two documents of stations brought.
struct StationOutcome: Sendable {
    /// What a refresh has of it.
    enum State: Sendable {
        /// It was read anew, with what it says of itself.
        case read(FeedHeader)
        /// It did not change, or is still good.
        case unchanged
        /// It could not be had; what is known of it, if anything, is older.
        case failed(FeedFailure)
    }

    /// What is joined.
    var feed: SideFeed<[Site]>
    var state: State
    /// What a person should know of it.
    var warnings: [String] = []

    /// Why it could not be had.
    var failure: FeedFailure? { if case .failed(let failure) = state { failure } else { nil } }

    /// What it says of itself, if it was read anew.
    var header: FeedHeader? { if case .read(let header) = state { header } else { nil } }

    /// Whether it is as it was at the last refresh.
    var isUnchanged: Bool { if case .unchanged = state { true } else { false } }
}

extension StationOutcome {
    /// More stations than this are read anew each time, since what is remembered of a source is
    /// stored with each snapshot.
    private static let mostRemembered = 5000

    /// What to remember of it; nothing if its link led nowhere.
    var remembered: SideFeed<[Site]>? {
        if feed.document.address.isEmpty { return nil }
        if feed.content.count <= Self.mostRemembered { return feed }
        return SideFeed(
            document: FeedMemory.Document(address: feed.document.address), content: [])
    }
}

extension SiteRefresh {
    /// Reads one of the two documents of stations; one that is joined to the other need not be asked
    /// for while it is good.
    ///
    /// Throws what is no `FeedFailure`, such as `CancellationError`.
    func stations(
        _ name: String, at link: Result<String, FeedFailure>?, remembered: SideFeed<[Site]>?,
        mayBeGood: Bool
    ) async throws -> StationOutcome? {
        guard let link else { return nil }
        var known = remembered
        do {
            let address = try link.get()
            if known?.document.address != address {
                known = SideFeed(
                    document: FeedMemory.Document(address: address),
                    content: remembered?.content ?? [])
            }
            guard let base = known else { return nil }
            if mayBeGood, feed.isFresh(base.document) {
                return StationOutcome(feed: base, state: .unchanged)
            }
            return try await stations(name, base)
        } catch let failure as FeedFailure {
            let known = known ?? SideFeed(document: FeedMemory.Document(address: ""), content: [])
            let rest = known.content.isEmpty ? "read without it" : "the last known is used"
            return StationOutcome(
                feed: known, state: .failed(failure),
                warnings: ["\(name): \(failure.reason.words); \(rest)"])
        }
    }

    private func stations(
        _ name: String, _ known: SideFeed<[Site]>
    ) async throws -> StationOutcome {
        let address = known.document.address
        switch try await feed.read(address, known.document) {
        case .notModified(let document):
            let document = feed.confirmed(document)
            return StationOutcome(
                feed: SideFeed(document: document, content: known.content), state: .unchanged)
        case .read(let bytes, let document, _):
            var warnings: [String] = []
            let side = try SideDocument<[Site]>(
                stations: bytes, at: Location.redacted(address),
                warn: { warnings.append("\(name): \($0)") })
            let document = feed.read(document, side.header)
            return StationOutcome(
                feed: SideFeed(document: document, content: side.content),
                state: .read(side.header), warnings: warnings)
        }
    }
}
