extension WebAddress {
    static func origin(
        _ scheme: Origin.Scheme, _ authority: ArraySlice<UInt8>
    ) throws(AddressFault) -> Origin {
        let (host, port) = try split(authority)
        return Origin(
            scheme: scheme, host: host, port: try port.map(Self.port) ?? scheme.defaultPort)
    }

    private static func split(
        _ authority: ArraySlice<UInt8>
    ) throws(AddressFault) -> (host: String, port: ArraySlice<UInt8>?) {
        guard authority.first == UInt8(ascii: "[") else {
            let host = authority.prefix { $0 != UInt8(ascii: ":") }
            return (try name(host), try afterColon(authority[host.endIndex...]))
        }
        guard let end = authority.firstIndex(of: UInt8(ascii: "]")) else {
            throw AddressFault("its IPv6 host lacks a bracket")
        }
        let digits = authority[(authority.startIndex + 1)..<end]
        guard digits.count <= 45, digits.contains(UInt8(ascii: ":")),
            digits.allSatisfy({ $0.isHexadecimalDigit || $0 == 0x3A || $0 == 0x2E })
        else { throw AddressFault("its IPv6 host makes no sense") }
        let host = "[" + String(decoding: digits, as: UTF8.self).lowercased() + "]"
        return (host, try afterColon(authority[(end + 1)...]))
    }

    private static func name(_ host: ArraySlice<UInt8>) throws(AddressFault) -> String {
        guard !host.isEmpty else { throw AddressFault("it names no host") }
        guard host.allSatisfy({ $0 < 0x80 }) else {
            throw AddressFault("its host is not plain ASCII; write it in its xn-- form")
        }
        guard host.count <= 253,
            host.allSatisfy({ $0.isLetterOrDigit || "-._~".utf8.contains($0) })
        else { throw AddressFault("its host makes no sense") }
        return String(decoding: host, as: UTF8.self).lowercased()
    }

    private static func afterColon(
        _ rest: ArraySlice<UInt8>
    ) throws(AddressFault) -> ArraySlice<UInt8>? {
        guard let first = rest.first else { return nil }
        guard first == UInt8(ascii: ":") else { throw AddressFault("its host makes no sense") }
        return rest.count > 1 ? rest.dropFirst() : nil
    }

    private static func port(_ digits: ArraySlice<UInt8>) throws(AddressFault) -> Int {
        guard digits.count <= 5, digits.allSatisfy({ (0x30...0x39).contains($0) }),
            let port = Int(String(decoding: digits, as: UTF8.self)), (1...65535).contains(port)
        else { throw AddressFault("its port is not one of 1 to 65535") }
        return port
    }
}

extension UInt8 {
    var isLetterOrDigit: Bool {
        (0x30...0x39).contains(self) || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self)
    }

    var isHexadecimalDigit: Bool {
        (0x30...0x39).contains(self) || (0x41...0x46).contains(self) || (0x61...0x66).contains(self)
    }
}
