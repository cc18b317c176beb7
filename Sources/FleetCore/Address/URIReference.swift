/// A URI or a relative reference, split into its components as written (RFC 3986, section 3).
///
/// A split never fails: a text without a valid scheme is a relative reference.
public struct URIReference<Bytes: BidirectionalCollection<UInt8>> where Bytes.SubSequence == Bytes {
    /// The text before the first `:`, if it is a valid scheme.
    public let scheme: Bytes?
    /// The text after `//`.
    public let authority: Bytes?
    /// The path, which may be empty.
    public let path: Bytes
    /// The text after `?`.
    public let query: Bytes?
    /// The text after `#`.
    public let fragment: Bytes?

    /// Splits a text.
    public init(_ text: Bytes) {
        var (scheme, rest): (Bytes?, Bytes) = (nil, text)
        if let colon = text.firstIndex(of: UInt8(ascii: ":")), Self.isScheme(text[..<colon]) {
            (scheme, rest) = (text[..<colon], text[colon...].dropFirst())
        }
        self.scheme = scheme
        (rest, fragment) = rest.divided(at: UInt8(ascii: "#"))
        (rest, query) = rest.divided(at: UInt8(ascii: "?"))
        guard rest.starts(with: "//".utf8) else {
            (authority, path) = (nil, rest)
            return
        }
        let authority = rest.dropFirst(2).prefix { $0 != UInt8(ascii: "/") }
        (self.authority, path) = (authority, rest[authority.endIndex...])
    }

    private static func isScheme(_ text: Bytes) -> Bool {
        guard let first = text.first, first.isLetterOrDigit, !first.isDigit else { return false }
        return text.allSatisfy { $0.isLetterOrDigit || "+-.".utf8.contains($0) }
    }

    /// The scheme in lower case.
    public var schemeName: String? {
        scheme.map { String(decoding: $0, as: UTF8.self).lowercased() }
    }

    /// The text before the last `@` of the authority: a secret.
    public var userInformation: Bytes? {
        authority.flatMap { text in text.lastIndex(of: UInt8(ascii: "@")).map { text[..<$0] } }
    }

    /// The authority without the user information.
    public var hostAndPort: Bytes? {
        authority.map { text in
            text.lastIndex(of: UInt8(ascii: "@")).map { text[$0...].dropFirst() } ?? text
        }
    }
}

extension URIReference {
    /// Whether this is a URI without characters that must be percent-encoded.
    ///
    /// Brackets are rejected: only IPv6 hosts use them, and no rental link has one.
    var isURI: Bool {
        let port = hostAndPort?.divided(at: UInt8(ascii: ":")).tail
        let isEmpty = authority == nil && path.isEmpty && query == nil && fragment == nil
        return scheme != nil && !isEmpty && isValid(authority) && isValid(path) && isValid(query)
            && isValid(fragment) && port?.allSatisfy(\.isDigit) != false
            && userInformation?.contains(UInt8(ascii: "@")) != true
    }

    /// Whether this is an http or https URI with a host.
    var isWebAddress: Bool {
        ["http", "https"].contains(schemeName) && authority?.first?.isLetterOrDigit == true
            && isURI
    }

    private func isValid(_ component: Bytes?) -> Bool {
        component.map { PercentEncoding.isNormalized($0) } ?? true
    }
}

extension Collection where Element: Equatable {
    /// Divides at the first separator; the tail is `nil` if there is none.
    public func divided(at separator: Element) -> (head: SubSequence, tail: SubSequence?) {
        guard let index = firstIndex(of: separator) else { return (self[...], nil) }
        return (self[..<index], self[index...].dropFirst())
    }
}
