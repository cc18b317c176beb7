package import FleetCore

/// The period of a history that a person typed.
package struct HistoryPeriod: Sendable {
    /// The start; `nil` for the usual one.
    package var from: String?
    /// The end; `nil` for now.
    package var to: String?
    /// A month, instead of a start and an end.
    package var month: String?

    /// Creates a period.
    package init(from: String? = nil, to: String? = nil, month: String? = nil) {
        (self.from, self.to, self.month) = (from, to, month)
    }

    /// Returns the time of the period, which ends now at the latest.
    ///
    /// - Parameter usualStart: Function from the end to the start, if none was typed.
    /// - Throws: `CommandError` (64) for texts that are no times, or are not before each other.
    package func range(
        in zone: SystemZone, now: Timestamp, usualStart: (Timestamp) -> Timestamp
    ) throws -> Range<Timestamp> {
        do throws(MomentTextError) {
            if let month {
                return try checked(PeriodText.month(month, in: zone), now, in: zone)
            }
            let end = try to.map { text throws(MomentTextError) in
                try PeriodText.end(text, in: zone, now: now)
            }
            let start = try from.map { text throws(MomentTextError) in
                try PeriodText.start(text, in: zone, now: now)
            }
            let until = min(end ?? now, now)
            let since = start ?? usualStart(until)
            return try checked(since..<max(since, end ?? now), now, in: zone)
        } catch {
            throw CommandError.usage(error.cause, hint: error.hint)
        }
    }

    private func checked(
        _ range: Range<Timestamp>, _ now: Timestamp, in zone: SystemZone
    ) throws(MomentTextError) -> Range<Timestamp> {
        guard range.lowerBound < now else {
            throw MomentTextError(
                cause: "\(zone.text(range.lowerBound)) is in the future", hint: "give a past time")
        }
        guard !range.isEmpty else {
            throw MomentTextError(
                cause: "the period ends at its start, \(zone.text(range.lowerBound))",
                hint: "let --from be before --to")
        }
        return range.lowerBound..<min(range.upperBound, now)
    }
}
