import FleetCore
import FleetSQL
import FleetService
import FleetTeam
import Foundation

/// Selection of a request for the report of attention.
struct AttentionQuery: Sendable {
    /// Only these sources; `nil` means all.
    var sources: [PolledSource]?
    var scope = AttentionScope()

    static let sinceParameter = QueryParameter(
        "since", .text, "A time before now, such as 8h or yesterday 18:00; at most 7d.")
    static let groupParameter = QueryParameter(
        "group", .choice(AttentionGroup.allCases.map(\.rawValue)), "Only this group.")
    static let limitParameter = QueryParameter(
        "limit", .number(1...1000), "Entries of each group; 5 without.")

    static let parameters: [QueryParameter] = [
        .source, groupParameter, sinceParameter, limitParameter,
    ]

    /// Creates the selection of a page: the sources that it names or that the person follows, and
    /// all tasks.
    /// - Throws: `Problem` (400, 404).
    init(ofPage request: UserRequest) throws {
        sources = try request.selection(of: request.pageSources())
        scope.since = try Self.since(request)
        (scope.limit, scope.hasAges) = (AttentionPage.maxEntries, true)
    }

    /// Creates the selection of the API: the sources that it names, without tasks, or everything.
    /// - Throws: `Problem` (400, 404).
    init(_ request: UserRequest) throws {
        scope.hasTasks = !request.query.has("source")
        sources = scope.hasTasks ? nil : try request.selection(of: request.pageSources())
        scope.since = try Self.since(request)
        scope.group = try request.query.value(of: Self.groupParameter)
            .flatMap(AttentionGroup.init)
        if let text = try request.query.value(of: Self.limitParameter), let limit = Int(text) {
            scope.limit = limit
        }
    }

    /// Returns the time of the parameter `since`, which is before now; `nil` without it.
    /// - Throws: `Problem` (400).
    static func since(_ request: UserRequest) throws(Problem) -> Timestamp? {
        guard let text = request.query[sinceParameter.name] else { return nil }
        let (now, zone) = (request.environment.now(), request.environment.options.timeZone)
        let since: Timestamp
        do throws(QuantityError) {
            since = try PeriodText.since(
                text, in: SystemTimeZone(named: zone.identifier) ?? .utc, now: now)
        } catch {
            throw Problem(sinceParameter.name, .verbatim(error.requirement))
        }
        guard let start = AttentionScope.start(since, now: now) else {
            throw Problem(sinceParameter.name, "must be at most 7d")
        }
        return start
    }
}

extension UserRequest {
    /// Returns the report of the entries that need attention.
    func attention(_ query: AttentionQuery) async throws -> AttentionReport {
        let (now, scope) = (environment.now(), query.scope)
        let sources = query.sources ?? self.sources
        var report = AttentionReport(at: now, since: scope.since)
        if scope.includes(.report) { try await addReports(of: sources, to: &report, in: scope) }
        if scope.includesSources {
            let handled = try await access.attention.handled()
            for source in sources {
                try await report.add(
                    attention(of: source, handled[source.uuid], at: now), in: scope,
                    changes: { try await environment.snapshots.changes() },
                    read: { try await environment.snapshots.readLong($0) })
            }
        }
        if scope.includes(.task) {
            report.add(try await access.attention.dueTasks(at: now, in: scope))
        }
        if let since = scope.since {
            let names = Dictionary(sources.map { ($0.uuid, $0.name) }) { $1 }
            report.add(
                try await access.attention.actions(since: since), names: names,
                hasAllSources: query.sources == nil, in: scope)
        }
        return report
    }

    /// Adds the reports of finders: of sources that have any, or whose pages have the form.
    private func addReports(
        of sources: [PolledSource], to report: inout AttentionReport, in scope: AttentionScope
    ) async throws {
        let reports = try await access.attention.reports(of: sources.map(\.uuid), in: scope)
        for source in sources where reports[source.uuid] != nil || source.source.acceptsReports {
            var group = reports[source.uuid] ?? .reports
            group.source = source.name
            report.add(group)
        }
    }

    private func attention(
        of source: PolledSource, _ handled: HandledEntries?, at now: Timestamp
    ) -> SourceAttention {
        var attention = SourceAttention(
            of: source.name, source.resolver, source.source,
            handled: handled ?? HandledEntries(), at: now)
        let states = environment.sources.states(of: source)
        attention.failure = states.shownFailure
            .map { .init($0.cause, at: states.shown?.info?.fetchedAt) }
        return attention
    }

    /// Returns the feed's IDs of the handled vehicles of a group.
    func handledVehicles(
        of source: PolledSource, in group: AttentionGroup
    ) async throws -> VehicleIDs? {
        let handled = try await access.attention.handled()[source.uuid]
        let attention = attention(of: source, handled, at: environment.now())
        let ids = try await environment.snapshots.read {
            try attention.handledIDs(group, in: $0)
        }
        return VehicleIDs(ids)
    }
}
