/// Origin of a web address: scheme, host and port (RFC 6454, section 4).
///
/// It determines whether a server receives credentials, and whether a request is from one of our
/// own pages.
package struct WebOrigin: Hashable, Sendable {
    package enum Scheme: String, Sendable {
        case http
        case https

        /// Port of an address without an explicit one.
        package var defaultPort: Int { self == .http ? 80 : 443 }
    }

    package let scheme: Scheme
    /// Host in lower case; an IPv6 address is in brackets.
    package let host: String
    package let port: Int

    package init(scheme: Scheme, host: String, port: Int? = nil) {
        self.scheme = scheme
        self.host = host.lowercased()
        self.port = port ?? scheme.defaultPort
    }

    /// Parses an origin such as `https://fleet.example:8443`; `nil` for other texts, also for an
    /// address with a path other than `/`, a query, a fragment or user information.
    package init?(_ text: String) {
        let reference = URIReference(text.utf8[...])
        guard reference.path.isEmpty || reference.path.elementsEqual("/".utf8),
            reference.query == nil, reference.fragment == nil
        else { return nil }
        self.init(reference)
    }

    /// Creates the origin of a web address, whatever follows its host; `nil` for other texts, and
    /// for an address with user information.
    package init?(ofAddress address: String) {
        self.init(URIReference(address.utf8[...]))
    }

    private init?(_ reference: URIReference<Substring.UTF8View>) {
        guard let scheme = reference.schemeName.flatMap(Scheme.init),
            let authority = reference.authority,
            let host = HostAndPort(field: Substring(authority))
        else { return nil }
        self.init(scheme: scheme, host: host.host, port: host.port)
    }

    /// Host with the port unless it is that of the scheme, as in a `Host` field.
    package var authority: String { port == scheme.defaultPort ? host : "\(host):\(port)" }

    /// The origin as in an `Origin` field, and as an address begins with it.
    package var text: String { "\(scheme.rawValue)://\(authority)" }

    /// Whether the host is this machine by its name or address.
    package var isLoopback: Bool {
        host == "localhost" || IPAddress(HostAndPort.unbracketed(host))?.isLoopback == true
    }
}

extension Location {
    /// Whether requests for both go to the same origin, which may receive the same credentials.
    package func hasSameOrigin(as other: Location) -> Bool {
        guard let origin, let otherOrigin = other.origin else { return false }
        return origin == otherOrigin
    }

    private var origin: WebOrigin? {
        guard case .web(let text) = self else { return nil }
        return try? WebAddress(text).origin
    }
}
