/// Comparisons of UTF-8 bytes in which the letters A–Z and a–z are alike, as in SQLite's `lower`.
///
/// Swift's own comparison folds canonically equivalent text, SQLite's does not; codes of vehicles are
/// bytes, so both sides compare bytes.
public enum ASCIICase {
    /// Whether two texts are the same.
    public static func equal(_ left: String, _ right: String) -> Bool {
        left.utf8.count == right.utf8.count && hasPrefix(left, right)
    }

    /// Whether `text` begins with `prefix`.
    public static func hasPrefix(_ text: String, _ prefix: String) -> Bool {
        text.utf8.starts(with: prefix.utf8) { folded($0) == folded($1) }
    }

    /// Whether `text` holds `part` anywhere; the empty text is in every text.
    public static func contains(_ text: String, _ part: String) -> Bool {
        var rest = text.utf8[...]
        while rest.count >= part.utf8.count {
            if rest.starts(with: part.utf8, by: { folded($0) == folded($1) }) { return true }
            rest = rest.dropFirst()
        }
        return false
    }

    private static func folded(_ byte: UInt8) -> UInt8 {
        (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
    }
}
