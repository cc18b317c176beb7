package import FleetCore
import FleetFeeds
package import FleetRuntime
import FleetSQL

/// What a report of a history is about.
package struct ReportRequest: Sendable {
    /// A property by which the indicators are grouped.
    package enum Group: String, CaseIterable, Sendable {
        case type
        case zone
        case region
    }

    /// The period; by default the last seven days and today.
    package var period: HistoryPeriod
    /// The length of the periods with a value.
    package var bucket = ReportBucket.whole
    /// The property of the groups; `nil` for the whole fleet.
    package var group: Group?
    /// Names of zones of the source, or paths of GeoJSON files; empty for everywhere.
    package var zones: [String] = []

    /// Creates a request.
    package init(period: HistoryPeriod) { self.period = period }
}

/// A report of a history, with what its documents say beside the indicators.
package struct HistoryReport: Sendable {
    private let report: FleetReport
    private let range: Range<Timestamp>
    private let zone: SystemZone
    private let source: String
    /// Names of the groups, by their IDs.
    private let names: [String: String]

    /// The indicators as a list.
    package var list: RecordList {
        var header = JSONObjectWriter()
        header.add("source", source)
        header.add("from", range.lowerBound)
        header.add("to", range.upperBound)
        header.add("time_zone", zone.name)
        return report.list(header, names: { names[$0] }, in: zone)
    }

    /// The lines above the table.
    package var title: String {
        let availability = report.availability.map {
            ", feed available \(Self.percent($0))"
        }
        let trips = report.tripsCutByGaps
        return "\(source), \(zone.text(range.lowerBound)) to \(zone.text(range.upperBound)): "
            + "fleet known \(Self.percent(report.coverage))\(availability ?? "")"
            + (trips == 0 ? "" : ", \(trips) trips left out, because a gap touches them") + "\n"
    }

    private static func percent(_ share: Double) -> String {
        ShortText.percent((share * 1000).rounded() / 10)
    }

    /// Makes the report of a source.
    /// - Throws: `CommandError` (66) without a history, or without a zone; `FeedFailure` for a file
    ///   of zones that cannot be read.
    package init(of source: SourceSession, _ request: ReportRequest) async throws {
        let (now, selected) = (source.context.shownNow(), source.selected)
        let area = try await source.area(of: request.zones)
        let (store, key) = try source.historyStore()
        let zones =
            request.group == .zone
            ? try store.snapshots.read { try $0.zones(.all, of: key) }?.zones ?? [] : []
        if request.group == .zone, zones.isEmpty {
            throw FeedFailure(.noZones, at: selected.label)
        }
        let property: ReplayGroups.Property? =
            switch request.group {
            case .type: .type
            case .region: .region
            case .zone: .zone(names: zones.map(\.name), ZoneIndex(zones.map(\.area)))
            case nil: nil
            }
        self = try await source.history { reader in
            let range = try request.period.range(in: reader.zone, now: now) { end in
                LocalDay(at: end, in: reader.zone).advanced(by: -7).start(in: reader.zone)
            }
            let replay = try reader.replay(
                from: range.lowerBound, until: min(now, range.upperBound + Self.lastTrips))
            var report = ReportReplay(
                range, by: request.bucket, in: reader.zone,
                groups: ReplayGroups(by: property, area: area),
                evidence: selected.source.tripEvidence(observed: reader.info.rotation),
                replayStart: replay.start, earlierGaps: replay.earlierGaps)
            try replay.forEach { step in
                report.add(step)
                return !report.isComplete
            }
            return HistoryReport(
                report: FleetReport(report), range: range, zone: reader.zone,
                source: selected.label,
                names: reader.info.feed.groupNames(request.group))
        }
    }

    /// How long after a report the ends of its trips are looked for.
    private static let lastTrips = Duration.seconds(86_400)

    private init(
        report: FleetReport, range: Range<Timestamp>, zone: SystemZone, source: String,
        names: [String: String]
    ) {
        (self.report, self.range, self.zone) = (report, range, zone)
        (self.source, self.names) = (source, names)
    }
}

extension FeedDescription {
    /// The names of the groups that the feed names, by their IDs.
    fileprivate func groupNames(_ group: ReportRequest.Group?) -> [String: String] {
        switch group {
        case .type: typeNames ?? [:]
        case .region: regionNames ?? [:]
        case .zone, nil: [:]
        }
    }
}

extension SourceSession {
    /// Returns the areas of zones of the source, or of files; `nil` for none.
    /// - Throws: `CommandError` (66) for a zone that the source does not have.
    fileprivate func area(of zones: [String]) async throws -> ZoneIndex? {
        guard !zones.isEmpty else { return nil }
        let filter = try await ZoneFilter(names: zones).readingFiles()
        let (store, key) = try historyStore()
        let map = try store.snapshots.read { try $0.zones(.named(filter.names), of: key) }
        let resolved = filter.resolved(in: map, at: nil)
        for name in filter.names
        where !resolved.areaNames.contains(where: { ASCIICase.equal($0, name) }) {
            throw CommandError(
                .noInput, "no zone \(CommandError.shownID(name)) in \(selected.label)",
                hint: "`fleet count --by zone\(selected.option)` names the zones")
        }
        return ZoneIndex(resolved.areas)
    }
}
