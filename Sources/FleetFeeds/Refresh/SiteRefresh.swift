import FleetCore

/// One refresh of a source's sites: from its location to its stations, by as few requests as can be.
///
/// It goes the way that the refresh of the vehicles goes, with a memory of its own.
struct SiteRefresh: Sendable {
    /// The source, what is remembered of its sites, and the way to documents.
    let feed: FeedRefresh

    /// Goes the shortest way that is remembered; if that leads nowhere, from the location on again.
    func answer() async throws -> FeedAnswer {
        do {
            return try await shortestWay()
        } catch let failure as FeedFailure
            where failure.allowsAnother && feed.memory?.discovery != nil
        {
            let anew = SiteRefresh(feed: feed.forgettingDiscovery)
            return try await anew.answer(at: feed.source.location.text, version: nil)
        }
    }

    private func shortestWay() async throws -> FeedAnswer {
        if let memory = feed.memory, let discovery = memory.discovery, feed.isFresh(discovery) {
            return try await joined(SiteLinks(memory, discovery: discovery))
        }
        return try await answer(at: feed.source.location.text, version: nil)
    }

    /// Reads what stands at an address; `version` is the one chosen of a list, which then must not
    /// lead to another list.
    private func answer(at address: String, version: String?) async throws -> FeedAnswer {
        let place = Location.redacted(address)
        switch try await feed.read(address, remembered(at: address)) {
        case .notModified(let document):
            return try await unchanged(document, version: version)
        case .read(let bytes, let document, let base):
            switch try SitesAnswer(bytes, at: place) {
            case .sites(let sites): return alone(sites, document, version: version)
            case .links(.discovery(let discovery), let header):
                let document = feed.read(document, header)
                return try await joined(
                    SiteLinks(discovery, in: document, base: base, version: version))
            case .links(let content, _):
                let versions = try content.versions(at: place)
                guard version == nil else {
                    throw FeedFailure(.brokenDiscovery("it leads to a list of versions"), at: place)
                }
                return try await feed.newestWorking(of: versions, base: base, at: place) {
                    try await answer(at: $0, version: $1)
                }
            }
        }
    }

    /// What is remembered of an address that may be asked whether it changed: discovery, or a
    /// document of sites that stands alone.
    private func remembered(at address: String) -> FeedMemory.Document? {
        guard let memory = feed.memory else { return nil }
        let document = memory.discovery ?? memory.vehicles
        return document.address == address ? document : nil
    }

    private func unchanged(
        _ document: FeedMemory.Document, version: String?
    ) async throws -> FeedAnswer {
        guard let memory = feed.memory, remembered(at: document.address) != nil else {
            throw FeedFailure(.status(304), at: Location.redacted(document.address))
        }
        guard memory.discovery != nil else {
            return feed.notModified(JoinedFeeds(version: version), document)
        }
        var links = SiteLinks(memory, discovery: feed.confirmed(document))
        links.version = version
        return try await joined(links)
    }

    /// The answer of a document that holds the sites itself, or vehicles alone.
    private func alone(
        _ sites: SitesDocument, _ document: FeedMemory.Document, version: String?
    ) -> FeedAnswer {
        var description = FeedDescription(format: sites.format)
        description.lastUpdated = sites.header.lastUpdated
        description.ttlSeconds = sites.header.ttlSeconds
        var reading = ReadingReport()
        sites.warnings.forEach { reading.warn($0) }
        let isFruitless = sites.isOfVehicles && feed.isWeb(document.address)
        let header = isFruitless ? Self.fruitless : sites.header
        let document = feed.read(document, header)
        return .loaded(
            Snapshot(sites: sites.sites, feed: description, reading: reading),
            feed.memory(of: document, JoinedFeeds(version: version)),
            feed.schedule(of: document.address, goodFor: header.goodFor(at: feed.now())))
    }

    /// A service that has vehicles alone where it was asked for sites is asked for the vehicles all the
    /// time; whether sites were added is looked at now and then.
    private static let fruitless = FeedHeader(ttlSeconds: 600)
}
