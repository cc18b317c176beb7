import FleetCore

/// An http or https address (RFC 3986), normalized so that no two parsers read it differently.
///
/// The host is lower-case ASCII, the path is never empty, characters that an address must not
/// contain are percent-encoded, and the fragment is removed. Spaces and control characters are
/// rejected.
struct WebAddress: Hashable, Sendable {
    let origin: Origin
    /// The text before `@`, as written: a secret, never part of `text`.
    var userInformation: String?
    /// Path, which starts with a slash.
    private(set) var path: String
    /// Text after `?`.
    var query: String?

    /// Maximum length of an address or link, in bytes.
    static let maxLength = 8192

    /// The address without user information, for requests, the cache and links.
    var text: String {
        let start = origin.text + path
        return query.map { start + "?" + $0 } ?? start
    }

    /// The address for messages, without possible secrets.
    var redactedText: String { Location.redacted(text) }

    /// Reads an absolute address.
    init(_ text: String) throws(AddressError) {
        let reference = try Self.reference(text)
        guard let scheme = reference.schemeName.flatMap(Origin.Scheme.init(rawValue:)) else {
            throw AddressError("not an http or https address")
        }
        try self.init(reference, scheme: scheme)
    }

    /// Reads an address without its scheme.
    init(
        _ reference: URIReference<ArraySlice<UInt8>>, scheme: Origin.Scheme
    ) throws(AddressError) {
        guard let host = reference.hostAndPort else {
            throw AddressError("the address has no host")
        }
        origin = try Self.origin(scheme, host)
        userInformation = reference.userInformation.map { String(decoding: $0, as: UTF8.self) }
        path = reference.path.isEmpty ? "/" : PercentEncoding.normalized(reference.path)
        query = reference.query.map { PercentEncoding.normalized($0) }
    }

    /// Splits an address or link.
    ///
    /// Rejects characters that could smuggle a line into a request.
    private static func reference(
        _ text: String
    ) throws(AddressError) -> URIReference<ArraySlice<UInt8>> {
        let bytes = Array(text.utf8)
        guard bytes.count <= maxLength else { throw AddressError("the address is too long") }
        guard bytes.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
            throw AddressError("the address contains a space or control character")
        }
        return URIReference(bytes[...])
    }
}

extension WebAddress {
    private static func origin(
        _ scheme: Origin.Scheme, _ authority: ArraySlice<UInt8>
    ) throws(AddressError) -> Origin {
        let (host, port) = try hostAndPort(authority)
        return Origin(scheme: scheme, host: host, port: port ?? scheme.defaultPort)
    }

    /// Parses a host, which is in brackets if it is an IPv6 address, and an optional port.
    static func hostAndPort(
        _ authority: ArraySlice<UInt8>
    ) throws(AddressError) -> (host: String, port: Int?) {
        let (host, port) = try split(authority)
        return (host, try port.map(Self.port))
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
        guard digits.count <= 5, digits.allSatisfy(\.isDigit),
            let port = Int(String(decoding: digits, as: UTF8.self)), (1...65535).contains(port)
        else { throw AddressError("the port must be between 1 and 65535") }
        return port
    }
}

extension WebAddress {
    /// Resolves a link in the document at this address (RFC 3986, section 5.2).
    func resolving(_ link: String) throws(AddressError) -> WebAddress {
        let reference = try Self.reference(link)
        if reference.scheme != nil { return try WebAddress(link) }
        if reference.authority != nil {
            return try WebAddress(reference, scheme: origin.scheme)
        }
        var target = self
        if !reference.path.isEmpty {
            let link = PercentEncoding.normalized(reference.path)
            let folder = path[...(path.lastIndex(of: "/") ?? path.startIndex)]
            target.path = Self.removingDotSegments(link.hasPrefix("/") ? link : folder + link)
        }
        if !reference.path.isEmpty || reference.query != nil {
            target.query = reference.query.map { PercentEncoding.normalized($0) }
        }
        return target
    }

    /// Removes `.` and `..` from a path (RFC 3986, section 5.2.4).
    private static func removingDotSegments(_ path: String) -> String {
        let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        var result: [Substring] = []
        for segment in segments {
            if segment == ".." {
                _ = result.popLast()
            } else if segment != "." {
                result.append(segment)
            }
        }
        if let last = segments.last, last == "." || last == ".." { result.append("") }
        return "/" + result.joined(separator: "/")
    }
}

extension WebAddress {
    /// Sets a query item; replaces items of the same name.
    mutating func setQueryItem(_ name: String, to value: String) {
        let item = PercentEncoding.encoded(name) + "=" + PercentEncoding.encoded(value)
        let others = queryItems.filter { Self.name(of: $0) != name }
        query = (others.map(String.init) + [item]).joined(separator: "&")
    }

    /// Removes the query items that have one of these names with its value.
    mutating func removeQueryItems(_ secrets: [String: String]) {
        let others = queryItems.filter { item in
            guard let secret = secrets[Self.name(of: item)] else { return true }
            return PercentEncoding.decoded(item.divided(at: "=").tail ?? "") != secret
        }
        guard others.count < queryItems.count else { return }
        query = others.isEmpty ? nil : others.joined(separator: "&")
    }

    private var queryItems: [Substring] {
        query?.split(separator: "&", omittingEmptySubsequences: true) ?? []
    }

    private static func name(of item: Substring) -> String {
        PercentEncoding.decoded(item.divided(at: "=").head)
    }
}

/// Error for an invalid address; the message never contains the address itself.
struct AddressError: Error, Equatable {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}
