public import FleetCore
public import Foundation

/// A store with the histories of sources: a port.
public protocol HistoryStore: Sendable {
    /// Runs `body` with a reader of the history of a source, in one read transaction; returns `nil`
    /// if the source has none.
    func history<T: Sendable>(
        of key: SourceKey, _ body: @escaping @Sendable (HistoryReader) throws -> T
    ) async throws -> T?
}

/// The histories of the sources that limits are about, from which days are decided.
public struct LimitHistory: Sendable {
    /// A source with a history, perhaps.
    public struct LimitedSource: Sendable {
        /// The name.
        public let name: String
        fileprivate let source: Source
        fileprivate let key: SourceKey

        /// Creates a source.
        /// - Parameter key: The key of its stored vehicles.
        public init(name: String, _ source: Source, key: SourceKey) {
            (self.name, self.source, self.key) = (name, source, key)
        }

        /// The UUID.
        public var uuid: UUID { key.uuid }
    }

    /// A vehicle that counts.
    public struct CountedVehicle: Equatable, Sendable {
        /// The name of its source.
        public let source: String
        /// The ID.
        public let id: String
        /// For how long it had stood still or had no trip, in seconds; `nil` if that is unknown.
        public let seconds: Int64?
    }

    private let store: any HistoryStore
    private let sources: [UUID: LimitedSource]
    /// The time up to which days are known.
    public let now: Timestamp

    /// Creates the histories of sources.
    /// - Parameter now: The display time.
    public init(of sources: [LimitedSource], in store: any HistoryStore, now: Timestamp) {
        (self.store, self.now) = (store, now)
        self.sources = Dictionary(sources.map { ($0.uuid, $0) }) { first, _ in first }
    }

    /// Returns the name of a source; `nil` if it was removed.
    public func name(of source: UUID) -> String? { sources[source]?.name }

    /// Returns the zone of the days of a limit: that of the first source with a history.
    public func zone(of limit: FleetLimit) async throws -> SystemTimeZone {
        for source in limited(by: limit) {
            if let zone = try await store.history(of: source.key, { $0.zone }) { return zone }
        }
        return .utc
    }

    /// Returns the verdict of a day that has begun, up to now.
    public func verdict(
        of limit: FleetLimit, on day: LocalDay, in zone: SystemTimeZone
    ) async throws -> LimitVerdict {
        let (days, reason) = try await days(of: limit, in: period(of: day, in: zone))
        let verdict = LimitVerdict(limit.rule, of: days)
        return reason.map(verdict.partial(because:)) ?? verdict
    }

    /// Returns the numbers of vehicles that certainly count over a day, up to now.
    public func steps(
        of limit: FleetLimit, on day: LocalDay, in zone: SystemTimeZone
    ) async throws -> [LimitDay.Step] {
        LimitDay.steps(try await days(of: limit, in: period(of: day, in: zone)).days)
    }

    /// Returns the counts of the sources, and why some are missing.
    private func days(
        of limit: FleetLimit, in period: Range<Timestamp>
    ) async throws -> (days: [LimitDay], missing: LimitVerdict.Reason?) {
        var days: [LimitDay] = []
        // A removed source has no history.
        var reason: LimitVerdict.Reason? =
            limited(by: limit).count < limit.sources.count ? .noHistory : nil
        for source in limited(by: limit) {
            let read = try await store.history(of: source.key) {
                try $0.day(of: limit, period, of: source.source)
            }
            switch read {
            case .day(let day, _): days.append(day)
            case .missing(let missing): reason = missing
            case nil: reason = .noHistory
            }
        }
        return (days, reason)
    }

    /// Returns the vehicles that certainly count at a time of a day, source by source.
    public func vehicles(
        of limit: FleetLimit, on day: LocalDay, at time: Timestamp, in zone: SystemTimeZone
    ) async throws -> [CountedVehicle] {
        let period = period(of: day, in: zone)
        var found: [CountedVehicle] = []
        for source in limited(by: limit) {
            let part = try await store.history(of: source.key) { reader -> [CountedVehicle] in
                guard
                    case .day(_, let vehicles) = try reader.day(
                        of: limit, period, of: source.source, listedAt: time)
                else { return [] }
                let ids = try reader.ids(of: vehicles.map(\.number))
                return vehicles.map {
                    CountedVehicle(
                        source: source.name, id: ids[$0.number] ?? "", seconds: $0.seconds)
                }
            }
            found += part ?? []
        }
        return found
    }

    private func limited(by limit: FleetLimit) -> [LimitedSource] {
        limit.orderedSources.compactMap { sources[$0] }
    }

    private func period(of day: LocalDay, in zone: SystemTimeZone) -> Range<Timestamp> {
        let period = day.period(in: zone)
        return period.lowerBound..<max(period.lowerBound, min(now, period.upperBound))
    }
}

/// The counts of a limit on a day, and the vehicles at a time; or why there are none.
private enum LimitRead: Sendable {
    case day(LimitDay, [LimitReplay.Vehicle])
    case missing(LimitVerdict.Reason)
}

extension HistoryReader {
    /// Counts the vehicles of a limit.
    fileprivate func day(
        of limit: FleetLimit, _ period: Range<Timestamp>, of source: Source,
        listedAt: Timestamp? = nil
    ) throws -> LimitRead {
        guard since < period.upperBound else { return .missing(.noHistory) }
        guard let groups = try groups(of: limit, at: period.lowerBound) else {
            return .missing(.noZone)
        }
        let indicator = limit.rule.indicator
        let evidence = source.tripEvidence(in: info)
        if evidence == .table, indicator.needsMovement { return .missing(.noMovement) }
        let replay = try replay(
            from: indicator.replayStart(for: period), until: period.upperBound)
        var counts = LimitReplay(
            indicator, period, groups: groups,
            evidence: evidence, replayStart: replay.start,
            earlierGaps: replay.earlierGaps, listedAt: listedAt)
        try replay.forEach { step in
            counts.add(step)
            return true
        }
        let day = counts.finish()
        return .day(day, counts.vehicles)
    }

    /// Returns the vehicles that a limit counts; `nil` without its zone.
    ///
    /// Zones of the past are those of today.
    private func groups(of limit: FleetLimit, at time: Timestamp) throws -> ReplayGroups? {
        let type = limit.type.map { type in
            info.feed.typeNames?.filter { ASCIICase.equal($0.value, type) }.map(\.key).min()
                ?? type
        }
        let zones = StoredSnapshotReader(transaction)
        switch limit.scope {
        case .area(_, let area): return ReplayGroups(area: ZoneIndex([area]), typeID: type)
        case .zone(let name):
            let named = try zones.zones(.named([name]), of: key)?.zones ?? []
            guard !named.isEmpty else { return nil }
            return ReplayGroups(area: ZoneIndex(named.map(\.area)), typeID: type)
        case .everywhere:
            guard limit.rule.indicator == .vehiclesInNoParking else {
                return ReplayGroups(typeID: type)
            }
            guard let map = try zones.zones(.all, of: key) else { return nil }
            return ReplayGroups(
                rules: RuleFilter([.noParking]).resolved(in: map, at: time), typeID: type)
        }
    }
}
