/// Text of a file in UTF-8, and how it was found.
struct DecodedText {
    /// Text without its byte order mark and trailing NUL bytes.
    var bytes: ArraySlice<UInt8>
    var warnings: [String] = []
}

/// Recognition of a text's encoding.
///
/// A byte order mark decides; UTF-16 without one is recognized by its NUL bytes, and bytes that are
/// not valid UTF-8 are Windows-1252. Excel's "Unicode text" is UTF-16LE with tabs, and its plain
/// CSV has the code page of the system.
enum TextDecoder {
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    /// Number of bytes that decide about UTF-16 without a byte order mark.
    private static let probe = 4096

    static func decode(_ bytes: [UInt8]) throws(TableError) -> DecodedText {
        switch (bytes.first, bytes.dropFirst().first) {
        case (0xFF, 0xFE): return try UTF16Text.decode(bytes.dropFirst(2), isBigEndian: false)
        case (0xFE, 0xFF): return try UTF16Text.decode(bytes.dropFirst(2), isBigEndian: true)
        default: break
        }
        let hasMark = bytes.starts(with: mark)
        let text = withoutEnd(bytes[(hasMark ? mark.count : 0)...])
        if text.contains(0) {
            guard !hasMark, let isBigEndian = byteOrder(of: text.prefix(probe)) else {
                throw .notATable
            }
            return try UTF16Text.decode(bytes[...], isBigEndian: isBigEndian)
        }
        return try removingMarks(hasMark ? repaired(text) : decodeWithoutMark(text))
    }

    /// Removes NUL bytes, with which some programs fill the last block, and the end of file mark of
    /// DOS.
    private static func withoutEnd(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        text[..<((text.lastIndex { $0 != 0 && $0 != 0x1A } ?? text.startIndex - 1) + 1)]
    }

    /// Returns whether text with NUL bytes is UTF-16BE rather than UTF-16LE; `nil` if it is neither.
    private static func byteOrder(of text: ArraySlice<UInt8>) -> Bool? {
        var zeros = [0, 0]
        for (offset, byte) in text.enumerated() where byte == 0 { zeros[offset & 1] += 1 }
        // Separators, digits and line ends have a NUL byte in every script.
        let needed = max(1, text.count / 16)
        if zeros[0] == 0, zeros[1] >= needed || text.count < 3 { return false }
        return zeros[1] == 0 && zeros[0] >= needed ? true : nil
    }

    private static func decodeWithoutMark(
        _ text: ArraySlice<UInt8>
    ) throws(TableError) -> DecodedText {
        if UTF8Validation.isValid(text) { return DecodedText(bytes: text) }
        return try Windows1252.decode(text)
    }

    private static func repaired(_ text: ArraySlice<UInt8>) -> DecodedText {
        if UTF8Validation.isValid(text) { return DecodedText(bytes: text) }
        return DecodedText(
            bytes: Array(String(decoding: text, as: UTF8.self).utf8)[...],
            warnings: ["Bytes that are not UTF-8 were replaced by U+FFFD"])
    }

    /// Removes byte order marks inside of a text, which remain when files are joined.
    static func removingMarks(_ text: DecodedText) -> DecodedText {
        var cleaned: [UInt8] = []
        var rest = text.bytes
        while let index = rest.indexOfMark() {
            cleaned += rest[..<index]
            rest = rest[(index + mark.count)...]
        }
        guard rest.count < text.bytes.count else { return text }
        return DecodedText(
            bytes: (cleaned + rest)[...],
            warnings: text.warnings + ["Byte order marks inside of the text were removed"])
    }
}

extension ArraySlice<UInt8> {
    fileprivate func indexOfMark() -> Int? {
        withUnsafeBufferPointer { bytes in
            var index = 0
            while index + 2 < bytes.count {
                if bytes[index] == 0xEF, bytes[index + 1] == 0xBB, bytes[index + 2] == 0xBF {
                    return startIndex + index
                }
                index += 1
            }
            return nil
        }
    }
}
