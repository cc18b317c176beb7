import FleetCore

extension FeedRefresh {
    /// The least time between two requests to an HTTP service.
    private static let floor = Duration.seconds(5)

    /// The user's colours, as they are remembered.
    var colorNames: [String: String] { source.colorMap.colors.mapValues(\.name) }

    /// Whether a remembered document need not be asked for again.
    ///
    /// No feed is good for more than an hour, so a later time came of a clock that was ahead.
    func isFresh(_ document: FeedMemory.Document) -> Bool {
        guard let goodUntil = document.goodUntil else { return false }
        let now = now()
        return goodUntil > now && goodUntil <= now + .seconds(FeedHeader.longestTTL)
    }

    /// When a document need not be asked for before; files are read anew each time.
    func goodUntil(_ header: FeedHeader, at address: String) -> Timestamp? {
        guard isWeb(address) else { return nil }
        let now = now()
        return now + header.goodFor(at: now)
    }

    /// The answer of a vehicle feed that was read.
    func loaded(
        _ vehicles: VehiclesDocument, _ header: FeedHeader, _ joined: JoinedFeeds,
        _ document: FeedMemory.Document
    ) -> FeedAnswer {
        var feed = FeedDescription(format: vehicles.format)
        feed.lastUpdated = header.lastUpdated
        feed.ttlSeconds = header.ttlSeconds
        feed.systemName = joined.system.feed?.content.name
        feed.timeZone = joined.system.feed?.content.timeZone
        var reading = vehicles.reading
        for warning in [joined.vehicleTypes.warning, joined.system.warning] {
            if let warning { reading.warn(warning) }
        }
        var document = document
        document.goodUntil = goodUntil(header, at: document.address)
        let schedule = schedule(of: document.address, goodFor: header.goodFor(at: now()))
        let snapshot = Snapshot(vehicles: vehicles.vehicles, feed: feed, reading: reading)
        return .loaded(snapshot, memory(of: document, joined), schedule)
    }

    /// The answer of a vehicle feed that did not change.
    func notModified(_ joined: JoinedFeeds, _ document: FeedMemory.Document) -> FeedAnswer {
        let left = document.goodUntil.map { $0 - now() } ?? .zero
        let goodFor = min(max(.zero, left), .seconds(FeedHeader.longestTTL))
        let schedule = schedule(of: document.address, goodFor: goodFor)
        return .notModified(memory(of: document, joined), schedule)
    }

    private func memory(of document: FeedMemory.Document, _ joined: JoinedFeeds) -> FeedMemory {
        var memory = FeedMemory(location: source.location.text, vehicles: document)
        memory.discovery = joined.discovery
        memory.vehicleTypes = joined.vehicleTypes.feed
        memory.system = joined.system.feed
        memory.version = joined.version
        memory.colorMap = colorNames
        return memory
    }

    private func schedule(of address: String, goodFor: Duration) -> FeedSchedule {
        FeedSchedule(floor: isWeb(address) ? Self.floor : .zero, goodFor: goodFor)
    }

    private func isWeb(_ address: String) -> Bool {
        address.hasPrefix("http://") || address.hasPrefix("https://")
    }
}
