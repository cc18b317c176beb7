/// Percent-encoding of bytes in URIs (RFC 3986, section 2.1).
public enum PercentEncoding {
    /// Encodes all bytes but ASCII letters, digits and the characters of `kept`.
    ///
    /// - Parameter kept: ASCII characters to leave as they are. The default, together with letters
    ///   and digits, is the unreserved set of RFC 3986, section 2.3.
    public static func encoded(
        _ bytes: some Collection<UInt8>, keeping kept: String = "-._~"
    ) -> String {
        encoded(
            Array(bytes),
            unless: { $0.first.map { $0.isLetterOrDigit || kept.utf8.contains($0) } ?? false })
    }

    /// Encodes all but letters, digits and `-._~`, such as for the value of a query item.
    public static func encoded(_ text: String) -> String {
        encoded(text.utf8)
    }

    /// Encodes the bytes that are not allowed in a path or query; existing `%XX` sequences stay.
    public static func normalized(_ bytes: some Collection<UInt8>) -> String {
        encoded(Array(bytes), unless: { isAllowed($0) })
    }

    /// Returns whether a path or query contains only allowed bytes and `%XX` sequences.
    static func isNormalized(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.indices.allSatisfy { isAllowed(bytes[$0...]) }
    }

    /// Decodes every `%XX`; a percent sign without two hexadecimal digits stays as it is, and bytes
    /// that are not UTF-8 become U+FFFD.
    public static func decoded(_ text: some StringProtocol) -> String {
        String(decoding: decodedBytes(text), as: UTF8.self)
    }

    /// Decodes as ``decoded(_:)`` does; `nil` if the bytes are not UTF-8.
    public static func decodedUTF8(_ text: some StringProtocol) -> String? {
        String(validating: decodedBytes(text), as: UTF8.self)
    }

    private static func decodedBytes(_ text: some StringProtocol) -> [UInt8] {
        var rest = Array(text.utf8)[...]
        var result: [UInt8] = []
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let value = value(of: rest) {
                result.append(value)
                rest.removeFirst(2)
            } else {
                result.append(byte)
            }
        }
        return result
    }

    /// Encodes each byte unless the rest of the text, which begins with it, is to be kept.
    private static func encoded(
        _ bytes: [UInt8], unless isKept: (ArraySlice<UInt8>) -> Bool
    ) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        for (index, byte) in bytes.enumerated() {
            if isKept(bytes[index...]) {
                result.append(byte)
            } else {
                result.append(UInt8(ascii: "%"))
                result.append(digits[Int(byte >> 4)])
                result.append(digits[Int(byte & 0xF)])
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static let digits = Array("0123456789ABCDEF".utf8)

    /// Returns whether the first byte is allowed in a path or query, or begins an `%XX`.
    private static func isAllowed(_ rest: some Collection<UInt8>) -> Bool {
        guard let byte = rest.first else { return false }
        switch Unicode.Scalar(byte) {
        case "-", ".", "_", "~", "!", "$", "&", "'", "(", ")", "*", "+", ",", ";", "=", ":", "@",
            "/", "?":
            return true
        case "%": return value(of: rest.dropFirst()) != nil
        default: return byte.isLetterOrDigit
        }
    }

    /// Returns the value of the first two hexadecimal digits.
    private static func value(of digits: some Collection<UInt8>) -> UInt8? {
        let digits = digits.prefix(2)
        guard digits.count == 2, digits.allSatisfy(\.isHexadecimalDigit) else { return nil }
        return UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
    }
}
