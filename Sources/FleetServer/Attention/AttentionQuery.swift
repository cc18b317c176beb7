import FleetCore
import FleetSQL
import FleetService
import FleetTeam
import Foundation

/// What a request asks for: the whole list of what needs attention, or a part.
struct AttentionQuery: Sendable {
    /// Only these sources; `nil` means all.
    var sources: [PolledSource]?
    /// Whether tasks count, whatever they are about.
    var hasTasks = true
    /// Only this group; `nil` means all.
    var group: AttentionGroup?
    /// The time since which the past is told.
    var since: Timestamp?
    /// The maximum number of entries of each group.
    var limit = 5

    /// The longest past in seconds: events are kept for a week.
    static let maxPast = 7.0 * 86_400

    static let sinceParameter = QueryParameter("since", .text)
    static let groupParameter = QueryParameter(
        "group", .choice(AttentionGroup.allCases.map(\.rawValue)))
    static let limitParameter = QueryParameter("limit", .number(1...1000))

    static let parameters: [QueryParameter] = [
        .source, groupParameter, sinceParameter, limitParameter,
    ]

    init() {}

    /// - Throws: `Problem` (400, 404).
    init(_ request: UserRequest) throws {
        hasTasks = !request.query.has("source")
        // The choice of a person changes no answer to programs.
        if !hasTasks || !request.path.hasPrefix("/api/") {
            let selected = try request.selectedSources()
            sources = selected.count == request.environment.sources.all.count ? nil : selected
        }
        group = try request.query.value(of: Self.groupParameter).flatMap(AttentionGroup.init)
        since = try Self.since(request)
        if let text = try request.query.value(of: Self.limitParameter) { limit = Int(text) ?? 5 }
    }

    /// Returns the time of the parameter `since`, a duration before now; `nil` without it.
    /// - Throws: `Problem` (400).
    static func since(_ request: UserRequest) throws(Problem) -> Timestamp? {
        guard let text = request.query[sinceParameter.name] else { return nil }
        let seconds: Double
        do throws(QuantityError) {
            seconds = try QuantityText.seconds(text)
        } catch {
            throw Problem(sinceParameter.name, error.requirement)
        }
        guard seconds <= maxPast else { throw Problem(sinceParameter.name, "must be at most 7d") }
        return request.environment.now() - Duration(clampingSeconds: seconds)
    }
}

extension UserRequest {
    /// Returns what needs attention.
    func attention(_ query: AttentionQuery) async throws -> AttentionReport {
        let now = environment.now()
        let handled = try await access.attention.handled()
        var report = AttentionReport(at: now, since: query.since)
        let sources = query.sources ?? environment.sources.all
        var solved: [AttentionReport.Action] = []
        for source in sources where query.group != .task {
            var attention = SourceAttention(
                of: source.name, source.resolver, source.source.attention,
                handled: handled[source.uuid] ?? HandledEntries(), at: now)
            attention.limit = query.limit
            if let failure = environment.sources.states(of: source).shown?.failure {
                attention.failure = .init(failure.cause)
            }
            if let since = query.since {
                let changes = try await environment.snapshots.withStore { $0.changes }
                let past = try await attention.readPast(since: since, of: changes)
                solved += past.solved
                report.records.append(past.record)
            }
            let groups = try await environment.snapshots.read { [attention] in
                try attention.groups(in: $0)
            }
            for group in groups where query.group == nil || query.group == group.group {
                report.add(group)
            }
        }
        if query.hasTasks, query.group == nil || query.group == .task {
            report.add(try await dueTasks(query, at: now))
        }
        if let since = query.since {
            report.actions = try await actions(since: since, query, solved)
        }
        return report
    }

    private func dueTasks(
        _ query: AttentionQuery, at now: Timestamp
    ) async throws -> AttentionReport.Group {
        let due = try await access.attention.dueTasks(
            at: now, limit: query.since == nil ? query.limit : 500)
        var group = AttentionReport.Group(
            tasks: due.tasks, count: due.count, since: query.since)
        group.entries = Array(group.entries.prefix(query.limit))
        return group
    }

    private func actions(
        since: Timestamp, _ query: AttentionQuery, _ solved: [AttentionReport.Action]
    ) async throws -> [AttentionReport.Action] {
        let names = Dictionary(environment.sources.all.map { ($0.uuid, $0.name) }) { $1 }
        let people = try await access.attention.actions(since: since).compactMap { found in
            let isListed = query.sources?.contains { $0.uuid == found.source } ?? true
            guard isListed || query.hasTasks && found.source == nil else {
                return AttentionReport.Action?.none
            }
            var action = found.action
            action.source = found.source.flatMap { names[$0] }
            return action
        }
        return (solved + people).filter { query.group == nil || ($0.group ?? .task) == query.group }
            .sorted { $0.at.value > $1.at.value }
    }

    /// Returns the IDs in the feed of the vehicles of a group that somebody takes care of.
    func handledVehicles(
        of source: PolledSource, in group: AttentionGroup
    ) async throws -> VehicleIDs? {
        let handled = try await access.attention.handled()[source.uuid] ?? HandledEntries()
        let attention = SourceAttention(
            of: source.name, source.resolver, source.source.attention, handled: handled,
            at: environment.now())
        let ids = try await environment.snapshots.read {
            try attention.handledIDs(group, in: $0)
        }
        return VehicleIDs(ids)
    }
}
