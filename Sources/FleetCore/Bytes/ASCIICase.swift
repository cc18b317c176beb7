/// Comparison of UTF-8 bytes that ignores the case of ASCII letters, as SQLite's `lower` does.
///
/// Swift's own comparison treats canonically equivalent texts as equal, SQLite's does not. Vehicle
/// IDs are bytes, so both compare bytes.
public enum ASCIICase {
    /// Returns whether two texts are equal.
    public static func equal(_ left: String, _ right: String) -> Bool {
        left.utf8.count == right.utf8.count && hasPrefix(left, right)
    }

    /// Returns whether `text` begins with `prefix`.
    public static func hasPrefix(_ text: String, _ prefix: String) -> Bool {
        text.utf8.starts(with: prefix.utf8) { folded($0) == folded($1) }
    }

    /// Returns whether `text` contains `part`; every text contains the empty text.
    public static func contains(_ text: String, _ part: String) -> Bool {
        var rest = text.utf8[...]
        while rest.count >= part.utf8.count {
            if rest.starts(with: part.utf8, by: { folded($0) == folded($1) }) { return true }
            rest = rest.dropFirst()
        }
        return false
    }

    /// Returns the text with A–Z in lower case, like SQLite's `lower`.
    public static func lowercased(_ text: String) -> String {
        String(decoding: text.utf8.map(folded), as: UTF8.self)
    }

    static func folded(_ byte: UInt8) -> UInt8 {
        (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
    }
}
