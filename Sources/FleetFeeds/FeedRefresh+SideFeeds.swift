import FleetCore

/// What reading a side feed brought; it never fails the refresh.
struct SideFeedOutcome<Content: Equatable & Sendable & Codable>: Sendable {
    /// What is joined, and remembered; the old one if there is no new one.
    var feed: SideFeed<Content>?
    /// What a person should know of it.
    var warning: String?
    /// Whether there is such a feed, of which nothing is known.
    var isLost: Bool { feed == nil && warning != nil }
}

extension FeedRefresh {
    /// Reads a side feed if it is due; one that fails costs only what it would have added.
    ///
    /// Throws what is no `FeedFailure`, such as `CancellationError`.
    func sideFeed<Content>(
        _ name: String, at link: Result<String, FeedFailure>?, remembered: SideFeed<Content>?,
        parse: @Sendable ([UInt8], String) throws(FeedFailure) -> SideDocument<Content>
    ) async throws -> SideFeedOutcome<Content> {
        guard let link else { return SideFeedOutcome() }
        do {
            let address = try link.get()
            let known = remembered?.document.address == address ? remembered : nil
            return SideFeedOutcome(feed: try await sideFeed(at: address, known, parse: parse))
        } catch let failure as FeedFailure {
            let consequence = remembered == nil ? "read without it" : "the last known is used"
            return SideFeedOutcome(
                feed: remembered, warning: "\(name): \(failure.reason.briefly); \(consequence)")
        }
    }

    private func sideFeed<Content>(
        at address: String, _ known: SideFeed<Content>?,
        parse: @Sendable ([UInt8], String) throws(FeedFailure) -> SideDocument<Content>
    ) async throws -> SideFeed<Content> {
        if let known, isFresh(known.document) { return known }
        let place = Location.redacted(address)
        switch try await read(address, known?.document) {
        case .notModified(let document):
            guard let known else { throw FeedFailure(.status(304), at: place) }
            return SideFeed(document: document, content: known.content)
        case .read(let bytes, var document, _):
            let side = try parse(bytes, place)
            document.goodUntil = goodUntil(side.header, at: address)
            return SideFeed(document: document, content: side.content)
        }
    }
}
