import FleetCore
import FleetSQL
import FleetService
import FleetTeam
import Hummingbird

/// The report of a source's history: its page, and its values in the API.
struct ReportHandlers {
    private static let division = QueryParameter(
        "by", .text,
        """
        A value for each hour or day, and for each type, zone, region or rule: one of the first two, \
        one of the others, or both. At most 100,000 values.
        """, isRepeated: true)
    private static let zone = QueryParameter(
        "zone", .text, "Name of a zone of the source: only vehicles in it, or in one of several.",
        isRepeated: true)
    private static let rule = QueryParameter(
        "rule", .choice(FilterInput.ruleNames),
        "Rule of the operator's zones: only vehicles for which it holds where they are, or one of several.",
        isRepeated: true)
    private static let parameters: [QueryParameter] = [
        .from.described(
            """
            The start: a day such as 2026-05-01, or a time; by default seven days before the day \
            of the end. Times are \(QueryParameter.timeText)
            """),
        .to.described(
            "The end: a day, which is included, or a time, which is not; by default now."),
        .month, division, zone, rule,
    ]
    /// Values of one report.
    private static let maxValues = 100_000
    /// A report of the present ends at a multiple of this, so that requests share it.
    private static let step = Duration.seconds(300)

    private let reports = ReportCache()

    func add(to routes: Routes) {
        routes.page(.report) { try await page($0) }
        routes.api(
            .get, "/sources/:source/report", .reports,
            query: Self.parameters + QueryParameter.formats(RecordFormat.names)
        ) { try await document($0) }
    }

    private func document(_ request: UserRequest) async throws -> Response {
        let source = try request.source()
        if request.query.has(QueryParameter.month.name) {
            for other in [QueryParameter.from, .to] where request.query.has(other.name) {
                throw Problem(QueryParameter.month.name, "cannot be used with from or to")
            }
        }
        let report = try await report(
            request, of: source, division: try Self.division(request.query.all("by")))
        return try request.response(report.list(of: source.name), named: "report")
    }

    private func page(_ request: UserRequest) async throws -> Response {
        let source = try request.selectedSource()
        // A form sends empty values.
        let names = request.query.all(Self.division.name).filter { !$0.isEmpty }
        let isTyped = request.query.has(Self.division.name)
        let division = try Self.division(isTyped ? names : [ReportBucket.day.rawValue])
        let report = try await report(request, of: source, division: division)
        var asked = division
        asked.zones = request.query.all(Self.zone.name)
        asked.rules = try Self.rules(request)
        let content = ReportPage.Report(
            report, of: source, asked, groups: try await groups(of: source, request), request)
        var items = request.query.accepted(by: Self.parameters)
        if items.has(QueryParameter.month.name) {
            items = items.removing(QueryParameter.from.name, QueryParameter.to.name)
        }
        items = items.setting(Self.division.name, isTyped ? names : [ReportBucket.day.rawValue])
        var frame = request.page(
            .report, title: localized("Report of \(source.name)"), of: source)
        frame.failures = []
        // The command reads histories of its own machine only.
        let formats = request.formats(source.apiPath + "/report", items, command: nil)
        return try request.html(
            "report", ReportPage(page: frame, report: content, formats: formats))
    }

    /// Returns the properties by which the vehicles of a source can be grouped.
    private func groups(
        of source: PolledSource, _ request: UserRequest
    ) async throws -> [ReportRequest.Group] {
        try await request.environment.snapshots.read { reader in
            let hasZones = try reader.hasZone(of: source.vehicles)
            let hasRegions = try reader.info(of: source.vehicles)?.feed.hasRegions == true
            return [.type] + (hasZones ? [.zone, .rule] : []) + (hasRegions ? [.region] : [])
        }
    }

    private static func division(_ names: [String]) throws -> ReportRequest {
        do throws(ReportRequest.DivisionError) {
            return try ReportRequest(by: names)
        } catch {
            throw Problem(division.name, .verbatim(error.requirement))
        }
    }

    private static func rules(_ request: UserRequest) throws -> Set<ZoneRule.Restriction> {
        do throws(FilterInputError) {
            return try FilterInput.rules(request.query.all(rule.name).filter { !$0.isEmpty })
        } catch {
            throw Problem(error)
        }
    }

    /// Returns the report that the query asks for.
    /// - Throws: `Problem` (400) for a period or a zone that is none, and for too many values; (404)
    ///   for a source without a history.
    private func report(
        _ request: UserRequest, of source: PolledSource, division: ReportRequest
    ) async throws -> HistoryReport {
        let (environment, key) = (request.environment, source.vehicles)
        var asked = division
        asked.zones = try request.query.values(of: Self.zone).filter { !$0.isEmpty }
        asked.rules = try Self.rules(request)
        let now = environment.now()
        let range = try await range(request, of: source, now: now)
        try request.takePlace(isShared: true)
        do {
            return try await request.untilClientLeaves { [reports, asked] in
                try await reports.report(
                    ReportCache.Key(feed: key, range: range, request: asked), of: source, now: now
                ) {
                    let (zones, area) = try await Self.zones(of: source, asked, environment)
                    let report = try await environment.snapshots.history(of: key) {
                        try $0.report(
                            asked, of: source.source, in: range, zones: zones, area: area,
                            now: now, hasTotal: true, maxValues: Self.maxValues)
                    }
                    guard let report else { throw Problem.noHistory(of: source) }
                    return report
                }
            }
        } catch is ReportTooLarge {
            throw Problem(
                .badRequest,
                "The report has more than \(ShortText.grouped(Self.maxValues)) values.",
                hint: "Choose days instead of hours, or a shorter period.",
                parameter: Self.division.name)
        }
    }

    private func range(
        _ request: UserRequest, of source: PolledSource, now: Timestamp
    ) async throws -> Range<Timestamp> {
        let zone = try await request.zone(of: source)
        let step = Self.step.milliseconds
        let present = Timestamp(milliseconds: now.milliseconds / step * step)
        return try request.period(in: zone, now: present) {
            ReportRequest.usualStart(before: $0, in: zone)
        }
    }

    /// Returns the zones of a report that needs them, and the areas of the zones that it is limited to.
    private static func zones(
        of source: PolledSource, _ asked: ReportRequest, _ environment: ServerEnvironment
    ) async throws -> (ZoneMap, ZoneIndex?) {
        let key = source.vehicles
        let filter = ZoneFilter(names: asked.zones)
        let (all, named) = try await environment.snapshots.read { reader in
            if let unknown = try reader.unknownZone(among: filter.names, of: key) {
                throw Problem(unknown)
            }
            return (
                (asked.needsZones ? try reader.zones(.all, of: key) : nil) ?? ZoneMap(),
                asked.zones.isEmpty ? nil : try reader.zones(.named(filter.names), of: key)
            )
        }
        if asked.isMissing(all) {
            let parameter = asked.rules.isEmpty ? Self.division : Self.rule
            throw Problem(parameter.name, "needs zones, but the feed has none")
        }
        let areas = filter.resolved(in: named, at: nil).areas
        return (all, asked.zones.isEmpty ? nil : ZoneIndex(areas))
    }
}
