import FleetCore

/// One refresh of a feed: from its location to its vehicles, by as few requests as can be.
struct FeedRefresh: Sendable {
    let source: Source
    /// What is remembered of this very location.
    let memory: FeedMemory?
    /// Which kinds of vehicles are kept; all are counted.
    let kinds: Filter
    let read: FeedLoader.Read
    let now: @Sendable () -> Timestamp
    let progress: @Sendable (Int) -> Void

    /// Goes the shortest way that is remembered; if that leads nowhere, from the location on again.
    func answer() async throws -> FeedAnswer {
        do {
            return try await shortestWay()
        } catch let failure as FeedFailure where failure.allowsAnother && memory?.discovery != nil {
            return try await forgettingDiscovery.answer(at: source.location.text, version: nil)
        }
    }

    /// Asks the vehicle feed alone as long as discovery need not be asked again.
    private func shortestWay() async throws -> FeedAnswer {
        if let memory, let discovery = memory.discovery, isFresh(discovery) {
            return try await joined(FeedLinks(memory, discovery: discovery))
        }
        return try await answer(at: source.location.text, version: nil)
    }

    /// The same refresh, in which discovery is read in full.
    var forgettingDiscovery: FeedRefresh {
        var memory = memory
        if let address = memory?.discovery?.address {
            memory?.discovery = FeedMemory.Document(address: address)
        }
        return FeedRefresh(
            source: source, memory: memory, kinds: kinds, read: read, now: now, progress: progress)
    }

    /// Reads what stands at an address; `version` is the one chosen of a list, which then must not
    /// lead to another list.
    private func answer(at address: String, version: String?) async throws -> FeedAnswer {
        let place = Location.redacted(address)
        switch try await read(address, remembered(at: address)) {
        case .notModified(let document):
            return try await unchanged(document, version: version)
        case .read(let bytes, let document, let base):
            let feed = try FeedDocument(
                bytes, at: place, join: VehicleJoin(colorMap: source.colorMap, kinds: kinds),
                progress: progress)
            switch feed.content {
            case .vehicles(let vehicles):
                return loaded(vehicles, feed.header, JoinedFeeds(version: version), document)
            case .discovery(let discovery):
                let document = self.read(document, feed.header)
                return try await joined(
                    FeedLinks(discovery, in: document, base: base, version: version))
            case .versions, .manifest:
                let versions = try feed.content.versions(at: place)
                guard version == nil else {
                    throw FeedFailure(.brokenDiscovery("it leads to a list of versions"), at: place)
                }
                return try await newestWorking(of: versions, base: base, at: place) {
                    try await answer(at: $0, version: $1)
                }
            }
        }
    }

    /// Tries the versions of a system from the highest on, each address once; `answer` reads what
    /// stands at one.
    func newestWorking(
        of versions: [GBFS.Version], base: String, at place: String,
        answer: (_ address: String, _ version: String) async throws -> FeedAnswer
    ) async throws -> FeedAnswer {
        var tried: Set<String> = []
        var first: FeedFailure?
        for version in versions {
            do {
                let address = try DocumentAddress.resolve(link: version.link, relativeTo: base)
                guard tried.insert(address).inserted else { continue }
                return try await answer(address, version.version)
            } catch let failure as FeedFailure where failure.allowsAnother {
                first = first ?? failure
            }
        }
        throw first ?? FeedFailure(.brokenDiscovery("it lists no version"), at: place)
    }

    /// What is remembered of an address that may be asked whether it changed: discovery, or the
    /// vehicle feed if it stands alone and was read with the same colors.
    private func remembered(at address: String) -> FeedMemory.Document? {
        guard let memory else { return nil }
        if let discovery = memory.discovery {
            return discovery.address == address ? discovery : nil
        }
        let isSame = memory.vehicles.address == address && memory.vehicleTypes == nil
        return isSame && memory.colorMap == colorNames ? memory.vehicles : nil
    }

    private func unchanged(
        _ document: FeedMemory.Document, version: String?
    ) async throws -> FeedAnswer {
        guard let memory, document.address == remembered(at: document.address)?.address else {
            throw FeedFailure(.status(304), at: Location.redacted(document.address))
        }
        if memory.discovery != nil {
            var links = FeedLinks(memory, discovery: confirmed(document))
            links.version = version
            return try await joined(links)
        }
        return notModified(JoinedFeeds(version: version), document)
    }
}
