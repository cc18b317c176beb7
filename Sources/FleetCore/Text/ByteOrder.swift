/// Comparison of texts by their UTF-8 bytes, as SQLite's BINARY collation does.
public enum ByteOrder {
    /// Whether `left` comes before `right`.
    public static func precedes(_ left: String, _ right: String) -> Bool {
        left.utf8.lexicographicallyPrecedes(right.utf8)
    }

    /// Whether the two are the same bytes; Swift's `==` also equates canonically equivalent texts.
    public static func equal(_ left: String, _ right: String) -> Bool {
        left.utf8.count == right.utf8.count && left.utf8.elementsEqual(right.utf8)
    }

    /// The first eight bytes as a number that is ordered as they are; a shorter text is filled up with
    /// zeros, so equal prefixes leave the order open.
    static func prefix(of text: String) -> UInt64 {
        var prefix: UInt64 = 0
        var count = 0
        for byte in text.utf8.prefix(8) {
            prefix = prefix << 8 | UInt64(byte)
            count += 1
        }
        return prefix << UInt64(8 * (8 - count))
    }
}
