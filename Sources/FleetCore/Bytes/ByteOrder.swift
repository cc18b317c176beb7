/// Comparison of texts by their UTF-8 bytes, as in SQLite's BINARY collation.
public enum ByteOrder {
    /// Returns whether `left` comes before `right`.
    public static func precedes(_ left: String, _ right: String) -> Bool {
        left.utf8.lexicographicallyPrecedes(right.utf8)
    }

    /// Returns whether the bytes are equal; Swift's `==` also equates canonically equivalent texts.
    public static func equal(_ left: String, _ right: String) -> Bool {
        guard left.utf8.count == right.utf8.count else { return false }
        var (left, right) = (left, right)
        // Bytes are compared faster than views of texts.
        return left.withUTF8 { left in right.withUTF8 { left.elementsEqual($0) } }
    }

    /// Returns the first eight bytes as a number with the same order.
    ///
    /// A shorter text is padded with zeros, so equal prefixes do not decide the order.
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
