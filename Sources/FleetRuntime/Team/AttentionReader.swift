import FleetClient
package import FleetCore
import FleetSQL
import FleetSQLite
import FleetSettings
package import FleetTeam

/// Selection of a command for the report of attention.
package struct AttentionRequest: Sendable {
    /// Only this group; `nil` means all.
    package var group: AttentionGroup?
    /// The length of the reported past, as it was typed.
    package var since: String?
    /// The maximum number of entries of each group.
    package var limit = 5

    package init() {}

    /// Returns the seconds from a typed time, such as `8h` or `yesterday 18:00`, until now.
    /// - Throws: `CommandError` (64).
    package static func past(_ text: String, now: Timestamp) throws(CommandError) -> Double {
        let hint = "write 8h, or a time before now such as 'yesterday 18:00'"
        do throws(QuantityError) {
            let start = try PeriodText.since(text, in: LocalTime.zone, now: now)
            let seconds = Double(now.milliseconds - start.milliseconds) / 1000
            if seconds <= AttentionScope.maxPast { return seconds }
        } catch {
            throw CommandError.usage("--since \(error.requirement)", hint: hint)
        }
        throw CommandError.usage(
            "--since must be at most 7d, for which events are kept", hint: hint)
    }
}

/// Reader of what needs attention, as in `AttentionReader(in: context).report(on: arguments, …)`.
package struct AttentionReader {
    private let context: CommandContext

    package init(in context: CommandContext) { self.context = context }

    /// Returns what needs attention: in the named sources, in all sources of this home, or in all
    /// sources of the team's server whose source is the default.
    package func report(
        on arguments: [SourceArgument], _ request: AttentionRequest, _ mode: FetchMode
    ) async throws -> AttentionReport {
        let preferences = try context.preferences()
        guard case .standard? = arguments.first else {
            let selected = try await context.select(arguments, in: preferences)
            for team in selected.compactMap(\.team) { try mode.checkAttention(ofTeam: team.name) }
            let own = selected.filter { $0.team == nil }
            var report = try await report(on: own, request, mode, hasTasks: false)
            for team in selected.compactMap(\.team) {
                report.add(
                    try await TeamServer(of: team.login, in: context).attention(
                        source: team.name, group: request.group, since: request.since,
                        limit: request.limit))
            }
            return report
        }
        if !context.usesDatabase, let login = try await TeamAccount(in: context).login(),
            login.defaultSource != nil
        {
            try mode.checkAttention(ofTeam: nil)
            return try await TeamServer(of: login, in: context).attention(
                source: nil, group: request.group, since: request.since, limit: request.limit)
        }
        let known = try preferences.get()
        var sources: [ResolvedSource] = []
        for name in known.servedNames {
            sources.append(try await context.select(name, in: preferences))
        }
        if sources.isEmpty { sources = [try await context.select(nil as String?, in: preferences)] }
        return try await report(on: sources, request, mode, hasTasks: true)
    }

    private func report(
        on sources: [ResolvedSource], _ request: AttentionRequest, _ mode: FetchMode,
        hasTasks: Bool
    ) async throws -> AttentionReport {
        let now = context.shownNow()
        var scope = AttentionScope()
        (scope.group, scope.limit, scope.hasTasks) = (request.group, request.limit, hasTasks)
        let past = try request.since.map { try AttentionRequest.past($0, now: now) }
        scope.since = past.map { now - Duration(clampingSeconds: $0) }
        let own = try HomeAttention(in: context)
        var report = AttentionReport(at: now, since: scope.since)
        if scope.includesSources {
            let handled = try own.handled()
            for selected in sources {
                let session: SourceSession
                do {
                    session = try context.open(selected)
                } catch let error as FeedFailure where sources.count > 1 && !mode.strict {
                    // It hides none of the other sources.
                    report.add(.failed(selected.label, error.cause))
                    continue
                }
                let failure = try await update(session, mode)
                let resolver = try session.stableIDs
                var attention = SourceAttention(
                    of: selected.label, resolver, selected.source,
                    handled: handled[resolver.key.uuid] ?? HandledEntries(), at: now)
                attention.failure = failure
                let store = try session.readableStore()
                try await report.add(
                    attention, in: scope, changes: { store.changes },
                    read: { try store.snapshots.read($0) })
            }
        }
        if scope.includes(.task) { report.add(try own.dueTasks(in: scope)) }
        if let since = scope.since {
            let names = sources.compactMap { source in
                source.vehiclesKey.map { ($0.uuid, source.label) }
            }
            report.add(
                try own.actions(since: since), names: Dictionary(names) { first, _ in first },
                hasAllSources: hasTasks, in: scope)
        }
        return report
    }

    /// Reads the feeds of a source if that is due; returns the failure of the vehicles.
    private func update(
        _ session: SourceSession, _ mode: FetchMode
    ) async throws -> SourceAttention.Failure? {
        var failure: SourceAttention.Failure?
        do {
            _ = try await session.fetchIfDue(mode)
        } catch {
            // A source that has only stations has not failed.
            if mode.strict, await !session.lacksVehicles(error, strict: true) { throw error }
            switch error {
            case let error as FeedFailure: failure = .init(error.cause)
            case let error as CommandError where error.status != .usage:
                failure = .init(error.cause)
            default: throw error
            }
        }
        if session.selected.source.attention.alarms {
            // Most sources have no sites.
            _ = try? await context.open(session.selected, reading: .sites).fetchIfDue(mode)
        }
        let record = try await session.readableStore().snapshots.record(of: session.key)
        if failure?.cause != nil, record.info == nil,
            record.backOff?.failure.mayHaveSites == true,
            record.backOff?.failure.leavesStations != true
        {
            return nil
        }
        return failure ?? record.backOff.map { .init($0.failure.cause, at: $0.failedAt) }
    }
}

extension HomeAttention {
    /// The snoozes and tasks of this home.
    package init(in context: CommandContext) throws {
        self.init(in: HomeTeamFile(of: try context.home()), now: { context.shownNow() })
    }
}

extension FetchMode {
    /// Refuses the options that have no effect on the answer of a team's server.
    /// - Parameter name: The name of its source; `nil` for all of them.
    /// - Throws: `CommandError` (64).
    fileprivate func checkAttention(ofTeam name: String?) throws(CommandError) {
        guard offline || strict else { return }
        throw .usage(
            "\(offline ? "--offline" : "--strict") cannot be used with "
                + (name.map { "team:\($0)" } ?? "a team's server"),
            hint: "the server says what needs attention; leave out the option")
    }
}
