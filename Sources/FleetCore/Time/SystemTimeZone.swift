import Foundation

/// The time zone of a system: how far its clocks are ahead of UTC at each time.
public struct SystemTimeZone: Sendable {
    /// The IANA name, such as `Europe/Oslo`.
    public let name: String
    /// Why times are in UTC, although the feed names a zone; `nil` if the zone is the feed's.
    public private(set) var notice: String?
    private let seconds: @Sendable (Timestamp) -> Int

    /// Coordinated Universal Time, for systems without a zone.
    public static let utc = SystemTimeZone(name: "UTC") { _ in 0 }

    /// Creates a zone.
    /// - Parameter seconds: Function from a time to the seconds that local time is ahead of UTC.
    public init(name: String, seconds: @escaping @Sendable (Timestamp) -> Int) {
        (self.name, self.seconds) = (name, seconds)
    }

    /// Creates a zone from its IANA name; returns `nil` for an unknown one.
    public init?(named name: String) {
        // Foundation reads only the text before a NUL.
        guard !name.utf8.contains(0), let zone = TimeZone(identifier: name) else { return nil }
        self.init(name: zone.identifier) {
            zone.secondsFromGMT(for: Date(timeIntervalSince1970: $0.seconds))
        }
    }

    /// Returns UTC for a feed that names an unknown zone, such as an abbreviation.
    static func utc(insteadOf name: String) -> SystemTimeZone {
        let shown = TerminalText.limited(String(name.prefix(60)))
        var zone = utc
        zone.notice = localized("\(shown) is no IANA time zone, so times are in UTC")
        return zone
    }

    /// The name for people, with the reason for UTC.
    public var label: String { notice.map { "\(name); \($0)" } ?? name }

    /// Returns the seconds that local time is ahead of UTC at a time.
    public func offset(at time: Timestamp) -> Int { seconds(time) }

    /// Returns the local time, in milliseconds since 1970-01-01 00:00.
    public func local(_ time: Timestamp) -> Int64 {
        (time + .seconds(offset(at: time))).milliseconds
    }

    /// The times at which the clocks show something.
    package enum Times: Equatable {
        case once(Timestamp)
        case twice(Timestamp, Timestamp)
        /// Skipped by the clocks; the times that are shown as much before and after it as the
        /// clocks skip.
        case never(before: Timestamp, after: Timestamp)
    }

    /// Returns the times at which the clocks show `local`, in milliseconds since 1970-01-01 00:00.
    package func times(atLocal local: Int64) -> Times {
        let local = Timestamp(milliseconds: local)
        // No zone is more than 14 hours from UTC, and none changes its clocks twice in two days.
        let day = Duration.seconds(26 * 3600)
        let first = local - .seconds(offset(at: local - day))
        let second = local - .seconds(offset(at: local + day))
        let times = first == second ? [first] : [min(first, second), max(first, second)]
        let shown = times.filter { self.local($0) == local.milliseconds }
        switch shown.count {
        case 1: return .once(shown[0])
        case 2: return .twice(shown[0], shown[1])
        default: return .never(before: times[0], after: times[times.count - 1])
        }
    }

    /// Returns the first time at which the clocks show `local`; if they skip it, the time as much
    /// later as they skip.
    package func firstTime(atLocal local: Int64) -> Timestamp {
        switch times(atLocal: local) {
        case .once(let time), .twice(let time, _), .never(_, let time): time
        }
    }

    /// Returns a time with its offset (RFC 3339), such as `2026-10-25T02:30+02:00`, with seconds
    /// only if they are not zero.
    public func text(_ time: Timestamp) -> String {
        let minutes = offset(at: time) / 60
        let local = (time + .seconds(minutes * 60)).milliseconds
        let offset = "\(Self.padded(abs(minutes) / 60)):\(Self.padded(abs(minutes) % 60))"
        return Self.text(ofLocal: local, separator: "T") + (minutes < 0 ? "-" : "+") + offset
    }

    /// Returns what a clock shows at a time, such as `2026-10-25 02:30`.
    public func clock(_ time: Timestamp) -> String { Self.text(ofLocal: local(time)) }

    /// Returns what a clock shows, in milliseconds since 1970-01-01 00:00, such as
    /// `2026-10-25 02:30`, with seconds only if they are not zero.
    public static func text(ofLocal local: Int64, separator: String = " ") -> String {
        let seconds = CivilTime(Timestamp(milliseconds: local)).millisecondOfDay / 1000
        let clock = "\(padded(seconds / 3600)):\(padded(seconds / 60 % 60))"
        return LocalDay(ofLocal: local).text + separator + clock
            + (seconds % 60 == 0 ? "" : ":" + padded(seconds % 60))
    }

    static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
