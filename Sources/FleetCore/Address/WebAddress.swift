/// An http or https address (RFC 3986), normalized so that no two parsers read it differently.
///
/// The host is lower-case ASCII, the path is never empty, characters that an address must not
/// contain are percent-encoded, and the fragment is removed. Spaces and control characters are
/// rejected.
package struct WebAddress: Hashable, Sendable {
    package let origin: WebOrigin
    /// The text before `@`, as written: a secret, never part of `text`.
    package var userInformation: String?
    /// Path, which starts with a slash.
    package private(set) var path: String
    /// Text after `?`.
    package var query: String?

    /// Maximum length of an address or link, in bytes.
    package static let maxLength = 8192

    /// The address without user information, for requests, the cache and links.
    package var text: String {
        let start = origin.text + path
        return query.map { start + "?" + $0 } ?? start
    }

    /// The address for messages, without possible secrets.
    package var redactedText: String { Location.redacted(text) }

    /// Reads an absolute address.
    package init(_ text: String) throws(AddressError) {
        let reference = try Self.reference(text)
        guard let scheme = reference.schemeName.flatMap(WebOrigin.Scheme.init(rawValue:)) else {
            throw AddressError("not an http or https address")
        }
        try self.init(reference, scheme: scheme)
    }

    /// Reads an address without its scheme.
    private init(
        _ reference: URIReference<ArraySlice<UInt8>>, scheme: WebOrigin.Scheme
    ) throws(AddressError) {
        guard let authority = reference.hostAndPort else {
            throw AddressError("the address has no host")
        }
        let host = try HostAndPort(authority)
        origin = WebOrigin(scheme: scheme, host: host.host, port: host.port)
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
    /// Resolves a link in the document at this address (RFC 3986, section 5.2).
    package func resolving(_ link: String) throws(AddressError) -> WebAddress {
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
    package mutating func setQueryItem(_ name: String, to value: String) {
        let item = PercentEncoding.encoded(name) + "=" + PercentEncoding.encoded(value)
        let others = queryItems.filter { Self.name(of: $0) != name }
        query = (others.map(String.init) + [item]).joined(separator: "&")
    }

    /// Removes the query items that have one of these names with its value.
    package mutating func removeQueryItems(_ secrets: [String: String]) {
        let others = queryItems.filter { item in
            guard let secret = secrets[Self.name(of: item)] else { return true }
            return PercentEncoding.decoded(item.divided(at: "=").tail ?? "") != secret
        }
        guard others.count < queryItems.count else { return }
        query = others.isEmpty ? nil : others.joined(separator: "&")
    }

    /// Returns the value of the first query item with a name; `nil` without one.
    package func queryItem(_ name: String) -> String? {
        queryItems.first { Self.name(of: $0) == name }
            .map { PercentEncoding.decoded($0.divided(at: "=").tail ?? "") }
    }

    private var queryItems: [Substring] {
        query?.split(separator: "&", omittingEmptySubsequences: true) ?? []
    }

    private static func name(of item: Substring) -> String {
        PercentEncoding.decoded(item.divided(at: "=").head)
    }
}
