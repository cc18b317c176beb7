/// What vehicles and times are called in a few characters, as tables and screens show them.
public enum ShortText {
    /// How long ago a time was, such as `3 min ago`; `nil` for the future and over 99 days ago.
    public static func age(of time: Timestamp, now: Timestamp) -> String? {
        Age(now: now).text(of: time).map { "\($0.count)\($0.unit) ago" }
    }

    /// How far any time is from now in ten columns, such as `3 min ago`, `4 mo ago` or `in 2 h`; `?` for
    /// one that no calendar has.
    public static func distance(of time: Timestamp, now: Timestamp) -> String {
        guard time.isWritable, now.isWritable else { return "?" }
        let (count, unit) = Age(now: now).rough(of: time)
        let isFuture = (time - now).milliseconds >= 1000
        return isFuture ? "in \(count)\(unit)" : "\(count)\(unit) ago"
    }

    /// A charge in percent, after `~` if it was worked out.
    public static func battery(_ battery: Battery) -> String { text { $0.append(battery) } }

    /// A length as metres, or as kilometres from one on; empty if it is no number.
    public static func meters(_ meters: Double) -> String {
        meters.isFinite ? text { $0.append(meters: meters) } : ""
    }

    /// A position to about a metre.
    public static func position(_ position: Position) -> String { text { $0.append(position) } }

    /// How many photos there are, such as `1 photo`; `nil` for none.
    public static func photos(_ count: Int) -> String? {
        count > 0 ? "\(count) " + (count == 1 ? "photo" : "photos") : nil
    }

    /// What a photo is, such as `jpeg 1200×800, 1.2 MiB`.
    public static func facts(of photo: Photo) -> String {
        let facts = photo.facts
        return "\(facts.format.rawValue) \(facts.width)×\(facts.height), \(size(photo.bytes))"
    }

    private static func size(_ bytes: Int) -> String {
        if bytes < 1024 { return "\(bytes) bytes" }
        let tenths = bytes / (1_048_576 / 10)
        return tenths < 10 ? "\(bytes / 1024) KiB" : "\(tenths / 10).\(tenths % 10) MiB"
    }

    /// A phrase for each part of a filter that is in force, such as `color red`; safe for a terminal.
    public static func phrases(of filter: Filter) -> [String] { FilterParts(filter).phrases }

    private static func text(_ append: (inout ByteText) -> Void) -> String {
        var text = ByteText()
        append(&text)
        return text.string
    }
}
