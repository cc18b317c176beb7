public import FleetCore
import FleetSQL
public import Foundation

/// A day of a limit, as it was decided.
public struct TeamLimitDay: Equatable, Sendable {
    /// A change of the outcome by an administrator.
    public struct Correction: Equatable, Sendable {
        /// The outcome before the first correction.
        public var earlier: LimitVerdict.Outcome
        /// Why it was corrected.
        public var reason: String
        /// The name of the administrator; `nil` if the account is removed, or for a command on the
        /// machine.
        public var by: String?
        /// The time.
        public var at: Timestamp
    }

    /// The ID of the version of the limit.
    public var limit: UUID
    /// The day.
    public var day: LocalDay
    /// The verdict.
    public var verdict: LimitVerdict
    /// Whether it is decided for good; otherwise the day goes on.
    public var isFinal: Bool
    /// The time of the verdict.
    public var decidedAt: Timestamp
    /// The last correction; `nil` without one.
    public var correction: Correction?
}

extension TeamTransaction {
    private static let columns = """
        limit_id, day, outcome, reason, worst, worst_at, coverage, is_final, decided_at,
        earlier_outcome, correction, corrected_at
        """

    /// Returns the known days on which a version of a limit holds.
    func limitDays(
        of limit: TeamLimit, in days: ClosedRange<LocalDay>
    ) throws -> [TeamLimitDay] {
        try limitDays(of: limit.id, since: days.lowerBound, until: days.upperBound)
            .filter { limit.holds(on: $0.day) }
    }

    /// Returns the days of a version of a limit that are known, the first one first.
    /// - Parameter last: The last day; `nil` for all later ones.
    func limitDays(
        of limit: UUID, since first: LocalDay, until last: LocalDay? = nil
    ) throws -> [TeamLimitDay] {
        try sql.rows(
            """
            SELECT \(Self.columns), coalesce(display_name, team_user.name)
            FROM limit_day LEFT JOIN team_user ON team_user.id = corrected_by
            WHERE limit_id = ?1 AND day >= ?2 AND day <= ?3 ORDER BY day
            """,
            [.uuid(limit), .text(first.text), .text(last?.text ?? "~")],
            TeamLimitDay.init)
    }

    /// Stores the verdict of a day, unless there is a final one; a violation that was certain once
    /// stays.
    func store(
        _ verdict: LimitVerdict, of limit: UUID, on day: LocalDay, isFinal: Bool, at now: Timestamp
    ) throws {
        let known = try limitDays(of: limit, since: day, until: day).first
        guard known?.isFinal != true,
            try sql.integer("SELECT count(*) FROM permit_limit WHERE id = ?1", [.uuid(limit)]) > 0
        else { return }
        let isLost = known?.verdict.outcome == .notMet && verdict.outcome != .notMet
        let stored = isLost ? known?.verdict ?? verdict : verdict
        try sql.execute(
            """
            INSERT INTO limit_day (limit_id, day, outcome, reason, worst, worst_at, coverage,
                is_final, decided_at)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
            ON CONFLICT (limit_id, day) DO UPDATE SET outcome = excluded.outcome,
                reason = excluded.reason, worst = excluded.worst, worst_at = excluded.worst_at,
                coverage = excluded.coverage, is_final = excluded.is_final,
                decided_at = excluded.decided_at
            """,
            [
                .uuid(limit), .text(day.text), .text(stored.outcome.rawValue),
                .optional(stored.reason?.rawValue), .optional(stored.worst.map(Int64.init)),
                .optional(stored.at?.milliseconds), .real(stored.coverage),
                .integer(isFinal ? 1 : 0), .time(now),
            ])
    }

    /// Marks the days since one that were not met and of which nobody was alerted, and returns them.
    func takeViolations(
        of limit: UUID, since day: LocalDay, at now: Timestamp
    ) throws -> [TeamLimitDay] {
        try sql.rows(
            """
            UPDATE limit_day SET alerted_at = ?3
            WHERE limit_id = ?1 AND day >= ?2 AND outcome = 'not_met' AND alerted_at IS NULL
                AND corrected_at IS NULL
            RETURNING \(Self.columns), CAST(NULL AS text)
            """, [.uuid(limit), .text(day.text), .time(now)], TeamLimitDay.init)
    }
}

extension TeamLimitDay {
    fileprivate init?(_ row: any SQLRow) {
        guard let limit = row.uuid(0), let day = row.text(1).flatMap({ LocalDay($0) }),
            let outcome = row.text(2).flatMap(LimitVerdict.Outcome.init),
            let coverage = row.real(6), let isFinal = row.integer(7), let decidedAt = row.time(8)
        else { return nil }
        (self.limit, self.day, self.decidedAt) = (limit, day, decidedAt)
        self.isFinal = isFinal != 0
        verdict = LimitVerdict(
            outcome, reason: row.text(3).flatMap(LimitVerdict.Reason.init),
            worst: row.integer(4).flatMap { Int(exactly: $0) }, at: row.time(5),
            coverage: coverage)
        if let earlier = row.text(9).flatMap(LimitVerdict.Outcome.init), let reason = row.text(10),
            let at = row.time(11)
        {
            correction = Correction(earlier: earlier, reason: reason, by: row.text(12), at: at)
        }
    }
}
