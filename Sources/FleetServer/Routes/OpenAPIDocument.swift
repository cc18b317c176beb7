import Hummingbird

/// The description of the API of this server (OpenAPI 3.1).
struct OpenAPIDocument {
    private let bytes: [UInt8]

    /// Fills in the name of the cookie, which depends on the server.
    init(cookieName: String) {
        let file = WebFile.all.first { $0.path == "openapi.json" }
        let text = String(decoding: file?.bytes ?? [], as: UTF8.self)
        bytes = Array(
            text.replacing(
                #""name": "__Host-fleet""#, with: "\"name\": \"\(cookieName)\"", maxReplacements: 1
            ).utf8)
    }

    func add(to routes: Routes) {
        routes.open(.get, "/api/openapi.json") { _ in Response(bytes, "application/json") }
    }
}
