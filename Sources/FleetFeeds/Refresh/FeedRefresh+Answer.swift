import FleetCore

extension FeedRefresh {
    /// The user's colors, as they are remembered.
    var colorNames: [String: String] { source.colorMap.colors.mapValues(\.name) }

    /// Whether a remembered document need not be asked for again.
    ///
    /// No feed is good for more than an hour, so a later time came of a clock that was ahead.
    func isFresh(_ document: FeedMemory.Document) -> Bool {
        guard let goodUntil = document.goodUntil else { return false }
        let now = now()
        return goodUntil > now && goodUntil <= now + .seconds(FeedHeader.longestTTL)
    }

    /// A document that was just read, with how long it is good; files are read anew each time.
    func read(_ document: FeedMemory.Document, _ header: FeedHeader) -> FeedMemory.Document {
        guard isWeb(document.address) else { return document }
        var document = document
        document.lastUpdated = header.lastUpdated
        document.ttlSeconds = header.ttlSeconds
        document.goodUntil = now() + header.goodFor(at: now())
        return document
    }

    /// A document that did not change, which is good for its ttl once more.
    func confirmed(_ document: FeedMemory.Document) -> FeedMemory.Document {
        guard let ttl = document.ttlSeconds else { return document }
        var document = document
        document.goodUntil =
            now() + Duration(clampingSeconds: min(max(0, ttl), FeedHeader.longestTTL))
        return document
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
        let document = read(document, header)
        let schedule = schedule(of: document.address, goodFor: header.goodFor(at: now()))
        let snapshot = Snapshot(
            vehicles: vehicles.vehicles, total: vehicles.total, feed: feed, reading: reading)
        return .loaded(snapshot, memory(of: document, joined), schedule)
    }

    /// The answer of a vehicle feed that did not change.
    func notModified(_ joined: JoinedFeeds, _ document: FeedMemory.Document) -> FeedAnswer {
        let document = confirmed(document)
        let left = document.goodUntil.map { $0 - now() } ?? .zero
        let goodFor = min(max(.zero, left), .seconds(FeedHeader.longestTTL))
        let schedule = schedule(of: document.address, goodFor: goodFor)
        return .notModified(memory(of: document, joined), schedule)
    }

    func memory(of document: FeedMemory.Document, _ joined: JoinedFeeds) -> FeedMemory {
        var memory = FeedMemory(location: source.location.text, vehicles: document)
        memory.discovery = joined.discovery
        memory.vehicleTypes = joined.vehicleTypes.feed
        memory.system = joined.system.feed
        memory.version = joined.version
        memory.colorMap = colorNames
        return memory
    }

    func schedule(of address: String, goodFor: Duration) -> FeedSchedule {
        let location = isWeb(address) ? Location.web(address) : .file(address)
        return FeedSchedule(floor: location.leastInterval, goodFor: goodFor)
    }

    func isWeb(_ address: String) -> Bool {
        address.hasPrefix("http://") || address.hasPrefix("https://")
    }
}
