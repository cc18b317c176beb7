public import FleetCore
import FleetSQL
public import Foundation

/// The limits, which administrators change.
extension Administration {
    /// Adds a limit, or a version of it that ends the one before; a repeated request gets the same
    /// one.
    /// - Parameter now: The display time.
    /// - Throws: ``TeamError/nameTaken`` for another version of the same first day,
    ///   ``TeamError/dayIsDecided(_:)``, ``TeamError/tooMany(_:limit:)``,
    ///   ``TeamError/invalid(_:_:)``.
    public func addLimit(_ content: FleetLimit, at now: Timestamp) async throws -> TeamLimit {
        let content = try content.checked(at: now)
        let step = RepeatableRequest.nextStep()
        return try await write { [actor] transaction in
            let item = try transaction.item(of: step, for: actor.userID, team.random)
            let id = item.id
            guard item.isNew else { return try transaction.limit(id) }
            let limits = try transaction.limits()
            guard limits.count < TeamLimit.limit else {
                throw TeamError.tooMany(.limits, limit: TeamLimit.limit)
            }
            let versions = limits.filter { $0.isNamed(content.name) }
            guard !versions.contains(where: { $0.content.firstDay == content.firstDay }) else {
                throw TeamError.nameTaken
            }
            for version in versions where version.holds(on: content.firstDay) {
                let later = try transaction.limitDays(
                    of: version.id, since: content.firstDay)
                if let last = later.last(where: \.isFinal) {
                    throw TeamError.dayIsDecided(last.day)
                }
            }
            try transaction.sql.execute(
                """
                INSERT INTO permit_limit (id, name, name_key, created_by, created_at,
                    \(FleetLimit.columnList))
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)
                """,
                [
                    .uuid(id), .text(content.name), .text(PersonText.key(of: content.name)),
                    .optional(actor.userID?.text), .time(now),
                ] + content.values)
            let limit = try transaction.limit(id)
            try transaction.audit(.limitAdded, limit.subject, by: actor)
            return limit
        }
    }

    /// Sets the last day of a version of a limit; returns it.
    /// - Throws: ``TeamError/notFound``, ``TeamError/dayIsDecided(_:)``,
    ///   ``TeamError/invalid(_:_:)``.
    public func endLimit(
        _ id: UUID, on day: LocalDay, at now: Timestamp
    ) async throws -> TeamLimit {
        try await write { [actor] transaction in
            let first = try transaction.limit(id).content.firstDay
            let today = LocalDay(at: now, in: .utc)
            guard day >= first, day <= today.advanced(by: FleetLimit.maxFutureDays) else {
                throw TeamError.invalid(.lastDay, .malformed)
            }
            let later = try transaction.limitDays(of: id, since: day.advanced(by: 1))
            if let last = later.last(where: \.isFinal) { throw TeamError.dayIsDecided(last.day) }
            try transaction.sql.execute(
                "UPDATE permit_limit SET last_day = ?2 WHERE id = ?1",
                [.uuid(id), .text(day.text)])
            let limit = try transaction.limit(id)
            try transaction.audit(
                .limitEnded, limit.subject + ", until \(day.text)", by: actor)
            return limit
        }
    }

    /// Removes a version of a limit with its days.
    ///
    /// The version before it ends where it did if days of this one are decided, and otherwise goes
    /// on.
    /// - Throws: ``TeamError/notFound``.
    public func removeLimit(_ id: UUID) async throws {
        try await write { [actor] transaction in
            let limit = try transaction.limit(id)
            let isDecided = try transaction.limitDays(of: id, since: limit.content.firstDay)
                .contains(where: \.isFinal)
            let before = try transaction.limits().first {
                $0.isNamed(limit.content.name) && $0.nextStart == limit.content.firstDay
            }
            if isDecided, let before, let end = before.lastDay {
                try transaction.sql.execute(
                    "UPDATE permit_limit SET last_day = ?2 WHERE id = ?1",
                    [.uuid(before.id), .text(end.text)])
            }
            try transaction.sql.execute("DELETE FROM permit_limit WHERE id = ?1", [.uuid(id)])
            try transaction.audit(.limitRemoved, limit.subject, by: actor)
        }
    }

    /// Changes the outcome of a decided day; returns the day as it is then.
    /// - Parameters:
    ///   - outcome: The new outcome.
    ///   - reason: Why, in one line.
    ///   - now: The display time.
    /// - Throws: ``TeamError/notFound``, ``TeamError/dayIsOpen(_:)``, ``TeamError/invalid(_:_:)``.
    public func correctLimit(
        _ id: UUID, on day: LocalDay, to outcome: LimitVerdict.Outcome, reason: String,
        at now: Timestamp
    ) async throws -> TeamLimitDay {
        guard let reason = try PersonText.line(reason, .reason, maxLength: 500) else {
            throw TeamError.invalid(.reason, .tooShort(1))
        }
        return try await write { [actor] transaction in
            let limit = try transaction.limit(id)
            guard let old = try transaction.limitDays(of: id, since: day, until: day).first,
                old.isFinal,
                limit.holds(on: day)
            else { throw TeamError.dayIsOpen(day) }
            try transaction.sql.execute(
                """
                UPDATE limit_day SET earlier_outcome = coalesce(earlier_outcome, outcome),
                    outcome = ?3, reason = NULL, correction = ?4, corrected_by = ?5,
                    corrected_at = ?6
                WHERE limit_id = ?1 AND day = ?2
                """,
                [
                    .uuid(id), .text(day.text), .text(outcome.rawValue), .text(reason),
                    .optional(actor.userID?.text), .time(now),
                ])
            try transaction.audit(
                .limitCorrected,
                "\(limit.content.name), \(day.text): \(outcome.rawValue), was "
                    + "\(old.verdict.outcome.rawValue): \(reason)", by: actor)
            guard let new = try transaction.limitDays(of: id, since: day, until: day).first else {
                throw TeamError.notFound
            }
            return new
        }
    }
}
