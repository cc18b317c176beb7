/// Parser of a past time that a person types: `2026-05-01 14:00`, also with seconds or a `T`;
/// `14:00`, the latest such time that is not in the future; a time with an offset (RFC 3339); or one
/// relative to the present, such as `yesterday 14:00`, `-2h` and `7 days ago`.
///
/// Of `yesterday` and `last week` it is the start.
///
/// A time without an offset is one of the clocks of the system's zone, so it must occur once.
public enum MomentText {
    /// Returns the time.
    public static func time(
        _ text: String, in zone: SystemTimeZone, now: Timestamp
    ) throws(MomentTextError) -> Timestamp {
        switch RelativeTime(text, in: zone, now: now) {
        case .time(let time): return time
        case .days(let days): return days.lowerBound.start(in: zone)
        case .local(let local): return try time(atLocal: local, in: zone)
        case nil: break
        }
        switch Parts(text) {
        case .time(let time): return time
        case .local(let local): return try time(atLocal: local, in: zone)
        case .clock(let clock): return try time(atClock: clock, in: zone, now: now)
        case .day(let day): throw .day(day)
        case nil: throw .invalid(text)
        }
    }

    private static func time(
        atLocal local: Int64, in zone: SystemTimeZone
    ) throws(MomentTextError) -> Timestamp {
        switch zone.times(atLocal: local) {
        case .once(let time): return time
        case .twice(let first, let second):
            throw .twice(local, zone, first: first, second: second)
        case .never(let before, let after):
            throw .skipped(local, zone, before: before, after: after)
        }
    }

    private static func time(
        atClock clock: Int64, in zone: SystemTimeZone, now: Timestamp
    ) throws(MomentTextError) -> Timestamp {
        let today = LocalDay(at: now, in: zone)
        for day in [today, today.advanced(by: -1)] {
            let local = day.midnight + clock
            switch zone.times(atLocal: local) {
            case .once(let time) where time <= now: return time
            case .twice(let first, let second) where first <= now:
                guard second > now else {
                    throw .twice(local, zone, first: first, second: second)
                }
                return first
            case .once, .twice, .never: continue
            }
        }
        return try time(atLocal: today.advanced(by: -2).midnight + clock, in: zone)
    }

    private enum Parts {
        case time(Timestamp)
        /// What a clock shows, in milliseconds since 1970-01-01 00:00.
        case local(Int64)
        /// Milliseconds since midnight.
        case clock(Int64)
        case day(LocalDay)

        init?(_ text: String) {
            var text = text
            guard let parts = text.withUTF8(Self.parts) else { return nil }
            self = parts
        }

        private static func parts(_ text: UnsafeBufferPointer<UInt8>) -> Parts? {
            var parser = DateParser(text)
            guard let day = parser.takeDate() else {
                parser = DateParser(text)
                let time = parser.takeTime()
                return parser.isAtEnd ? time.map { .clock($0.milliseconds(ofDay: 0)) } : nil
            }
            if parser.isAtEnd { return .day(LocalDay(number: day)) }
            guard parser.takeSeparator(), let time = parser.takeTime() else { return nil }
            if parser.isAtEnd { return .local(time.milliseconds(ofDay: day)) }
            // `Timestamp` accepts a time without an offset, as in documents of feeds.
            guard text.last != UInt8(ascii: " ") else { return nil }
            return Timestamp(rfc3339: text).map { .time($0) }
        }
    }
}

/// Error in the text of a time.
public struct MomentTextError: Error, Equatable, Sendable {
    /// The problem, in one line.
    public let cause: String
    /// A way to solve it, in one line.
    public let hint: String

    /// Creates an error.
    public init(cause: String, hint: String) {
        (self.cause, self.hint) = (cause, hint)
    }

    static func invalid(_ text: String) -> MomentTextError {
        MomentTextError(
            cause: localized("\(TerminalText.limited(text)) is not a time"),
            hint: localized(
                """
                write 2026-05-01 14:00, 14:00, yesterday 14:00, -2h, or a time with an offset: \
                2026-05-01T14:00+02:00
                """))
    }

    /// A time that should be past.
    /// - Parameter text: The time, as it was typed.
    public static func future(_ text: String) -> MomentTextError {
        MomentTextError(
            cause: localized("\(TerminalText.limited(text)) is in the future"),
            hint: localized("give a past time"))
    }

    static func day(_ day: LocalDay) -> MomentTextError {
        MomentTextError(
            cause: localized("\(day.text) is a whole day"),
            hint: localized("add a time, such as \(day.text + " 14:00")"))
    }

    static func duration(_ text: String) -> MomentTextError {
        MomentTextError(
            cause: localized("\(TerminalText.limited(text)) is not a length of time"),
            hint: localized("write 7d, 12h, day, week or month"))
    }

    static func month(_ text: String) -> MomentTextError {
        MomentTextError(
            cause: localized("\(TerminalText.limited(text)) is not a month"),
            hint: localized("write it as 2026-05"))
    }

    static func twice(
        _ local: Int64, _ zone: SystemTimeZone, first: Timestamp, second: Timestamp
    ) -> MomentTextError {
        MomentTextError(
            cause: localized("\(SystemTimeZone.text(ofLocal: local)) occurs twice in \(zone.name)"),
            hint: localized("write \(zone.text(first)) or \(zone.text(second))"))
    }

    static func skipped(
        _ local: Int64, _ zone: SystemTimeZone, before: Timestamp, after: Timestamp
    ) -> MomentTextError {
        MomentTextError(
            cause: localized(
                "\(SystemTimeZone.text(ofLocal: local)) does not exist in \(zone.name)"),
            hint: localized("write \(zone.text(before)) or \(zone.text(after))"))
    }
}
