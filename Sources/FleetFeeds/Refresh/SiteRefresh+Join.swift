import FleetCore

/// The stations of a system, and how they were found.
private struct JoinedStations {
    var joined: JoinedFeeds
    var information: StationOutcome?
    var status: StationOutcome?

    /// Both, first what changes more often.
    var outcomes: [StationOutcome] { [status, information].compactMap(\.self) }
}

extension SiteRefresh {
    /// Where no document says how long it is good, a failed one is asked for again after this time.
    private static let retryInterval = Duration.seconds(60)

    /// Reads the documents of stations that are due, and joins them.
    ///
    /// Information that fails costs only what it would have added. The status is asked for each time,
    /// and its failure is the refresh's, since old measurements must not pass for new ones. Where nothing
    /// was ever read, the information alone is better than nothing.
    func joined(_ links: SiteLinks) async throws -> FeedAnswer {
        var parts = JoinedStations(
            joined: JoinedFeeds(discovery: links.discovery, version: links.version))
        if links.isEmpty { return withoutStations(parts.joined, links.discovery) }
        parts.joined.system = try await feed.sideFeed(
            "system_information", at: links.system, remembered: feed.memory?.system,
            otherwise: SystemInformation(), parse: SideDocument.init(systemInformation:at:))
        parts.information = try await stations(
            GBFS.stationInformation, at: links.information,
            remembered: feed.memory?.stationInformation, mayBeGood: links.status != nil)
        parts.status = try await stations(
            GBFS.stationStatus, at: links.status, remembered: feed.memory?.stationStatus,
            mayBeGood: false)
        if let failure = failure(of: parts) { throw failure }
        return answer(of: parts)
    }

    private func failure(of parts: JoinedStations) -> FeedFailure? {
        let failures = parts.outcomes.compactMap(\.failure)
        if failures.count == parts.outcomes.count { return failures.first }
        return feed.memory == nil ? nil : parts.status?.failure
    }

    private func answer(of parts: JoinedStations) -> FeedAnswer {
        let main = parts.outcomes.first { $0.failure == nil }
        let document = main?.feed.document ?? parts.joined.discovery
        var memory = feed.memory(
            of: document ?? FeedMemory.Document(address: feed.source.location.text), parts.joined)
        memory.stationInformation = parts.information?.remembered
        memory.stationStatus = parts.status?.remembered
        let schedule = feed.schedule(of: memory.vehicles.address, goodFor: goodFor(parts))
        let isSameSystem =
            feed.memory?.system?.content == parts.joined.system.feed?.content
        if isSameSystem, parts.outcomes.allSatisfy(\.isUnchanged) {
            return .notModified(memory, schedule)
        }
        return .loaded(snapshot(of: parts), memory, schedule)
    }

    /// What is left of the time that the main document is good; a failed one is asked for soon.
    private func goodFor(_ parts: JoinedStations) -> Duration {
        let times = parts.outcomes.map { outcome in
            outcome.failure == nil
                ? outcome.feed.document.goodUntil.map { $0 - feed.now() } ?? .zero
                : Self.retryInterval
        }
        let time = times.first ?? .zero
        return min(max(.zero, time), .seconds(FeedHeader.longestTTL))
    }

    private func snapshot(of parts: JoinedStations) -> Snapshot {
        let header = parts.outcomes.compactMap(\.header).first
        let version =
            header?.version.map { "GBFS " + $0 } ?? parts.joined.version.map { "GBFS " + $0 }
        var description = FeedDescription(format: version ?? "GBFS")
        // By these the sites are as old as what is asked for each time, even if only the other is new.
        let main = parts.outcomes.first { $0.failure == nil }
        description.lastUpdated = main?.header?.lastUpdated ?? main?.feed.document.lastUpdated
        description.ttlSeconds = main?.header?.ttlSeconds ?? main?.feed.document.ttlSeconds
        description.systemName = parts.joined.system.feed?.content.name
        description.timeZone = parts.joined.system.feed?.content.timeZone
        var reading = ReadingReport()
        let warnings = parts.outcomes.flatMap(\.warnings) + [parts.joined.system.warning ?? ""]
        for warning in warnings where !warning.isEmpty { reading.warn(warning) }
        let sites = SiteTable.joined(
            parts.information?.feed.content ?? [], parts.status?.feed.content ?? [])
        return Snapshot(sites: sites, feed: description, reading: reading)
    }

    /// The answer of a system that has no stations, which its discovery says.
    private func withoutStations(
        _ joined: JoinedFeeds, _ discovery: FeedMemory.Document
    ) -> FeedAnswer {
        let left = discovery.goodUntil.map { $0 - feed.now() } ?? .zero
        let goodFor = min(max(.zero, left), .seconds(FeedHeader.longestTTL))
        let memory = feed.memory(of: discovery, joined)
        let schedule = feed.schedule(of: discovery.address, goodFor: goodFor)
        if let old = feed.memory, old.discovery != nil, old.stationInformation == nil,
            old.stationStatus == nil
        {
            return .notModified(memory, schedule)
        }
        let description = FeedDescription(format: joined.version.map { "GBFS " + $0 } ?? "GBFS")
        return .loaded(
            Snapshot(sites: [], feed: description, reading: ReadingReport()), memory, schedule)
    }
}
