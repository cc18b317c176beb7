/// Formats counts for display.
public enum ShortCount {
    /// Returns a count in at most four characters, truncated: `340`, `1.2k`, `12k`, `3.4M`.
    static func text(_ count: Int) -> String {
        if count < 1000 { return String(count) }
        if count < 1_000_000 { return text(count, of: 1000) + "k" }
        return text(count, of: 1_000_000) + "M"
    }

    /// Returns a count with thousands separators, such as `1,204`.
    static func grouped(_ count: Int) -> String {
        var digits = String(count)
        var offset = digits.count - 3
        while offset > 0 {
            digits.insert(",", at: digits.index(digits.startIndex, offsetBy: offset))
            offset -= 3
        }
        return digits
    }

    /// Returns a count of vehicles, such as `1 vehicle`.
    public static func vehicles(_ count: Int) -> String {
        grouped(count) + (count == 1 ? " vehicle" : " vehicles")
    }

    /// Returns a count of sites, such as `1 site`.
    public static func sites(_ count: Int) -> String {
        grouped(count) + (count == 1 ? " site" : " sites")
    }

    /// Returns a count from a feed in at most four characters; `?` if it is negative.
    static func plain(_ count: Int) -> String {
        count < 0 ? "?" : text(min(count, 999_999_999))
    }

    private static func text(_ count: Int, of unit: Int) -> String {
        let tenths = count / (unit / 10) % 10
        return tenths == 0 || count >= 10 * unit
            ? String(count / unit) : "\(count / unit).\(tenths)"
    }
}
