extension WebAddress {
    static func origin(
        _ scheme: Origin.Scheme, _ authority: ArraySlice<UInt8>
    ) throws(AddressError) -> Origin {
        let (host, port) = try split(authority)
        return Origin(
            scheme: scheme, host: host, port: try port.map(Self.port) ?? scheme.defaultPort)
    }

    private static func split(
        _ authority: ArraySlice<UInt8>
    ) throws(AddressError) -> (host: String, port: ArraySlice<UInt8>?) {
        guard authority.first == UInt8(ascii: "[") else {
            let host = authority.prefix { $0 != UInt8(ascii: ":") }
            return (try name(host), try afterColon(authority[host.endIndex...]))
        }
        guard let end = authority.firstIndex(of: UInt8(ascii: "]")) else {
            throw AddressError("the IPv6 address has no closing bracket")
        }
        let digits = authority[(authority.startIndex + 1)..<end]
        guard digits.count <= 45, digits.contains(UInt8(ascii: ":")),
            digits.allSatisfy({ $0.isHexadecimalDigit || $0 == 0x3A || $0 == 0x2E })
        else { throw AddressError("invalid IPv6 address") }
        let host = "[" + String(decoding: digits, as: UTF8.self).lowercased() + "]"
        return (host, try afterColon(authority[(end + 1)...]))
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
        return rest.count > 1 ? rest.dropFirst() : nil
    }

    private static func port(_ digits: ArraySlice<UInt8>) throws(AddressError) -> Int {
        guard digits.count <= 5, digits.allSatisfy({ (0x30...0x39).contains($0) }),
            let port = Int(String(decoding: digits, as: UTF8.self)), (1...65535).contains(port)
        else { throw AddressError("the port must be between 1 and 65535") }
        return port
    }
}
