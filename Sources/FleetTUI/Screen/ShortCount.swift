/// Formats counts in few characters.
enum ShortCount {
    /// Returns a count in at most four characters, truncated: `340`, `1.2k`, `12k`, `3.4M`.
    static func text(_ count: Int) -> String {
        if count < 1000 { return String(count) }
        if count < 1_000_000 { return text(count, of: 1000) + "k" }
        return text(count, of: 1_000_000) + "M"
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
