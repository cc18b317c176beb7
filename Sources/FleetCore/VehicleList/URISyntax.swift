/// Syntax check for URIs (RFC 3986, section 3).
enum URISyntax {
    private typealias Bytes = UnsafeBufferPointer<UInt8>.SubSequence

    /// Returns whether the text has a scheme and no characters that a URI must escape.
    static func isURI(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { isURI($0[...]) }
    }

    private static func isURI(_ utf8: Bytes) -> Bool {
        guard let colon = utf8.firstIndex(of: UInt8(ascii: ":")), isScheme(utf8[..<colon]) else {
            return false
        }
        let rest = utf8[(colon + 1)...]
        guard !rest.isEmpty, hasValidCharacters(rest) else { return false }
        return hasValidAuthority(rest) && hasAtMostOneFragment(rest)
    }

    /// Returns whether the text is an http or https URI with a host.
    static func isWebAddress(_ text: String) -> Bool {
        let isWeb = ["http://", "https://"].contains { scheme in
            ASCIICase.hasPrefix(text, scheme)
                && text.utf8.dropFirst(scheme.utf8.count).first.map(isAlphanumeric) ?? false
        }
        return isWeb && isURI(text)
    }

    private static func isScheme(_ scheme: Bytes) -> Bool {
        guard let first = scheme.first, isAlphanumeric(first), !isDigit(first) else { return false }
        return scheme.allSatisfy { isAlphanumeric($0) || "+-.".utf8.contains($0) }
    }

    /// Returns whether every character is allowed in a URI, and every `%` is followed by two
    /// digits.
    ///
    /// Brackets are rejected: only IPv6 hosts use them, and no rental link has one.
    private static func hasValidCharacters(_ rest: Bytes) -> Bool {
        var pending = 0
        for byte in rest {
            if pending > 0 {
                guard isHexadecimal(byte) else { return false }
                pending -= 1
            } else if byte == UInt8(ascii: "%") {
                pending = 2
            } else if !isAlphanumeric(byte), !isMark(byte) {
                return false
            }
        }
        return pending == 0
    }

    /// Returns whether the authority after `//`, if any, has at most one `@` and a numeric port.
    private static func hasValidAuthority(_ rest: Bytes) -> Bool {
        guard rest.starts(with: "//".utf8) else { return true }
        let authority = rest.dropFirst(2).prefix { !"/?#".utf8.contains($0) }
        let parts = authority.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard parts.count <= 2, let host = parts.last else { return false }
        let hostAndPort = host.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        return hostAndPort.count <= 2
            && hostAndPort.dropFirst().allSatisfy { $0.allSatisfy(isDigit) }
    }

    private static func hasAtMostOneFragment(_ rest: Bytes) -> Bool {
        rest.count { $0 == UInt8(ascii: "#") } <= 1
    }

    /// The reserved and unreserved marks of RFC 3986, sections 2.2 and 2.3, without brackets.
    private static func isMark(_ byte: UInt8) -> Bool {
        switch Unicode.Scalar(byte) {
        case "-", ".", "_", "~", "!", "$", "&", "'", "(", ")", "*", "+", ",", ";", "=", ":", "@",
            "/", "?", "#":
            true
        default: false
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte)
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        isDigit(byte) || (0x41...0x5A).contains(byte & 0xDF)
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        isDigit(byte) || (0x41...0x46).contains(byte & 0xDF)
    }
}
