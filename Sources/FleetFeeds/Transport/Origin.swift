package import FleetCore

/// Origin of an address, which determines whether it receives credentials (RFC 6454, section 4).
struct Origin: Hashable, Sendable {
    /// URI scheme of a fetched document.
    enum Scheme: String, Sendable {
        case http
        case https

        /// Port of an address without an explicit one.
        var defaultPort: Int { self == .http ? 80 : 443 }
    }

    let scheme: Scheme
    /// Host in lower case; an IPv6 address is in brackets.
    let host: String
    let port: Int

    /// Start of an address with this origin; the default port is omitted.
    var text: String {
        let start = scheme.rawValue + "://" + host
        return port == scheme.defaultPort ? start : start + ":" + String(port)
    }
}

extension Location {
    /// Whether requests for both go to the same origin, which may receive the same credentials.
    package func hasSameOrigin(as other: Location) -> Bool {
        guard let origin, let otherOrigin = other.origin else { return false }
        return origin == otherOrigin
    }

    private var origin: Origin? {
        guard case .web(let text) = self else { return nil }
        return try? WebAddress(text).origin
    }
}
