/// An http or https address (RFC 3986), in one spelling, so that no two parsers read it differently.
///
/// The host is lower case and plain ASCII, the path is never empty, what may not stand in an address
/// is percent-encoded, and the fragment is left out. Spaces and control characters are refused.
struct WebAddress: Hashable, Sendable {
    let origin: Origin
    /// What stood before `@`, as it was written: a secret, never part of `text`.
    var userInformation: String?
    /// Begins with a slash.
    let path: String
    /// What follows `?`.
    var query: String?

    /// More bytes than any honest address has.
    static let longest = 8192

    /// The address without user information, for requests, memory and links.
    var text: String {
        let start = origin.text + path
        return query.map { start + "?" + $0 } ?? start
    }

    /// Reads an absolute address.
    init(_ text: String) throws(AddressFault) {
        let bytes = try Self.checked(text)
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            let scheme = Origin.Scheme(
                rawValue: String(decoding: bytes[..<colon], as: UTF8.self).lowercased())
        else { throw AddressFault("it is neither http nor https") }
        let rest = bytes[(colon + 1)...]
        guard rest.starts(with: "//".utf8) else { throw AddressFault("it names no host") }
        try self.init(scheme: scheme, afterSlashes: rest.dropFirst(2))
    }

    /// Reads what follows `scheme://`.
    init(scheme: Origin.Scheme, afterSlashes rest: ArraySlice<UInt8>) throws(AddressFault) {
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

    /// An address at the origin of another, whose user information it shares.
    init(beside base: WebAddress, path: String, query: String?) {
        origin = base.origin
        userInformation = base.userInformation
        self.path = path
        self.query = query
    }

    /// The bytes of an address or link; what could smuggle a line into a request is refused.
    static func checked(_ text: String) throws(AddressFault) -> [UInt8] {
        let bytes = Array(text.utf8)
        guard bytes.count <= longest else { throw AddressFault("it is too long") }
        guard bytes.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
            throw AddressFault("it holds a space or a control character")
        }
        return bytes
    }

    /// Splits at `?`, leaves out the fragment and encodes what may not stand in an address.
    static func pathAndQuery(_ bytes: ArraySlice<UInt8>) -> (path: String, query: String?) {
        let kept = bytes.prefix { $0 != UInt8(ascii: "#") }
        let path = kept.prefix { $0 != UInt8(ascii: "?") }
        let query = kept.count > path.count ? kept[(path.endIndex + 1)...] : nil
        let start = path.first == UInt8(ascii: "/") ? "" : "/"
        return (start + PercentEncoding.mended(path), query.map(PercentEncoding.mended))
    }
}
