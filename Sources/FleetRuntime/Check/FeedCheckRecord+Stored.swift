import FleetClient
package import FleetCore
import FleetSQL

extension FeedCheckRecord {
    /// Returns the stored results of the check of a source over time.
    ///
    /// - Parameter period: The period; by default the last 30 days.
    /// - Throws: `CommandError` (64) for a source that is not stored, (66) without stored checks;
    ///   `MomentTextError`.
    package static func stored(
        of selected: ResolvedSource, in period: HistoryPeriod, _ context: CommandContext
    ) async throws -> (record: FeedCheckRecord, period: Range<Timestamp>) {
        if let team = selected.team {
            throw CommandError.usage(
                "\(team.label) is a source of a team's server, which has its checks",
                hint: "see \(team.url)/check")
        }
        let (store, key) = try context.open(selected).historyStore()
        let now = context.shownNow()
        let missing = CommandError(
            .noInput, "there are no stored checks of \(selected.label) in this period",
            hint:
                "`fleet serve` keeps them, and so does each command that reads a source with a history"
        )
        guard let known = try await store.changes.check(of: key, in: now..<now) else {
            throw missing
        }
        let range = try period.range(in: known.zone, now: now) { end in
            LocalDay(at: end, in: known.zone).advanced(by: -29).start(in: known.zone)
        }
        guard let record = try await store.changes.check(of: key, in: range), !record.days.isEmpty
        else { throw missing }
        return (record, range)
    }
}
