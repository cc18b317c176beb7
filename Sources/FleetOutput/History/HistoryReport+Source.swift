package import FleetCore
import FleetFeeds
package import FleetRuntime
package import FleetSQL

extension HistoryReport {
    /// Returns the line above the table.
    /// - Parameter source: The name of the source.
    package func title(of source: String) -> String {
        let availability = indicators.availability.map {
            ", feed available \(ShortText.percent(ofShare: $0))"
        }
        let trips = indicators.tripsCutByGaps
        return "\(source), \(zone.text(range.lowerBound)) to \(zone.text(range.upperBound)): "
            + "fleet known \(ShortText.percent(ofShare: indicators.coverage))\(availability ?? "")"
            + (trips == 0 ? "" : ", \(trips) trips left out, because a gap touches them") + "\n"
    }

    /// Returns the report of a source.
    /// - Parameter period: The period; by default the last seven days and today.
    /// - Throws: `CommandError` (66) without a history, or without a zone; `MomentTextError`;
    ///   `FeedFailure` for a file of zones that cannot be read.
    package static func of(
        _ source: SourceSession, _ request: ReportRequest, in period: HistoryPeriod
    ) async throws -> HistoryReport {
        let (now, selected) = (source.context.shownNow(), source.selected)
        let area = try await area(of: request.zones, in: source)
        let (store, key) = try source.historyStore()
        let zones =
            request.needsZones
            ? try store.snapshots.read { try $0.zones(.all, of: key) } ?? ZoneMap() : ZoneMap()
        if request.isMissing(zones) {
            throw FeedFailure(.content(.noZones), at: selected.label)
        }
        return try await source.history { reader in
            let range = try period.range(in: reader.zone, now: now) {
                ReportRequest.usualStart(before: $0, in: reader.zone)
            }
            return try reader.report(
                request, of: selected.source, in: range, zones: zones, area: area, now: now)
        }
    }

    /// Returns the areas of zones of the source, or of files; `nil` for none.
    /// - Throws: `CommandError` (66) for a zone that the source does not have.
    private static func area(
        of zones: [String], in source: SourceSession
    ) async throws -> ZoneIndex? {
        guard !zones.isEmpty else { return nil }
        let filter = try await ZoneFilter(names: zones).readingFiles()
        let (store, key) = try source.historyStore()
        let map = try store.snapshots.read { reader in
            if let unknown = try reader.unknownZone(among: filter.names, of: key) {
                throw CommandError(unknown, in: [source.selected.label])
            }
            return try reader.zones(.named(filter.names), of: key)
        }
        return ZoneIndex(filter.resolved(in: map, at: nil).areas)
    }
}
