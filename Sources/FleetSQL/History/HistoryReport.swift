public import FleetCore

/// A report of the history of a source, with what its documents say beside the indicators.
public struct HistoryReport: Sendable {
    /// The indicators by time and group.
    public let indicators: FleetReport
    /// The indicators of the whole time by group.
    public let total: FleetReport
    /// The time of the report.
    public let range: Range<Timestamp>
    /// The first time of the history.
    public let since: Timestamp
    /// The zone of the system.
    public let zone: SystemTimeZone
    /// Names of the groups, by their IDs.
    public let names: [String: String]

    /// Returns the indicators as a list.
    /// - Parameter source: The name of the source.
    public func list(of source: String) -> RecordList {
        let header = JSONObjectWriter(about: source, in: range, zone)
        return indicators.list(header, names: { names[$0] }, in: zone)
    }
}

/// Error of a report with more values than its reader has room for.
public struct ReportTooLarge: Error {}

extension HistoryReader {
    /// How long after a report the ends of its trips are looked for.
    public static let lastTrips = Duration.seconds(86_400)

    /// Returns the report of a time in the past.
    ///
    /// It ends early if the task is cancelled.
    /// - Parameters:
    ///   - source: The settings of the source.
    ///   - zones: The zones of a report that needs them.
    ///   - area: The areas that contain the counted vehicles; `nil` for everywhere.
    ///   - now: The present.
    ///   - hasTotal: Whether the whole time has values, too; otherwise those of the report are its
    ///     total.
    ///   - maxValues: The maximum number of values.
    /// - Throws: `ReportTooLarge`; `CancellationError`.
    public func report(
        _ request: ReportRequest, of source: Source, in range: Range<Timestamp>, zones: ZoneMap,
        area: ZoneIndex?, now: Timestamp, hasTotal: Bool = false, maxValues: Int = .max
    ) throws -> HistoryReport {
        // Before there is anything for each day or hour of a time of thousands of years.
        let bucket = Duration.seconds(request.bucket == .hour ? 3600 : 86_400)
        let count = (range.upperBound - range.lowerBound) / bucket
        guard count * Double(ReportIndicator.allCases.count) <= Double(maxValues) else {
            throw ReportTooLarge()
        }
        let replay = try replay(
            from: range.lowerBound, until: min(now, range.upperBound + Self.lastTrips))
        let groups = ReplayGroups(
            by: request.group.map { property(of: $0, zones, at: min(now, range.upperBound)) },
            area: area,
            rules: request.rules.isEmpty
                ? nil
                : RuleFilter(request.rules).resolved(in: zones, at: min(now, range.upperBound)))
        let buckets = [request.bucket] + (hasTotal && request.bucket != .whole ? [.whole] : [])
        var reports = buckets.map { bucket in
            ReportReplay(
                range, by: bucket, in: zone, groups: groups,
                evidence: source.tripEvidence(in: info),
                replayStart: replay.start, earlierGaps: replay.earlierGaps)
        }
        try replay.forEach { step in
            for index in reports.indices { reports[index].add(step) }
            if case .commit = step {
                try Task.checkCancellation()
                guard reports[0].valueCount <= maxValues else { throw ReportTooLarge() }
            }
            return !reports[0].isComplete
        }
        let indicators = FleetReport(reports[0])
        guard indicators.values.count <= maxValues else { throw ReportTooLarge() }
        return HistoryReport(
            indicators: indicators,
            total: reports.count > 1 ? FleetReport(reports[1]) : indicators,
            range: range, since: since, zone: zone, names: info.feed.names(of: request.group))
    }

    private func property(
        of group: ReportRequest.Group, _ map: ZoneMap, at time: Timestamp
    ) -> ReplayGroups.Property {
        switch group {
        case .type: .type
        case .region: .region
        case .zone: .zone(names: map.zones.map(\.name), ZoneIndex(map.zones.map(\.area)))
        case .rule: .rule(ZoneRuleIndex(map, at: time))
        }
    }
}

extension FeedDescription {
    /// The names of the groups that the feed names, by their IDs.
    fileprivate func names(of group: ReportRequest.Group?) -> [String: String] {
        switch group {
        case .type: typeNames ?? [:]
        case .region: regionNames ?? [:]
        case .zone, .rule, nil: [:]
        }
    }
}
