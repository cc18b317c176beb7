/// Short texts for values in tables and on screens.
public enum ShortText {
    /// Returns the age of a time, such as `3 min ago`; `nil` if over 99 days or in the future.
    public static func age(of time: Timestamp, now: Timestamp) -> String? {
        Age(now: now).text(of: time).map { text(of: $0, $1) { "\($0) ago" } }
    }

    /// Returns a time relative to now in at most ten columns, such as `3 min ago`, `4 mo ago` or
    /// `in 2 h`.
    ///
    /// Returns `?` for a time outside the years 1 to 9999.
    public static func relativeTime(of time: Timestamp, now: Timestamp) -> String {
        guard time.isWritable, now.isWritable else { return "?" }
        let (count, unit) = Age(now: now).approximate(of: time)
        let isFuture = (time - now).milliseconds >= 1000
        return text(of: count, unit) { isFuture ? "in \($0)" : "\($0) ago" }
    }

    /// Returns the text around a number with a unit of time, such as `3 min ago`; `{0} min ago` is
    /// the key of the translation.
    private static func text(
        of count: Int, _ unit: Age.Unit, _ around: (String) -> String
    ) -> String {
        let language = Language.current
        guard !language.isSource else { return around("\(count) \(unit.rawValue)") }
        return language.text(around("{0} \(unit.rawValue)"), ["\(count)"], count: count)
    }

    /// The keys of the texts of times relative to now.
    static let relativeTimes = Age.Unit.allCases.flatMap {
        ["{0} \($0.rawValue) ago", "in {0} \($0.rawValue)"]
    }

    /// The keys of the texts of durations.
    static let durations = [Age.Unit.seconds, .minutes, .hours, .days].map {
        "{0} \($0.rawValue)"
    }

    /// Returns a duration in its largest whole unit, such as `90 min` or `2 d`.
    public static func duration(_ duration: Duration) -> String {
        let seconds = Double(duration.milliseconds) / 1000
        let units: [(seconds: Double, unit: Age.Unit)] = [
            (86_400, .days), (3600, .hours), (60, .minutes),
        ]
        let (size, unit) =
            units.first { seconds >= $0.0 && (seconds / $0.0).rounded() * $0.0 == seconds }
            ?? (1, .seconds)
        let number = number(seconds / size)
        let language = Language.current
        guard !language.isSource else { return number + " " + unit.rawValue }
        return language.text(
            "{0} \(unit.rawValue)", [number], count: seconds == size ? 1 : 2)
    }

    /// Returns a measured duration, as ``duration(_:)``: in whole seconds, from two minutes on in whole
    /// minutes, and from two days on in whole hours or days.
    public static func roundedDuration(_ duration: Duration) -> String {
        let seconds = Double(duration.milliseconds) / 1000
        let unit = seconds < 120 ? 1.0 : seconds < 172_800 ? 60 : 3600
        return self.duration(.seconds(Int64((seconds / unit).rounded() * unit)))
    }

    /// Returns a number with the decimal separator of the language.
    static func number(_ number: Double) -> String {
        text {
            if Language.current.isSource {
                $0.append(number)
            } else {
                $0.append(number, roundedTo: 7, in: .current)
            }
        }
    }

    /// Returns a percentage, such as `20%`.
    public static func percent(_ percent: Double) -> String {
        number(percent) + Language.current.percentSpace + "%"
    }

    /// Returns a number with at most one digit after the point.
    public static func rounded(_ value: Double) -> String { number((value * 10).rounded() / 10) }

    /// Returns a share in percent, with at most one digit after the point.
    public static func percent(ofShare share: Double) -> String {
        percent((share * 1000).rounded() / 10)
    }

    /// Returns a battery level in percent, after `~` if it is an estimate.
    public static func battery(_ battery: Battery) -> String {
        text { $0.append(battery, in: .current) }
    }

    /// Returns a distance in metres, or in kilometres from 1 km; empty if it is not finite.
    public static func meters(_ meters: Double) -> String {
        meters.isFinite ? text { $0.append(meters: meters, in: .current) } : ""
    }

    /// Returns a position to a precision of about a metre.
    public static func position(_ position: Position) -> String { text { $0.append(position) } }

    /// Returns a number of things, such as `1 photo` or `2 photos`; `{0} photos` is the key of the
    /// translation.
    public static func count(_ count: Int, _ noun: String) -> String {
        let language = Language.current
        guard !language.isSource else {
            return "\(grouped(count)) \(noun)" + (count == 1 ? "" : "s")
        }
        return language.text("{0} \(noun)s", [grouped(count)], count: count)
    }

    /// Returns a count with thousands separators, such as `1,204`.
    public static func grouped(_ count: Int) -> String { Language.current.grouped(count) }

    /// Returns the format and size of a photo, such as `jpeg 1200×800, 1.2 MiB`.
    public static func description(of photo: Photo) -> String {
        let info = photo.info
        return "\(info.format.rawValue) \(info.width)×\(info.height), \(size(photo.bytes))"
    }

    private static func size(_ bytes: Int) -> String {
        if bytes < 1024 { return localized("\(bytes) bytes") }
        let (tenths, language) = (bytes / (1_048_576 / 10), Language.current)
        return tenths < 10
            ? "\(bytes / 1024)\(language.unitSpace)KiB"
            : "\(tenths / 10)\(language.decimalSeparator)\(tenths % 10)\(language.unitSpace)MiB"
    }

    private static func text(_ append: (inout UTF8Buffer) -> Void) -> String {
        var text = UTF8Buffer()
        append(&text)
        return text.string
    }
}
