/// Escapes of characters that XML cannot hold: `_xHHHH_` for a unit of UTF-16 (`ST_Xstring`,
/// ISO/IEC 29500-1, section 22.9.2.19).
enum EscapedText {
    /// Replaces the escapes in the bytes from an index on.
    static func unescape(_ bytes: inout [UInt8], from start: Int) {
        guard var read = nextEscape(in: bytes, from: start) else { return }
        var write = read
        while read < bytes.count {
            guard let first = unit(in: bytes, at: read) else {
                bytes[write] = bytes[read]
                (read, write) = (read + 1, write + 1)
                continue
            }
            read += 7
            var scalar = Unicode.Scalar(first)
            if first & 0xFC00 == 0xD800, let second = unit(in: bytes, at: read),
                second & 0xFC00 == 0xDC00
            {
                scalar = Unicode.Scalar(0x10000 + (first & 0x3FF) << 10 + second & 0x3FF)
                read += 7
            }
            for byte in UTF8.encode(scalar ?? "\u{FFFD}") ?? UTF8.encodedReplacementCharacter {
                bytes[write] = byte
                write += 1
            }
        }
        bytes.removeLast(bytes.count - write)
    }

    /// Appends text with escapes for the characters that XML forbids, and for text that looks like
    /// an escape, as XML.
    static func append(_ text: String, to xml: inout [UInt8]) {
        var text = text
        text.withUTF8 { bytes in
            var index = 0
            while index < bytes.count {
                index += appendCharacter(bytes, at: index, to: &xml)
            }
        }
    }

    /// Appends one byte or character; returns its length.
    private static func appendCharacter(
        _ bytes: UnsafeBufferPointer<UInt8>, at index: Int, to xml: inout [UInt8]
    ) -> Int {
        switch bytes[index] {
        case UInt8(ascii: "&"): xml += "&amp;".utf8
        case UInt8(ascii: "<"): xml += "&lt;".utf8
        case UInt8(ascii: ">"): xml += "&gt;".utf8
        case UInt8(ascii: "\""): xml += "&quot;".utf8
        case 0x09, 0x0A: xml.append(bytes[index])
        // XML readers turn a carriage return into a line feed.
        case ..<0x20: append(escapeOf: UInt16(bytes[index]), to: &xml)
        // The next character may become an escape, whose `_` would complete this one.
        case UInt8(ascii: "_") where unit(in: bytes, at: index, isComplete: false) != nil:
            append(escapeOf: 0x5F, to: &xml)
        // U+FFFE and U+FFFF are EF BF BE and EF BF BF.
        case 0xEF
        where index + 2 < bytes.count && bytes[index + 1] == 0xBF && bytes[index + 2] > 0xBD:
            append(escapeOf: 0xFF40 | UInt16(bytes[index + 2]), to: &xml)
            return 3
        default: xml.append(bytes[index])
        }
        return 1
    }

    private static func append(escapeOf unit: UInt16, to xml: inout [UInt8]) {
        let digits = String(unit, radix: 16, uppercase: true)
        xml += "_x\(String(repeating: "0", count: 4 - digits.count))\(digits)_".utf8
    }

    private static func nextEscape(in bytes: [UInt8], from start: Int) -> Int? {
        bytes.withUnsafeBufferPointer { bytes in
            var index = start
            while index + 7 <= bytes.count {
                if bytes[index] == UInt8(ascii: "_"), unit(in: bytes, at: index) != nil {
                    return index
                }
                index += 1
            }
            return nil
        }
    }

    /// Returns the unit of an escape at an index, which ends with `_` if it is complete.
    private static func unit<Bytes: RandomAccessCollection<UInt8>>(
        in bytes: Bytes, at index: Int, isComplete: Bool = true
    ) -> UInt32? where Bytes.Index == Int {
        guard index + (isComplete ? 7 : 6) <= bytes.endIndex, bytes[index] == UInt8(ascii: "_"),
            bytes[index + 1] == UInt8(ascii: "x"),
            !isComplete || bytes[index + 6] == UInt8(ascii: "_")
        else { return nil }
        var unit: UInt32 = 0
        for byte in bytes[index + 2..<index + 6] {
            guard let digit = hexadecimalDigit(byte) else { return nil }
            unit = unit << 4 | digit
        }
        return unit
    }

    private static func hexadecimalDigit(_ byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte) - 0x30
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte) - 0x37
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte) - 0x57
        default: nil
        }
    }
}
