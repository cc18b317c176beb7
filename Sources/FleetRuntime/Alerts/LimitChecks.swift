import FleetCore
import FleetSQL
import FleetTeam
import Foundation

/// Checker that decides the days of limits when they are due, and finds those that are not met.
struct LimitChecks: Sendable {
    /// A violation of a limit, with the sources of the limit.
    struct Found: Sendable {
        let violation: LimitViolation
        let sources: Set<UUID>
        /// Names of the sources.
        let label: String
    }

    /// Time between two counts of vehicles that are counted after each snapshot.
    private static let interval = Duration.seconds(300)
    /// Time between two counts of vehicles that are counted every four hours.
    private static let sampledInterval = Duration.seconds(3600)

    private let team: Team
    private var checked: [UUID: (limit: TeamLimit, at: Timestamp)] = [:]

    /// Creates a checker that checks every limit first.
    init(_ team: Team) { self.team = team }

    /// Checks the limits that are due and fulfil a condition; each violation is returned once,
    /// whichever process finds it.
    mutating func run(
        _ history: LimitHistory, where isChecked: (TeamLimit) -> Bool
    ) async throws -> [Found] {
        let limits = try await team.limits()
        checked = checked.filter { id, _ in limits.contains { $0.id == id } }
        var found: [Found] = []
        for limit in limits where isDue(limit, at: history.now) && isChecked(limit) {
            try Task.checkCancellation()
            let (today, zone) = try await team.decide(limit, from: history)
            checked[limit.id] = (limit, history.now)
            let days = try await team.takeViolations(
                of: limit, today: today, in: zone, at: history.now)
            let content = limit.content
            let label = content.orderedSources.compactMap(history.name).joined(separator: ", ")
            found += days.map { day in
                Found(
                    violation: LimitViolation(
                        limit: content.name, content.rule, on: day.day,
                        worst: day.verdict.worst ?? 0, at: day.verdict.at),
                    sources: content.sources, label: label)
            }
        }
        return found
    }

    private func isDue(_ limit: TeamLimit, at now: Timestamp) -> Bool {
        guard let last = checked[limit.id], last.limit == limit, last.at <= now else { return true }
        let interval =
            limit.content.rule.indicator.isSampled ? Self.sampledInterval : Self.interval
        return now - last.at >= interval
    }
}
