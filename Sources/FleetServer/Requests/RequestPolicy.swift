import FleetCore
import HTTPTypes

/// Rules that decide whether a request may be from one of our own pages.
///
/// A request for another host is refused, so that no foreign name that resolves to this machine
/// reaches it (DNS rebinding). A request that changes something and carries the session's cookie
/// must come from one of our own pages (cross-site request forgery). A bearer token is never sent
/// by a browser on its own, so such requests need no origin.
struct RequestPolicy: Sendable {
    /// The origins under which people reach the server.
    let origins: Set<WebOrigin>

    /// - Parameters:
    ///   - publicOrigin: Origin of `--public-url`, which a proxy may serve.
    ///   - scheme: Scheme that the server itself speaks.
    ///   - port: Port that it listens on.
    init(publicOrigin: WebOrigin?, scheme: WebOrigin.Scheme, port: Int) {
        let loopback = ["localhost", "127.0.0.1", "[::1]"].map {
            WebOrigin(scheme: scheme, host: $0, port: port)
        }
        origins = Set(loopback + [publicOrigin].compactMap(\.self))
    }

    /// Returns whether a `Host` field names this server.
    func acceptsHost(_ field: String?) -> Bool {
        guard let field, let authority = HostAndPort(field: field) else { return false }
        return origins.contains { origin in
            origin.host == authority.host
                && origin.port == authority.port ?? origin.scheme.defaultPort
        }
    }

    /// Returns whether a request with a cookie may change something.
    func acceptsChange(origin: String?, fetchSite: String?) -> Bool {
        if let origin { return WebOrigin(origin).map(origins.contains) ?? false }
        return fetchSite == "same-origin"
    }

    /// Returns whether a request without a cookie may sign in or register: any program may, but no
    /// page of another site.
    func acceptsSignIn(origin: String?, fetchSite: String?) -> Bool {
        if origin == nil, fetchSite == nil || fetchSite == "none" { return true }
        return acceptsChange(origin: origin, fetchSite: fetchSite)
    }

    /// Returns whether a method changes nothing (RFC 9110, section 9.2.1).
    static func isSafe(_ method: HTTPRequest.Method) -> Bool {
        [.get, .head, .options].contains(method)
    }
}
