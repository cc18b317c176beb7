/// Scheme, host and port of a web address (RFC 6454, section 4).
package struct WebOrigin: Hashable, Sendable {
    package enum Scheme: String, Sendable {
        case http
        case https

        var defaultPort: Int { self == .http ? 80 : 443 }
    }

    package let scheme: Scheme
    /// Host in lower case; an IPv6 address in brackets.
    package let host: String
    package let port: Int

    package init(scheme: Scheme, host: String, port: Int? = nil) {
        self.scheme = scheme
        self.host = host.lowercased()
        self.port = port ?? scheme.defaultPort
    }

    /// Parses an origin such as `https://fleet.example:8443`; nil for other texts, also for an
    /// address with a path other than `/`, a query, a fragment or credentials.
    package init?(_ text: String) {
        let parts = text.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let scheme = Scheme(rawValue: parts[0].lowercased()) else {
            return nil
        }
        let rest = parts[1].hasSuffix("/") ? parts[1].dropLast() : parts[1]
        guard let authority = Authority(rest) else { return nil }
        self.init(scheme: scheme, host: authority.host, port: authority.port)
    }

    /// Host with the port unless it is that of the scheme, as in a `Host` field.
    package var authority: String { port == scheme.defaultPort ? host : "\(host):\(port)" }

    /// The origin as in an `Origin` field.
    package var text: String { "\(scheme.rawValue)://\(authority)" }

    /// Whether the host is this machine by its name or address.
    package var isLoopback: Bool {
        host == "localhost" || host == "[::1]" || host.hasPrefix("127.") && Authority.isIPv4(host)
    }
}

/// Host and port of a `Host` field (RFC 9112, section 3.2).
struct Authority: Hashable {
    let host: String
    let port: Int?

    /// Parses a host, optionally with a port; nil for characters that a host name or an address
    /// cannot have, and for a port that begins with 0, which browsers never send.
    init?(_ text: some StringProtocol) {
        let host: Substring
        let rest: Substring
        let text = Substring(text)
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            (host, rest) = (text[...end], text[text.index(after: end)...])
            let isAddress = host.dropFirst().dropLast().allSatisfy {
                $0.isHexDigit || $0 == ":" || $0 == "."
            }
            guard isAddress else { return nil }
        } else {
            host = text.prefix { $0 != ":" }
            rest = text[host.endIndex...]
            guard !host.isEmpty, host.utf8.allSatisfy(Self.isHostByte) else { return nil }
        }
        if rest.isEmpty {
            port = nil
        } else {
            let digits = rest.dropFirst()
            guard rest.first == ":", digits.utf8.allSatisfy({ (48...57).contains($0) }),
                !digits.hasPrefix("0"), let number = UInt16(digits)
            else { return nil }
            port = Int(number)
        }
        self.host = host.lowercased()
    }

    static func isIPv4(_ host: String) -> Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
    }

    private static func isHostByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
