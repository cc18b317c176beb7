/// A point in time, in whole milliseconds since 1970-01-01T00:00:00Z (leap seconds are not
/// counted).
///
/// Feeds contain times as seconds, milliseconds or RFC 3339 text. Arithmetic saturates, so that a
/// hostile time in a feed can never trap.
///
///     Timestamp(seconds: 1_796_000_000) - .seconds(60)
public struct Timestamp: Hashable, Comparable, Sendable, Codable {
    /// Milliseconds since the Unix epoch.
    public var milliseconds: Int64

    /// Creates a time from milliseconds since the Unix epoch.
    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// Creates a time from seconds since the Unix epoch, clamped to the range; NaN becomes 0.
    public init(seconds: Double) {
        milliseconds = Int64(clampingMilliseconds: seconds)
    }

    /// Decodes the milliseconds from a bare number.
    public init(from decoder: any Decoder) throws {
        milliseconds = try decoder.singleValueContainer().decode(Int64.self)
    }

    /// Encodes the milliseconds as a bare number.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(milliseconds)
    }

    /// The first time that a feed of GBFS can have, 2015-12-15T05:00:00Z, by its schemas.
    public static let beginOfGBFS = Timestamp(milliseconds: 1_450_155_600_000)

    /// Seconds since the Unix epoch.
    public var seconds: Double { Double(milliseconds) / 1000 }

    /// Returns whether the first time is earlier.
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.milliseconds < right.milliseconds
    }

    /// Returns whether the time is in a period from `start` up to `end`; without one of them, the
    /// period is open on that side.
    func isBetween(_ start: Timestamp?, _ end: Timestamp?) -> Bool {
        (start.map { $0 <= self } ?? true) && (end.map { self < $0 } ?? true)
    }

    /// Returns the time `interval` later.
    public static func + (time: Timestamp, interval: Duration) -> Timestamp {
        let (sum, overflow) = time.milliseconds.addingReportingOverflow(interval.milliseconds)
        guard overflow else { return Timestamp(milliseconds: sum) }
        return Timestamp(milliseconds: interval.milliseconds > 0 ? .max : .min)
    }

    /// Returns the time `interval` earlier.
    public static func - (time: Timestamp, interval: Duration) -> Timestamp {
        time + .milliseconds(0 - max(interval.milliseconds, -Int64.max))
    }

    /// Returns the interval from `earlier` to `later`; negative if they are reversed.
    public static func - (later: Timestamp, earlier: Timestamp) -> Duration {
        let (difference, overflow) =
            later.milliseconds.subtractingReportingOverflow(earlier.milliseconds)
        guard overflow else { return .milliseconds(difference) }
        return .milliseconds(later > earlier ? Int64.max : Int64.min)
    }
}

extension Duration {
    /// The duration in whole milliseconds, rounded towards zero and clamped to `Int64`.
    public var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        if overflow { return seconds > 0 ? .max : .min }
        let (sum, sumOverflow) = whole.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
        return sumOverflow ? (seconds > 0 ? .max : .min) : sum
    }

    /// The duration in whole seconds, rounded up and never negative, for countdowns.
    public var secondsToWait: Int64 {
        let milliseconds = max(0, milliseconds)
        return milliseconds / 1000 + (milliseconds % 1000 > 0 ? 1 : 0)
    }

    /// The duration in seconds.
    public var seconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) / 1e18
    }

    /// Creates a duration from seconds, clamped to the range; NaN becomes 0.
    public init(clampingSeconds seconds: Double) {
        self = .milliseconds(Int64(clampingMilliseconds: seconds))
    }
}

extension Int64 {
    fileprivate init(clampingMilliseconds seconds: Double) {
        let value = (seconds * 1000).rounded()
        guard !value.isNaN else { self = 0; return }
        self = Int64(exactly: value) ?? (value > 0 ? .max : .min)
    }
}

extension Timestamp {
    /// Whether RFC 3339 can represent the time: years 1 to 9999.
    public var isWritable: Bool {
        (-62_135_596_800_000...253_402_300_799_999).contains(milliseconds)
    }

    /// The nearest writable time.
    var writable: Timestamp {
        Timestamp(milliseconds: min(max(milliseconds, -62_135_596_800_000), 253_402_300_799_999))
    }
}
