import FleetClient
package import FleetCore
import FleetSQL
import FleetSQLite
import FleetSettings
package import FleetTeam
import Foundation

/// A limit as a person typed it.
package struct LimitRequest: Sendable {
    package var name: String
    package var rule: LimitRule
    /// The sources whose vehicles are added; none for the default source.
    package var sources: [String] = []
    package var type: String?
    /// The name of a zone of the sources, or the path of a GeoJSON file; `nil` for everywhere.
    package var zone: String?
    /// The first day; `nil` for today.
    package var from: LocalDay?
    /// The last day, included; `nil` for no end.
    package var until: LocalDay?

    package init(name: String, _ rule: LimitRule) { (self.name, self.rule) = (name, rule) }
}

/// The limits of this home or of a database, as commands use them.
package struct LocalLimits: Sendable {
    /// Days of a limit that are listed without a period.
    private static let usualDays = 30

    private let context: CommandContext
    private let team: Team
    private let sources: [LimitHistory.LimitedSource]
    private let store: any FleetStore

    /// Opens the limits.
    package init(in context: CommandContext) throws {
        self.context = context
        team = try context.openTeam(passwords: PasswordHasher(threads: 1, queue: 0))
        sources = try context.sourceCatalog().load().limitedSources
        store = try context.openStore()
    }

    private var history: LimitHistory {
        LimitHistory(of: sources, in: store.changes, now: context.shownNow())
    }

    /// Opens the limits; returns `nil` if there are none, because there is no file with them.
    package static func existing(in context: CommandContext) throws -> LocalLimits? {
        guard try context.usesDatabase || HomeTeamFile(of: context.home()).exists else {
            return nil
        }
        return try LocalLimits(in: context)
    }

    /// Returns the versions of all limits, by name and first day.
    package func all() async throws -> [TeamLimit] { try await team.limits() }

    /// Returns the list of versions of limits.
    package func list(_ limits: [TeamLimit]) -> RecordList {
        TeamLimit.list(limits, sourceName: history.name)
    }

    /// Returns the versions of the limit with a name, the first one first.
    /// - Throws: `CommandError` (66) without one.
    package func versions(of name: String) async throws -> [TeamLimit] {
        let versions = try await team.limits().filter { $0.isNamed(name) }
        guard !versions.isEmpty else { throw CommandError.noLimit(name) }
        return versions
    }

    /// Adds a limit; returns it.
    /// - Throws: `CommandError` (64) for a source that has no history, (66) without a zone;
    ///   `FeedFailure` for a file of a zone that cannot be read.
    package func add(_ request: LimitRequest) async throws -> TeamLimit {
        let arguments =
            request.sources.isEmpty ? [.standard] : request.sources.map(SourceArgument.named)
        let sources = try await context.select(arguments, in: context.preferences())
        for source in sources where source.name == nil {
            throw CommandError.usage(
                "\(source.label) has no limits here",
                hint: source.team.map { "its limits are on \($0.url)/limits" }
                    ?? "add it with `fleet source add NAME LOCATION --history 30d`")
        }
        let uuids = Set(sources.compactMap { $0.vehiclesKey?.uuid })
        let scope = try await scope(of: request, in: sources)
        if let unknown = try store.snapshots.read({
            try $0.unknownType(request.type, in: sources.compactMap(\.vehiclesKey))
        }) {
            throw CommandError(unknown, in: sources.map(\.label))
        }
        let today = LocalDay(at: history.now, in: .utc)
        var limit = FleetLimit(
            name: request.name, request.rule, of: uuids, scope: scope,
            from: request.from ?? today)
        (limit.type, limit.lastDay) = (request.type, request.until)
        if request.from == nil {
            let zone = try await history.zone(of: limit)
            zone.notice.map(context.output.warn)
            limit.firstDay = LocalDay(at: history.now, in: zone)
        }
        for source in sources where source.source.history == nil {
            context.output.warn(
                "the history of \(source.label) is off, so its days are unknown; "
                    + "`fleet source edit \(source.label) --history 30d` keeps one")
        }
        return try await team.onMachine().addLimit(limit, at: history.now)
    }

    private func scope(
        of request: LimitRequest, in sources: [ResolvedSource]
    ) async throws -> AreaScope {
        if let zone = request.zone {
            let scope = try await AreaScope.named(zone)
            if case .area = scope { return scope }
        }
        guard request.zone != nil || request.rule.indicator == .vehiclesInNoParking else {
            return .everywhere
        }
        for source in sources {
            try AreaScope.requireZone(
                request.zone, of: source, in: context,
                orElse: "name an area: --zone FILE.geojson")
        }
        return request.zone.map(AreaScope.zone) ?? .everywhere
    }

    /// Returns the alerts about days on which limits of a source are not met, each day once.
    func violations(of source: UUID) async throws -> [Alert] {
        var checks = LimitChecks(team)
        let history = history
        return try await checks.run(history) { $0.content.sources.contains(source) }
            .map { Alert(.limit($0.violation), of: $0.label, at: history.now) }
    }

    /// Decides what is over of versions of limits.
    package func decide(_ versions: [TeamLimit]) async throws {
        for version in versions { try await team.decide(version, from: history) }
    }

    /// Ends the last version of a limit; returns it.
    /// - Throws: `TeamError`.
    package func end(_ versions: [TeamLimit], on day: LocalDay) async throws -> TeamLimit {
        try await decide(versions)
        let last = versions[versions.count - 1]
        return try await team.onMachine().endLimit(last.id, on: day, at: history.now)
    }

    /// Removes versions of a limit.
    package func remove(_ versions: [TeamLimit]) async throws {
        for version in versions.reversed() {
            try await team.onMachine().removeLimit(version.id)
        }
    }

    /// Decides what is over of versions of a limit, and returns their days in a period.
    /// - Throws: `CommandError` (64) for a period that is none.
    package func days(
        of versions: [TeamLimit], in period: HistoryPeriod
    ) async throws -> (days: [(limit: TeamLimit, day: TeamLimitDay)], zone: SystemTimeZone) {
        try await decide(versions)
        let zone = try await zone(of: versions)
        let range = try period.range(in: zone, now: history.now) { end in
            LocalDay(at: end, in: zone).advanced(by: -Self.usualDays).start(in: zone)
        }
        let first = LocalDay(at: range.lowerBound, in: zone)
        let last = LocalDay(at: range.upperBound - .milliseconds(1), in: zone)
        var days: [(limit: TeamLimit, day: TeamLimitDay)] = []
        for version in versions {
            days += try await team.limitDays(of: version, in: first...max(first, last))
                .map { (version, $0) }
        }
        return (days, zone)
    }

    /// Decides what is over, and returns a day of a limit.
    /// - Throws: `CommandError` (66) for a day on which no version holds.
    package func day(
        _ day: LocalDay, of versions: [TeamLimit]
    ) async throws -> (limit: TeamLimit, day: TeamLimitDay) {
        for version in versions where version.holds(on: day) {
            try await team.decide(version, from: history)
            if let found = try await team.limitDays(of: version, in: day...day).first {
                return (version, found)
            }
        }
        let name = versions.first?.content.name ?? ""
        throw CommandError(
            .noInput, "\(name) does not hold on \(day.text), or the day has not begun",
            hint: "`fleet limit list` has the first and last days")
    }

    /// Returns the vehicles that counted at the worst time of a day as a list.
    package func vehicles(of limit: TeamLimit, on day: TeamLimitDay) async throws -> RecordList {
        let zone = try await zone(of: [limit])
        guard let time = day.verdict.at else { return day.list([], of: limit, in: zone) }
        let vehicles = try await history.vehicles(
            of: limit.content, on: day.day, at: time, in: zone)
        return day.list(vehicles, of: limit, in: zone)
    }

    /// Corrects a day of a limit.
    /// - Throws: `CommandError` (66) for a day on which no version holds; `TeamError`.
    package func correct(
        _ day: LocalDay, of versions: [TeamLimit], to outcome: LimitVerdict.Outcome, reason: String
    ) async throws -> TeamLimitDay {
        let (limit, _) = try await self.day(day, of: versions)
        return try await team.onMachine().correctLimit(
            limit.id, on: day, to: outcome, reason: reason, at: history.now)
    }

    private func zone(of versions: [TeamLimit]) async throws -> SystemTimeZone {
        guard let last = versions.last else { return .utc }
        let zone = try await history.zone(of: last.content)
        zone.notice.map(context.output.warn)
        return zone
    }
}

extension Preferences {
    /// The sources that limits may be about.
    fileprivate var limitedSources: [LimitHistory.LimitedSource] {
        sources.map { name, source in
            LimitHistory.LimitedSource(
                name: name, source,
                key: SourceKey(
                    source.uuid ?? UUID(sourceName: name), definition: source.definition))
        }
    }
}

extension CommandError {
    /// Returns the error about a name that is that of no limit.
    package static func noLimit(_ name: String) -> CommandError {
        CommandError(
            .noInput, "there is no limit named \(shownID(name))",
            hint: "run `fleet limit list` to see the limits")
    }
}
