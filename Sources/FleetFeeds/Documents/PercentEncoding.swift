/// Percent-encoding of bytes in addresses (RFC 3986, section 2.1).
enum PercentEncoding {
    /// Encodes the bytes that may not stand in a path or query; what is encoded already stays.
    static func mended(_ bytes: ArraySlice<UInt8>) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        for (index, byte) in zip(bytes.indices, bytes) {
            let stands =
                byte == UInt8(ascii: "%")
                ? isEncoded(bytes[index...])
                : byte.isLetterOrDigit || allowed.contains(byte)
            if stands { result.append(byte) } else { append(byte, to: &result) }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Encodes all but letters, digits and `-._~`, for the value of a query item.
    static func encoded(_ text: String) -> String {
        var result: [UInt8] = []
        for byte in text.utf8 {
            if byte.isLetterOrDigit || "-._~".utf8.contains(byte) {
                result.append(byte)
            } else {
                append(byte, to: &result)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Decodes every `%XX`; a percent sign without two digits stands for itself.
    static func decoded(_ text: some StringProtocol) -> String {
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
            && bytes.dropFirst().prefix(2).allSatisfy(\.isHexadecimalDigit)
    }

    private static func append(_ byte: UInt8, to result: inout [UInt8]) {
        result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }

    private static func value(_ digit: UInt8) -> UInt8 {
        digit <= 0x39 ? digit - 0x30 : (digit | 0x20) - 0x61 + 10
    }
}
