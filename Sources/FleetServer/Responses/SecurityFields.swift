import FleetCore
import HTTPTypes

/// Fields of every response that restrict what browsers do with it.
struct SecurityFields: Sendable {
    private let tiles: TileSetting
    private let fields: HTTPFields
    private let policyWithoutTiles = Self.contentPolicy(tiles: nil)

    /// - Parameters:
    ///   - tiles: The map's tiles.
    ///   - isSecure: Whether people reach the server by https only.
    init(tiles: TileSetting, isSecure: Bool) {
        var fields: HTTPFields = [.xContentTypeOptions: "nosniff"]
        let others = [
            "X-Frame-Options": "DENY",
            "Cross-Origin-Opener-Policy": "same-origin",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Permissions-Policy": "camera=(self), geolocation=(self), microphone=()",
        ]
        for (name, value) in others {
            guard let name = HTTPField.Name(name) else { continue }
            fields[name] = value
        }
        if isSecure { fields[.strictTransportSecurity] = "max-age=31536000" }
        (self.fields, self.tiles) = (fields, tiles)
    }

    /// Adds the fields to those of a response.
    func add(to response: inout HTTPFields) {
        for field in fields { response[field.name] = field.value }
        let tiles = tiles.origin
        response[.contentSecurityPolicy] =
            tiles.map { Self.contentPolicy(tiles: $0) } ?? policyWithoutTiles
        // Servers of tiles want to know which site loads them; they learn its origin alone.
        response[.referrerPolicy] =
            tiles == nil ? "same-origin" : "strict-origin-when-cross-origin"
        // The content of a response may differ from person to person.
        if response[.cacheControl] == nil { response[.cacheControl] = "no-store" }
    }

    private static func contentPolicy(tiles: WebOrigin?) -> String {
        let tiles = tiles.map { " " + $0.text } ?? ""
        let policy = [
            "default-src 'none'", "script-src 'self'", "style-src 'self'",
            "img-src 'self' data: blob:" + tiles, "connect-src 'self'" + tiles,
            "worker-src blob: 'self'", "manifest-src 'self'", "form-action 'self'",
            "base-uri 'none'", "frame-ancestors 'none'",
        ]
        return policy.joined(separator: "; ")
    }
}

extension HTTPField.Name {
    fileprivate static let referrerPolicy = HTTPField.Name("Referrer-Policy") ?? .server
    /// ID of the request in the server's log.
    static let requestID = HTTPField.Name("X-Request-ID") ?? .server
}
