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
    let path: String
    /// Text after `?`.
    var query: String?

    /// Maximum length of an address or link, in bytes.
    static let maxLength = 8192

    /// The address without user information, for requests, the cache and links.
    var text: String {
        let start = origin.text + path
        return query.map { start + "?" + $0 } ?? start
    }

    /// Reads an absolute address.
    init(_ text: String) throws(AddressError) {
        let bytes = try Self.validated(text)
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            let scheme = Origin.Scheme(
                rawValue: String(decoding: bytes[..<colon], as: UTF8.self).lowercased())
        else { throw AddressError("not an http or https address") }
        let rest = bytes[(colon + 1)...]
        guard rest.starts(with: "//".utf8) else { throw AddressError("the address has no host") }
        try self.init(scheme: scheme, afterSlashes: rest.dropFirst(2))
    }

    /// Reads the text after `scheme://`.
    init(scheme: Origin.Scheme, afterSlashes rest: ArraySlice<UInt8>) throws(AddressError) {
        let isEnd: (UInt8) -> Bool = { "/?#".utf8.contains($0) }
        var authority = rest[..<(rest.firstIndex(where: isEnd) ?? rest.endIndex)]
        let tail = rest[authority.endIndex...]
        if let at = authority.lastIndex(of: UInt8(ascii: "@")) {
            userInformation = String(decoding: authority[..<at], as: UTF8.self)
            authority = authority[(at + 1)...]
        }
        origin = try Self.origin(scheme, authority)
        (path, query) = Self.pathAndQuery(tail)
    }

    /// Creates an address with the origin and user information of another one.
    init(sameOriginAs base: WebAddress, path: String, query: String?) {
        origin = base.origin
        userInformation = base.userInformation
        self.path = path
        self.query = query
    }

    /// Returns the bytes of an address or link.
    ///
    /// Rejects characters that could smuggle a line into a request.
    static func validated(_ text: String) throws(AddressError) -> [UInt8] {
        let bytes = Array(text.utf8)
        guard bytes.count <= maxLength else { throw AddressError("the address is too long") }
        guard bytes.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
            throw AddressError("the address contains a space or control character")
        }
        return bytes
    }

    /// Splits at `?`, removes the fragment and percent-encodes what an address must not contain.
    static func pathAndQuery(_ bytes: ArraySlice<UInt8>) -> (path: String, query: String?) {
        let target = bytes.prefix { $0 != UInt8(ascii: "#") }
        let path = target.prefix { $0 != UInt8(ascii: "?") }
        let query = target.count > path.count ? target[(path.endIndex + 1)...] : nil
        let start = path.first == UInt8(ascii: "/") ? "" : "/"
        return (start + PercentEncoding.normalized(path), query.map(PercentEncoding.normalized))
    }
}

/// Error for an invalid address; the message never contains the address itself.
struct AddressError: Error, Equatable {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}

extension UInt8 {
    /// Whether this is an ASCII letter or digit.
    var isLetterOrDigit: Bool {
        (0x30...0x39).contains(self) || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self)
    }

    /// Whether this is an ASCII hexadecimal digit.
    var isHexadecimalDigit: Bool {
        (0x30...0x39).contains(self) || (0x41...0x46).contains(self) || (0x61...0x66).contains(self)
    }
}
