/// Numbers of things, as people read them.
enum ShortCount {
    /// A count in at most four characters, cut, not rounded: `340`, `1.2k`, `12k`, `3.4M`.
    static func text(_ count: Int) -> String {
        if count < 1000 { return String(count) }
        if count < 1_000_000 { return text(count, of: 1000) + "k" }
        return text(count, of: 1_000_000) + "M"
    }

    /// A count with commas between the thousands, such as `1,204`.
    static func grouped(_ count: Int) -> String {
        var digits = String(count)
        var place = digits.count - 3
        while place > 0 {
            digits.insert(",", at: digits.index(digits.startIndex, offsetBy: place))
            place -= 3
        }
        return digits
    }

    /// A count and what it counts, such as `1 vehicle`.
    static func vehicles(_ count: Int) -> String {
        grouped(count) + (count == 1 ? " vehicle" : " vehicles")
    }

    /// A count of sites, such as `1 site`.
    static func sites(_ count: Int) -> String {
        grouped(count) + (count == 1 ? " site" : " sites")
    }

    /// A count as a feed may tell it, in at most four characters.
    static func plain(_ count: Int) -> String {
        count < 0 ? "?" : text(min(count, 999_999_999))
    }

    private static func text(_ count: Int, of unit: Int) -> String {
        let tenths = count / (unit / 10) % 10
        return tenths == 0 || count >= 10 * unit
            ? String(count / unit) : "\(count / unit).\(tenths)"
    }
}
