import FleetClient
package import FleetCore
import FleetSQL
import FleetSQLite
import FleetSettings
package import FleetTeam
import Foundation

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
            let time = try PeriodText.since(text, in: LocalTime.zone, now: now)
            if let start = AttentionScope.start(time, now: now) {
                return Double(now.milliseconds - start.milliseconds) / 1000
            }
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
            return try await report(on: selected, request, mode, hasTasks: false)
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

    /// The answer of a source.
    private enum Answer: Sendable {
        case own(SourceAttention.Failure?)
        case team(AttentionReport)
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
        let read = sources.filter { $0.team != nil || scope.includesSources }
        let handled = scope.includesSources ? try own.handled() : [:]
        for (source, answer) in zip(read, try await answers(of: read, request, mode)) {
            switch answer {
            case .success(.team(let other)): report.add(other)
            case .success(.own(let failure)):
                try await add(source, failure, handled, to: &report, in: scope)
            case .failure(let error as FeedFailure) where read.count > 1 && !mode.strict:
                // It hides none of the other sources.
                report.add(.failed(source.label, error.cause))
            case .failure(let error): throw error
            case nil:
                let limit = Int(ConcurrentReads.limit.seconds)
                let cause = "unfinished: no answer within \(limit) s"
                guard !mode.strict else {
                    throw CommandError(
                        .unavailable, "\(source.label): \(cause)",
                        hint: "leave out --strict to list what the others have")
                }
                context.output.warn("\(source.label): \(cause)")
                if source.team != nil {
                    report.add(.failed(source.label, cause))
                } else {
                    // Its entries are those of the last time.
                    try await add(source, .init(cause), handled, to: &report, in: scope)
                }
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

    /// Reads sources where that is due; `nil` for those of several that do not answer in time.
    private func answers(
        of sources: [ResolvedSource], _ request: AttentionRequest, _ mode: FetchMode
    ) async throws -> [Result<Answer, any Error>?] {
        if sources.count == 1 {
            return [.success(try await Self.answer(of: sources[0], request, mode, in: context))]
        }
        return await context.readEach(sources.count) { index, context in
            try await Self.answer(of: sources[index], request, mode, in: context)
        }
    }

    private static func answer(
        of source: ResolvedSource, _ request: AttentionRequest, _ mode: FetchMode,
        in context: CommandContext
    ) async throws -> Answer {
        guard let team = source.team else {
            return .own(try await update(try context.open(source), mode, in: context))
        }
        return .team(
            try await TeamServer(of: team.login, in: context).attention(
                source: team.name, group: request.group, since: request.since,
                limit: request.limit))
    }

    /// Adds the entries of a source of this home, as its store has them.
    private func add(
        _ source: ResolvedSource, _ failure: SourceAttention.Failure?,
        _ handled: [UUID: HandledEntries], to report: inout AttentionReport,
        in scope: AttentionScope
    ) async throws {
        let session = try context.open(source)
        let resolver = try session.stableIDs
        var attention = SourceAttention(
            of: source.label, resolver, source.source,
            handled: handled[resolver.key.uuid] ?? HandledEntries(), at: report.at.value)
        attention.failure = failure
        let store = try session.readableStore()
        try await report.add(
            attention, in: scope, changes: { store.changes },
            read: { try store.snapshots.read($0) })
    }

    /// Reads the feeds of a source if that is due; returns the failure of the vehicles.
    private static func update(
        _ session: SourceSession, _ mode: FetchMode, in context: CommandContext
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
        return failure ?? record.backOff.map { .init($0.failure.cause, at: record.info?.fetchedAt) }
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
