/// A pattern with wildcards that a whole text must match, ignoring the case of ASCII letters.
///
/// `*` stands for any text, `?` for one character (Unicode scalar); both have no other meaning.
public struct SearchPattern: Sendable {
    /// Maximum bytes; a match takes at most as many steps for each byte of the text.
    public static let maxBytes = 256

    private static let (star, questionMark) = (UInt8(ascii: "*"), UInt8(ascii: "?"))
    private let bytes: [UInt8]

    /// Creates a pattern; returns `nil` for text without wildcards, and for text that is too long.
    public init?(_ text: String) {
        guard Self.hasWildcards(text), text.utf8.count <= Self.maxBytes else { return nil }
        bytes = Array(ASCIICase.lowercased(text).utf8)
    }

    /// Returns whether a text has wildcards.
    public static func hasWildcards(_ text: String) -> Bool {
        text.utf8.contains { $0 == star || $0 == questionMark }
    }

    /// Returns whether a text matches.
    public func matches(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { matches(UnsafeRawBufferPointer($0)) }
    }

    /// Returns whether UTF-8 text matches.
    ///
    /// After a mismatch only the text of the latest star grows: an earlier star need not stand for
    /// more than the shortest possible text.
    public func matches(_ text: UnsafeRawBufferPointer) -> Bool {
        var (offset, next) = (0, 0)
        var retry: (offset: Int, next: Int)?
        while offset < text.count {
            let wanted = next < bytes.count ? bytes[next] : nil
            if wanted == Self.star {
                next += 1
                retry = (offset, next)
            } else if wanted == Self.questionMark {
                offset = Self.end(ofScalarAt: offset, in: text)
                next += 1
            } else if wanted == ASCIICase.folded(text[offset]) {
                offset += 1
                next += 1
            } else if let last = retry {
                offset = Self.end(ofScalarAt: last.offset, in: text)
                next = last.next
                retry = (offset, next)
            } else {
                return false
            }
        }
        return bytes[next...].allSatisfy { $0 == Self.star }
    }

    private static func end(ofScalarAt offset: Int, in text: UnsafeRawBufferPointer) -> Int {
        var end = offset + 1
        while end < text.count, text[end] & 0xC0 == 0x80 { end += 1 }
        return end
    }
}
