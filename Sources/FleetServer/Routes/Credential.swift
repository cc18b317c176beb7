import FleetTeam
import HTTPTypes
import Hummingbird

/// The session or token that a request presents.
enum Credential: Sendable {
    case none
    /// A cookie, which browsers send by themselves.
    case session(BearerSecret)
    /// A token in the `Authorization` field (RFC 6750, section 2.1).
    case token(BearerSecret)
    /// A token that is none of ours.
    case malformedToken

    /// A request with an `Authorization` field ignores its cookies.
    init(of request: Request, cookieName: String) {
        if let field = request.headers[.authorization] {
            let parts = field.split(separator: " ")
            guard parts.count == 2, parts[0].lowercased() == "bearer",
                let secret = BearerSecret(String(parts[1]))
            else { self = .malformedToken; return }
            self = .token(secret)
        } else if let secret = request.cookies[cookieName].flatMap({ BearerSecret($0.value) }) {
            self = .session(secret)
        } else {
            self = .none
        }
    }
}
