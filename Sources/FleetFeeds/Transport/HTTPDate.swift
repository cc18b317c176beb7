import FleetCore

/// Parser for HTTP dates (RFC 9110, section 5.6.7), in the current and two obsolete forms.
enum HTTPDate {
    /// Parses `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` or
    /// `Sun Nov  6 08:49:37 1994`.
    static func timestamp(_ text: String) -> Timestamp? {
        guard text.utf8.count <= 64 else { return nil }
        let parts = text.split { " ,-".contains($0) }.map(String.init)
        guard parts.count == 5 || parts.count == 6 else { return nil }
        let isAsctime = parts.count == 5
        let fields =
            isAsctime
            ? (day: parts[2], month: parts[1], year: parts[4], time: parts[3])
            : (day: parts[1], month: parts[2], year: parts[3], time: parts[4])
        guard let day = Int(fields.day), (1...31).contains(day),
            let month = months.firstIndex(of: fields.month),
            let year = fullYear(fields.year), let second = secondOfDay(fields.time)
        else { return nil }
        let days = CivilTime.daysSinceEpoch(year: year, month: month + 1, day: day)
        return Timestamp(milliseconds: (Int64(days) * 86_400 + Int64(second)) * 1000)
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Expands a two-digit year to the range 1970 to 2069.
    private static func fullYear(_ text: String) -> Int? {
        guard let year = Int(text), (0...9999).contains(year) else { return nil }
        guard text.utf8.count == 2 else { return year }
        return year < 70 ? year + 2000 : year + 1900
    }

    private static func secondOfDay(_ text: String) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 3, let hour = parts[0], let minute = parts[1], let second = parts[2],
            (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second)
        else { return nil }
        return hour * 3600 + minute * 60 + second
    }
}

/// Parser for the `Retry-After` header (RFC 9110, section 10.2.3).
enum RetryAfter {
    /// Maximum time to wait for a service, in seconds.
    static let maxSeconds = 3600.0

    /// Returns the seconds to wait from `now`, for a number or an HTTP date; `nil` for anything
    /// else.
    static func seconds(_ text: String, now: Timestamp) -> Double? {
        if !text.isEmpty, text.utf8.allSatisfy(\.isDigit) {
            return min(Double(text) ?? maxSeconds, maxSeconds)
        }
        guard let date = HTTPDate.timestamp(text) else { return nil }
        return min(max((date - now).seconds, 0), maxSeconds)
    }
}
