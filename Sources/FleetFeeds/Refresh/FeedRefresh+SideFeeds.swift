import FleetCore

/// Outcome of reading a side feed, which never fails the refresh.
struct SideFeedOutcome<Content: Equatable & Sendable & Codable>: Sendable {
    /// Feed to join and cache; the previous one if there is no new one.
    var feed: SideFeed<Content>?
    /// Warning for the user.
    var warning: String?
}

extension FeedRefresh {
    /// Reads a side feed unless it is fresh.
    ///
    /// A failed side feed becomes a warning and is requested again by the next refresh.
    /// - Throws: Errors other than `FeedFailure`, such as `CancellationError`.
    func sideFeed<Content>(
        _ name: String, at link: Result<String, FeedFailure>?, cached: SideFeed<Content>?,
        default defaultContent: Content,
        parse: @Sendable ([UInt8], String) throws(FeedFailure) -> SideDocument<Content>
    ) async throws -> SideFeedOutcome<Content> {
        guard let link else { return SideFeedOutcome() }
        var previous = cached
        do {
            let base = cached.at(try link.get(), default: defaultContent)
            previous = base
            return SideFeedOutcome(feed: try await sideFeed(base, parse: parse))
        } catch let failure as FeedFailure {
            let hasContent = previous.map { $0.content != defaultContent } ?? false
            let consequence =
                hasContent ? "using the last known data" : "continuing without it"
            return SideFeedOutcome(
                feed: previous, warning: "\(name): \(failure.message); \(consequence)")
        }
    }

    private func sideFeed<Content>(
        _ cached: SideFeed<Content>,
        parse: @Sendable ([UInt8], String) throws(FeedFailure) -> SideDocument<Content>
    ) async throws -> SideFeed<Content> {
        let isCurrent = cached.edition == SideFeed<Content>.latestEdition
        if isCurrent, isFresh(cached.document) { return cached }
        let address = cached.document.address
        switch try await read(address, isCurrent ? cached.document : nil) {
        case .notModified(let document):
            return SideFeed(document: revalidated(document), content: cached.content)
        case .read(let bytes, let document, _):
            let side = try parse(bytes, Location.redacted(address))
            return SideFeed(document: updated(document, side.header), content: side.content)
        }
    }
}

extension Optional {
    /// Returns the cached side feed, moved to an address if it was at another one.
    ///
    /// The address is cached even if the feed fails, since the next refresh may not read the
    /// discovery document.
    fileprivate func at<Content>(
        _ address: String, default defaultContent: Content
    ) -> SideFeed<Content> where Wrapped == SideFeed<Content> {
        if let self, self.document.address == address { return self }
        return SideFeed(
            document: FeedCacheState.Document(address: address),
            content: self?.content ?? defaultContent)
    }
}
