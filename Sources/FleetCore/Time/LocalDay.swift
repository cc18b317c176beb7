/// A day of the calendar, which has 24 hours in a zone unless its clocks change.
public struct LocalDay: Hashable, Comparable, Sendable {
    /// Number of days since 1970-01-01.
    public let number: Int

    /// Creates a day from the number of days since 1970-01-01, or the nearest that times can have.
    public init(number: Int) {
        self.number = min(max(number, -Self.maxNumber), Self.maxNumber)
    }

    private static let maxNumber = Int(Int64.max / length) - 1
    private static let length: Int64 = 86_400_000

    /// What a clock shows at the start of the day, in milliseconds since 1970-01-01 00:00.
    var midnight: Int64 { Int64(number) * Self.length }

    /// Parses a date such as `2026-01-31`; returns `nil` for other text, and for February 30.
    public init?(_ text: some StringProtocol) {
        var text = String(text)
        let number = text.withUTF8 { text -> Int? in
            var parser = DateParser(text)
            let number = parser.takeDate()
            return parser.isAtEnd ? number : nil
        }
        guard let number else { return nil }
        self.init(number: number)
    }

    /// Creates the day that the clocks of a zone show at a time.
    public init(at time: Timestamp, in zone: SystemTimeZone) {
        self.init(ofLocal: zone.local(time))
    }

    /// Creates the day of a local time, in milliseconds since 1970-01-01 00:00.
    init(ofLocal local: Int64) {
        self.init(number: Int(local / Self.length) - (local % Self.length < 0 ? 1 : 0))
    }

    /// Returns whether the first day is earlier.
    public static func < (left: LocalDay, right: LocalDay) -> Bool { left.number < right.number }

    /// Returns the day a number of days later.
    public func advanced(by days: Int) -> LocalDay { LocalDay(number: number + days) }

    /// The date, such as `2026-01-31`.
    public var text: String {
        let civil = CivilTime(Timestamp(milliseconds: midnight))
        let zeros = String(repeating: "0", count: max(0, 4 - "\(civil.year)".count))
        return
            "\(zeros)\(civil.year)-\(SystemTimeZone.padded(civil.month))-\(SystemTimeZone.padded(civil.day))"
    }

    /// Returns the first time of the day: midnight, or the end of the time that the clocks skip.
    public func start(in zone: SystemTimeZone) -> Timestamp { time(second: 0, in: zone) }

    /// Returns the first time at which the clocks show a time of the day, or the end of the time
    /// that they skip.
    ///
    /// - Parameter second: Seconds after midnight on the clock.
    func time(second: Int, in zone: SystemTimeZone) -> Timestamp {
        let local = midnight + Int64(second) * 1000
        switch zone.times(atLocal: local) {
        case .once(let time), .twice(let time, _): return time
        case .never(let before, let after):
            var (low, high) = (before.milliseconds, after.milliseconds)
            while high - low > 1 {
                let middle = low + (high - low) / 2
                if zone.local(Timestamp(milliseconds: middle)) < local {
                    low = middle
                } else {
                    high = middle
                }
            }
            return Timestamp(milliseconds: high)
        }
    }

    /// Returns the time from the start of the day up to that of the next one.
    public func period(in zone: SystemTimeZone) -> Range<Timestamp> {
        let start = start(in: zone)
        return start..<max(start, advanced(by: 1).start(in: zone))
    }
}
