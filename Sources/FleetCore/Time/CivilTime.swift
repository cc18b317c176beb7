/// A time of the Gregorian calendar in UTC, as in machine formats (RFC 3339, section 5.6).
///
/// Conversion in both directions counts days in 400-year eras, which is valid for every year. Every
/// line of output formats a `Timestamp`, so formatting allocates no string.
public struct CivilTime: Equatable, Sendable {
    /// The year; RFC 3339 supports 0 to 9999.
    public var year: Int
    /// The month, 1 to 12.
    public var month: Int
    /// The day of the month, 1 to 31.
    public var day: Int
    /// Milliseconds since midnight, 0 to 86,399,999.
    public var millisecondOfDay: Int

    /// Splits a time into its calendar parts.
    public init(_ time: Timestamp) {
        let dayLength: Int64 = 86_400_000
        var days = time.milliseconds / dayLength
        var rest = time.milliseconds % dayLength
        if rest < 0 {
            rest += dayLength
            days -= 1
        }
        millisecondOfDay = Int(rest)
        (year, month, day) = Self.date(daysSinceEpoch: Int(days))
    }

    /// Returns the number of days from 1970-01-01 to a date of the Gregorian calendar.
    public static func daysSinceEpoch(year: Int, month: Int, day: Int) -> Int {
        // Years begin in March, so that the leap day is the last of its year.
        let marchYear = month <= 2 ? year - 1 : year
        let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
        let yearOfEra = marchYear - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    private static func date(daysSinceEpoch days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
    }
}
