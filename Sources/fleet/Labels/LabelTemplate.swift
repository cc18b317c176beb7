/// A link with places for the vehicle's code, such as `https://example.com/v/{id}`.
struct LabelTemplate: Equatable, Sendable {
    private let before: [String]
    private let last: String

    /// Reads a template; `nil` if it has no `{id}`, or a brace that is none of it.
    init?(_ text: String) {
        var parts = text.components(separatedBy: "{id}")
        guard parts.count > 1, !parts.contains(where: { $0.contains { "{}".contains($0) } })
        else { return nil }
        last = parts.removeLast()
        before = parts
    }

    /// The link of a code, whose bytes are percent-encoded but for unreserved ones (RFC 3986, 2.3).
    func filled(with code: [UInt8]) -> [UInt8] {
        let code = Array(PercentEncoding.encoded(code, keeping: "-._~").utf8)
        return before.flatMap { Array($0.utf8) + code } + Array(last.utf8)
    }
}

extension String {
    fileprivate func components(separatedBy separator: String) -> [String] {
        split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    }
}

/// Bytes as `%` and two hexadecimal digits (RFC 3986, section 2.1).
enum PercentEncoding {
    /// Encodes all but ASCII letters, digits and the characters of `kept`.
    static func encoded(_ bytes: [UInt8], keeping kept: StaticString) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var encoded: [UInt8] = []
        encoded.reserveCapacity(bytes.count)
        kept.withUTF8Buffer { kept in
            for byte in bytes {
                if isAlphanumeric(byte) || kept.contains(byte) {
                    encoded.append(byte)
                } else {
                    encoded += [
                        UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0xF)],
                    ]
                }
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
    }
}
