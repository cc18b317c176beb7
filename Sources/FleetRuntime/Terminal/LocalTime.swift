package import FleetCore
import POSIX

/// Formatter of times in the system's time zone.
package enum LocalTime {
    /// Returns a time in a form such as `2026-01-31 13:00:00 +01:00`.
    package static func text(_ time: Timestamp) -> String {
        let offset = offset(at: time)
        let local = CivilTime(time + .seconds(offset))
        let seconds = local.millisecondOfDay / 1000
        let date = "\(local.year)-\(padded(local.month))-\(padded(local.day))"
        let clock =
            "\(padded(seconds / 3600)):\(padded(seconds / 60 % 60)):\(padded(seconds % 60))"
        let minutes = abs(offset) / 60
        let zone = "\(offset < 0 ? "-" : "+")\(padded(minutes / 60)):\(padded(minutes % 60))"
        return "\(date) \(clock) \(zone)"
    }

    /// Returns the seconds that local time is ahead of UTC at a time.
    package static func offset(at time: Timestamp) -> Int {
        CurrentProcess.localOffset(atSeconds: time.milliseconds / 1000)
    }

    /// Returns a time in a form such as `Jun 1 21:55`, or `Jun 1 2024` if it is not of this year.
    package static func shortText(_ time: Timestamp, now: Timestamp) -> String {
        let (local, today) = (civil(time), civil(now))
        let date = "\(months[local.month - 1]) \(local.day)"
        guard local.year == today.year else { return "\(date) \(local.year)" }
        let minutes = local.millisecondOfDay / 60_000
        return "\(date) \(padded(minutes / 60)):\(padded(minutes % 60))"
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static func civil(_ time: Timestamp) -> CivilTime {
        CivilTime(time + .seconds(offset(at: time)))
    }

    private static func padded(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}
