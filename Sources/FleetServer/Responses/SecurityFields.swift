import HTTPTypes

/// Fields of every response that restrict what browsers do with it.
struct SecurityFields: Sendable {
    private let fields: HTTPFields

    /// - Parameters:
    ///   - tiles: Origin of the map's tiles; nil without tiles.
    ///   - isSecure: Whether people reach the server by https only.
    init(tiles: WebOrigin?, isSecure: Bool) {
        let tiles = tiles.map { " " + $0.text } ?? ""
        let policy = [
            "default-src 'none'", "script-src 'self'", "style-src 'self'",
            "img-src 'self' data: blob:" + tiles, "connect-src 'self'" + tiles,
            "worker-src blob: 'self'", "form-action 'self'", "base-uri 'none'",
            "frame-ancestors 'none'",
        ]
        var fields: HTTPFields = [
            .contentSecurityPolicy: policy.joined(separator: "; "),
            .xContentTypeOptions: "nosniff",
        ]
        let others = [
            "Referrer-Policy": "same-origin", "X-Frame-Options": "DENY",
            "Cross-Origin-Opener-Policy": "same-origin",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Permissions-Policy": "camera=(self), geolocation=(self), microphone=()",
        ]
        for (name, value) in others {
            guard let name = HTTPField.Name(name) else { continue }
            fields[name] = value
        }
        if isSecure { fields[.strictTransportSecurity] = "max-age=31536000" }
        self.fields = fields
    }

    /// Adds the fields to those of a response.
    func add(to response: inout HTTPFields) {
        for field in fields { response[field.name] = field.value }
        // What a response shows may differ from person to person.
        if response[.cacheControl] == nil { response[.cacheControl] = "no-store" }
    }
}

extension HTTPField.Name {
    /// ID of the request in the server's log.
    static let requestID = HTTPField.Name("X-Request-ID") ?? .server
}
