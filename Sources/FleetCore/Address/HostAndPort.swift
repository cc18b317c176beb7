/// Host and port of an address (RFC 3986, section 3.2).
package struct HostAndPort: Hashable, Sendable {
    /// Host in lower-case ASCII; an IPv6 address is in brackets.
    package let host: String
    package let port: Int?

    private init(_ host: String, digits: ArraySlice<UInt8>?) throws(AddressError) {
        self.host = host
        port = try digits.map(Self.port)
    }

    /// Parses a host, optionally with a port, which may be empty.
    package init(_ text: some Collection<UInt8>) throws(AddressError) {
        let (host, digits) = try Self.split(Array(text)[...])
        try self.init(host, digits: digits?.isEmpty == true ? nil : digits)
    }

    /// Parses a `Host` field (RFC 9110, section 7.2); `nil` for a text that browsers never send:
    /// with a port that is empty or begins with 0, or that is not a host.
    package init?(field: some StringProtocol) {
        do throws(AddressError) {
            let (host, digits) = try Self.split(Array(field.utf8)[...])
            guard digits?.isEmpty != true, digits?.first != UInt8(ascii: "0") else { return nil }
            try self.init(host, digits: digits)
        } catch {
            return nil
        }
    }

    /// Returns a host without the brackets of an IPv6 address, as the system takes it.
    package static func unbracketed(_ host: String) -> String {
        host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
    }

    private static func split(
        _ text: ArraySlice<UInt8>
    ) throws(AddressError) -> (host: String, port: ArraySlice<UInt8>?) {
        guard text.first == UInt8(ascii: "[") else {
            let host = text.prefix { $0 != UInt8(ascii: ":") }
            return (try name(host), try afterColon(text[host.endIndex...]))
        }
        guard let end = text.firstIndex(of: UInt8(ascii: "]")) else {
            throw AddressError("the IPv6 address has no closing bracket")
        }
        let digits = text[(text.startIndex + 1)..<end]
        guard digits.count <= 45, digits.contains(UInt8(ascii: ":")),
            digits.allSatisfy({ $0.isHexadecimalDigit || $0 == 0x3A || $0 == 0x2E })
        else { throw AddressError("invalid IPv6 address") }
        let host = "[" + String(decoding: digits, as: UTF8.self).lowercased() + "]"
        return (host, try afterColon(text[(end + 1)...]))
    }

    private static func name(_ host: ArraySlice<UInt8>) throws(AddressError) -> String {
        guard !host.isEmpty else { throw AddressError("the address has no host") }
        guard host.allSatisfy({ $0 < 0x80 }) else {
            throw AddressError("the host name is not ASCII; use its xn-- form")
        }
        guard host.count <= 253,
            host.allSatisfy({ $0.isLetterOrDigit || "-._~".utf8.contains($0) })
        else { throw AddressError("invalid host name") }
        return String(decoding: host, as: UTF8.self).lowercased()
    }

    private static func afterColon(
        _ rest: ArraySlice<UInt8>
    ) throws(AddressError) -> ArraySlice<UInt8>? {
        guard let first = rest.first else { return nil }
        guard first == UInt8(ascii: ":") else { throw AddressError("invalid host name") }
        return rest.dropFirst()
    }

    private static func port(_ digits: ArraySlice<UInt8>) throws(AddressError) -> Int {
        guard digits.count <= 5, digits.allSatisfy(\.isDigit),
            let port = Int(String(decoding: digits, as: UTF8.self)), (1...65535).contains(port)
        else { throw AddressError("the port must be between 1 and 65535") }
        return port
    }
}

/// Error for an invalid address; the message never contains the address itself.
package struct AddressError: Error, Equatable {
    package let message: String

    package init(_ message: String) {
        self.message = message
    }
}
