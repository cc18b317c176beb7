import FleetCore

extension FeedRefresh {
    /// Reads a side document unless it is fresh, and adds it to a feed; returns nil if there is no
    /// link.
    ///
    /// If it fails, its last known content is added, and the next refresh requests it again.
    /// - Throws: Errors other than `FeedFailure`, such as `CancellationError`.
    func join<Side: SideDocument>(
        _ side: Side, at links: FeedLinks, evenIfFresh: Bool = false, into joined: inout JoinedFeed
    ) async throws -> SideDocumentOutcome? {
        let stored = cacheState?[keyPath: side.cache]
        var latest = stored
        defer {
            if latest?.content != stored?.content { joined.hasSameContent = false }
        }
        guard let link = links.address(of: side) else {
            latest = nil
            return nil
        }
        var outcome: SideDocumentOutcome
        do {
            var feed = side.moved(stored, to: try link.get())
            // The address is cached even if the document fails, since the next refresh may not read
            // the discovery document.
            latest = feed
            outcome = try await update(&feed, side, evenIfFresh: evenIfFresh)
            latest = feed
        } catch let failure as FeedFailure {
            outcome = side.failed(failure, content: latest?.content)
        }
        outcome.document = latest?.document
        if let latest { joined.add(latest, of: side) }
        return outcome
    }

    private func update<Side: SideDocument>(
        _ feed: inout SideFeed<Side.Content>, _ side: Side, evenIfFresh: Bool
    ) async throws -> SideDocumentOutcome {
        let isCurrent = feed.edition == SideFeed<Side.Content>.latestEdition
        if isCurrent, !evenIfFresh, feed.document.isFresh(at: now()) {
            return SideDocumentOutcome(state: .unchanged)
        }
        let address = feed.document.address
        switch try await read(address, isCurrent ? feed.document : nil) {
        case .notModified(let document):
            feed = SideFeed(document: document.revalidated(at: now()), content: feed.content)
            return SideDocumentOutcome(state: .unchanged)
        case .read(let bytes, let document, let base):
            var parsed = try side.parse(bytes, at: Location.redacted(address))
            parsed.checkPictures(of: side, linkPolicy, base: base)
            feed = SideFeed(
                document: document.updated(by: parsed.header, at: now()), content: parsed.content)
            return SideDocumentOutcome(
                state: .read(parsed.header),
                warnings: parsed.warnings.map { "\(side.name): \($0)" })
        }
    }
}

extension FeedDocument {
    /// Removes the picture links that contain a credential of the source, with a warning.
    fileprivate mutating func checkPictures<Side: SideDocument>(
        of side: Side, _ policy: LinkPolicy, base: String
    ) where Side.Content == Content {
        var removed = 0
        side.changeLinks(in: &content) { link in
            let checked = policy.pictureLink(link, in: base)
            removed += checked == nil ? 1 : 0
            return checked
        }
        if removed > 0 {
            warnings.append("\(removed) picture links contain a credential of the source")
        }
    }
}

extension SideDocument {
    /// Returns the stored document, without validators if it moved to another address.
    fileprivate func moved(
        _ stored: SideFeed<Content>?, to address: String
    ) -> SideFeed<Content> {
        if let stored, stored.document.address == address { return stored }
        return SideFeed(
            document: FeedCacheState.Document(address: address), content: stored?.content ?? empty)
    }

    /// Returns the outcome of a failure, with a warning that states which content is used.
    fileprivate func failed(_ failure: FeedFailure, content: Content?) -> SideDocumentOutcome {
        let isEmpty = (content ?? empty) == empty
        let consequence = isEmpty ? "continuing without it" : "using the last known data"
        return SideDocumentOutcome(
            state: .failed(failure), warnings: ["\(name): \(failure.message); \(consequence)"])
    }
}

extension JoinedFeed {
    fileprivate mutating func add<Side: SideDocument>(
        _ feed: SideFeed<Side.Content>, of side: Side
    ) {
        side.add(feed.content, to: &snapshot)
        let isCacheable = side.isCacheable(feed.content)
        let address = FeedCacheState.Document(address: feed.document.address)
        cacheState[keyPath: side.cache] =
            isCacheable ? feed : SideFeed(document: address, content: side.empty)
    }
}
