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
            self = field.bearerToken.flatMap(BearerSecret.init).map(Self.token) ?? .malformedToken
        } else if let secret = request.headers.cookie(cookieName).flatMap(BearerSecret.init) {
            self = .session(secret)
        } else {
            self = .none
        }
    }
}

extension IncomingRequest {
    /// The secret that the browser got at an earlier sign-in; a request with an
    /// `Authorization` field ignores its cookies.
    var device: BearerSecret? {
        guard request.headers[.authorization] == nil else { return nil }
        return request.headers.cookie(environment.deviceCookieName).flatMap(BearerSecret.init)
    }
}

extension String {
    /// The text after `Bearer` and a space in an `Authorization` field; `nil` for another scheme.
    fileprivate var bearerToken: String? {
        let scheme = "bearer ".utf8
        let isBearer = utf8.prefix(scheme.count).elementsEqual(scheme) { $0 | 0x20 == $1 }
        return isBearer
            ? String(Substring(utf8.dropFirst(scheme.count).drop { $0 == UInt8(ascii: " ") })) : nil
    }
}

extension HTTPFields {
    /// Returns the value of a cookie (RFC 6265, section 4.2.1), without decoding the others.
    func cookie(_ name: String) -> String? {
        let start = name + "="
        for field in self[values: .cookie] {
            for pair in field.utf8.split(separator: UInt8(ascii: ";")) {
                let pair = pair.drop { $0 == UInt8(ascii: " ") }
                guard pair.starts(with: start.utf8) else { continue }
                return String(Substring(pair.dropFirst(start.utf8.count)))
            }
        }
        return nil
    }
}
