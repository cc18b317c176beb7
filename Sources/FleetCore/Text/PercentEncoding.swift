/// Percent-encoding of bytes in URIs (RFC 3986, section 2.1).
public enum PercentEncoding {
    /// Encodes all bytes but ASCII letters, digits and the characters of `kept`.
    ///
    /// - Parameter kept: ASCII characters to leave as they are. The default, together with letters and
    ///   digits, is the unreserved set of RFC 3986, section 2.3.
    public static func encoded(_ bytes: [UInt8], keeping kept: StaticString = "-._~") -> String {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        kept.withUTF8Buffer { kept in
            for byte in bytes {
                if isAlphanumeric(byte) || kept.contains(byte) {
                    result.append(byte)
                } else {
                    append(byte, to: &result)
                }
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Encodes all but letters, digits and `-._~`, such as for the value of a query item.
    public static func encoded(_ text: String) -> String {
        encoded(Array(text.utf8))
    }

    /// Encodes the bytes that are not allowed in a path or query; existing `%XX` sequences stay.
    public static func normalized(_ bytes: ArraySlice<UInt8>) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        for (index, byte) in zip(bytes.indices, bytes) {
            let isKept =
                byte == UInt8(ascii: "%")
                ? isEncoded(bytes[index...])
                : isAlphanumeric(byte) || allowed.contains(byte)
            if isKept { result.append(byte) } else { append(byte, to: &result) }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Decodes every `%XX`; a percent sign without two hexadecimal digits stays as it is.
    public static func decoded(_ text: some StringProtocol) -> String {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if isEncoded(bytes[index...]) {
                result.append(value(bytes[index + 1]) << 4 | value(bytes[index + 2]))
                index += 3
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static let allowed = Set("-._~!$&'()*+,;=:@/?".utf8)
    private static let digits = Array("0123456789ABCDEF".utf8)

    private static func isEncoded(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.first == UInt8(ascii: "%") && bytes.count >= 3
            && bytes.dropFirst().prefix(2).allSatisfy(isHexadecimalDigit)
    }

    private static func append(_ byte: UInt8, to result: inout [UInt8]) {
        result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
    }

    private static func value(_ digit: UInt8) -> UInt8 {
        digit <= 0x39 ? digit - 0x30 : (digit | 0x20) - 0x61 + 10
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
    }

    private static func isHexadecimalDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte & 0xDF)
    }
}
