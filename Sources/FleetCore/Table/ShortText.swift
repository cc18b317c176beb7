/// Short texts for values in tables and on screens.
public enum ShortText {
    /// Returns the age of a time, such as `3 min ago`; `nil` if over 99 days or in the future.
    public static func age(of time: Timestamp, now: Timestamp) -> String? {
        Age(now: now).text(of: time).map { "\($0.count)\($0.unit) ago" }
    }

    /// Returns a time relative to now in at most ten columns, such as `3 min ago`, `4 mo ago` or
    /// `in 2 h`.
    ///
    /// Returns `?` for a time outside the years 1 to 9999.
    public static func relativeTime(of time: Timestamp, now: Timestamp) -> String {
        guard time.isWritable, now.isWritable else { return "?" }
        let (count, unit) = Age(now: now).approximate(of: time)
        let isFuture = (time - now).milliseconds >= 1000
        return isFuture ? "in \(count)\(unit)" : "\(count)\(unit) ago"
    }

    /// Returns a battery level in percent, after `~` if it is an estimate.
    public static func battery(_ battery: Battery) -> String { text { $0.append(battery) } }

    /// Returns a distance in metres, or in kilometres from 1 km; empty if it is not finite.
    public static func meters(_ meters: Double) -> String {
        meters.isFinite ? text { $0.append(meters: meters) } : ""
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
    public static func grouped(_ count: Int) -> String {
        var digits = String(count.magnitude)
        let separator = Language.current.groupingSeparator
        for offset in stride(from: digits.count - 3, to: 0, by: -3) {
            digits.insert(
                contentsOf: separator, at: digits.index(digits.startIndex, offsetBy: offset))
        }
        return (count < 0 ? "-" : "") + digits
    }

    /// Returns the format and size of a photo, such as `jpeg 1200×800, 1.2 MiB`.
    public static func description(of photo: Photo) -> String {
        let info = photo.info
        return "\(info.format.rawValue) \(info.width)×\(info.height), \(size(photo.bytes))"
    }

    private static func size(_ bytes: Int) -> String {
        if bytes < 1024 { return "\(bytes) bytes" }
        let tenths = bytes / (1_048_576 / 10)
        return tenths < 10 ? "\(bytes / 1024) KiB" : "\(tenths / 10).\(tenths % 10) MiB"
    }

    private static func text(_ append: (inout UTF8Buffer) -> Void) -> String {
        var text = UTF8Buffer()
        append(&text)
        return text.string
    }
}
