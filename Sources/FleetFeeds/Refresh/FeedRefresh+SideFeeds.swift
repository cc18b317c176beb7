import FleetCore

/// What reading a side feed brought; it never fails the refresh.
struct SideFeedOutcome<Content: Equatable & Sendable & Codable>: Sendable {
    /// What is joined, and remembered; the old one if there is no new one.
    var feed: SideFeed<Content>?
    /// What a person should know of it.
    var warning: String?
}

extension FeedRefresh {
    /// Reads a side feed if it is due; one that fails costs only what it would have added, and is
    /// asked again the next time.
    ///
    /// Throws what is no `FeedFailure`, such as `CancellationError`.
    func sideFeed<Content>(
        _ name: String, at link: Result<String, FeedFailure>?, remembered: SideFeed<Content>?,
        otherwise nothing: Content,
        parse: @Sendable ([UInt8], String) throws(FeedFailure) -> SideDocument<Content>
    ) async throws -> SideFeedOutcome<Content> {
        guard let link else { return SideFeedOutcome() }
        var known = remembered
        do {
            let base = remembered.at(try link.get(), otherwise: nothing)
            known = base
            return SideFeedOutcome(feed: try await sideFeed(base, parse: parse))
        } catch let failure as FeedFailure {
            let isKnown = known.map { $0.content != nothing } ?? false
            let rest = isKnown ? "the last known is used" : "read without it"
            return SideFeedOutcome(
                feed: known, warning: "\(name): \(failure.reason.words); \(rest)")
        }
    }

    private func sideFeed<Content>(
        _ known: SideFeed<Content>,
        parse: @Sendable ([UInt8], String) throws(FeedFailure) -> SideDocument<Content>
    ) async throws -> SideFeed<Content> {
        let isWhole = known.edition == SideFeed<Content>.latestEdition
        if isWhole, isFresh(known.document) { return known }
        let address = known.document.address
        switch try await read(address, isWhole ? known.document : nil) {
        case .notModified(let document):
            return SideFeed(document: confirmed(document), content: known.content)
        case .read(let bytes, let document, _):
            let side = try parse(bytes, Location.redacted(address))
            return SideFeed(document: self.read(document, side.header), content: side.content)
        }
    }
}

extension Optional {
    /// What is known of a side feed that now is at an address.
    ///
    /// The address is kept even if the feed fails there, since discovery, which told it, need not
    /// be read the next time.
    fileprivate func at<Content>(
        _ address: String, otherwise nothing: Content
    ) -> SideFeed<Content> where Wrapped == SideFeed<Content> {
        if let self, self.document.address == address { return self }
        return SideFeed(
            document: FeedMemory.Document(address: address), content: self?.content ?? nothing)
    }
}
