import FleetCore
import FleetSettings
import FleetTeam
import Foundation
import HTTPTypes
import Hummingbird

/// What a page shows once after a form was sent, such as the secret of a new token.
///
/// The answer to a form is a redirect, so that loading the page again repeats nothing. A sealed
/// cookie takes this to the page, which may be that of another server of the team; it is deleted as
/// soon as the page has shown it. The secret is in no address and in no database.
struct ShownOnce: Codable, Sendable {
    /// A new API token.
    struct Token: Codable, Sendable {
        var name: String
        var value: String
    }

    /// A new link, with its expiration in milliseconds since 1970.
    struct Link: Codable, Sendable {
        var title: String
        var text: String
        var url: String
        var expiresAt: Int64
    }

    /// Path of the page.
    var path: String
    var token: Token?
    var link: Link?
    var notice: PageContext.Notice?

    init(on path: String, token: Token? = nil, link: Link? = nil, notice: PageContext.Notice? = nil)
    {
        (self.path, self.token, self.link, self.notice) = (path, token, link, notice)
    }

    /// Time after which a browser forgets it that did not follow the redirect.
    fileprivate static let lifetime = Duration.seconds(60)
    /// Browsers refuse longer cookies (RFC 6265, section 6.1).
    fileprivate static let maxLength = 4000
}

extension UserRequest {
    /// What this page shows now, and never again; `nil` if there is nothing.
    var shownOnce: ShownOnce? {
        guard access.method == .session,
            let sealed = headers.cookie(environment.onceCookieName),
            let bytes = environment.onceKey.open(sealed, for: purpose),
            let shown = try? JSONDecoder().decode(ShownOnce.self, from: Data(bytes)),
            shown.path == path
        else { return nil }
        return shown
    }

    /// Returns a redirect to a page that shows something once.
    /// - Parameter target: Path and query of the page.
    func redirect(to target: String, showing shown: ShownOnce) throws -> Response {
        var response = Response.redirect(to: target)
        let text = environment.onceKey.seal(Array(try JSONEncoder().encode(shown)), for: purpose)
        // Only the texts of feeds are that long.
        guard text.utf8.count <= ShownOnce.maxLength else { return response }
        response.setCookie(onceCookie(text, for: ShownOnce.lifetime))
        return response
    }

    /// Returns the response after which the browser forgets what the page has shown.
    func havingShown(_ shown: ShownOnce?, _ response: Response) -> Response {
        guard shown != nil else { return response }
        var response = response
        response.setCookie(onceCookie("", for: .zero))
        return response
    }

    /// Nobody who signs in afterwards sees it.
    private var purpose: String { "page of " + access.userID.text }

    private func onceCookie(_ value: String, for lifetime: Duration) -> Cookie {
        Cookie(
            name: environment.onceCookieName, value: value,
            maxAge: Int(lifetime.components.seconds), path: "/",
            secure: environment.publicOrigin.scheme == .https, httpOnly: true, sameSite: .strict)
    }
}

extension ServerEnvironment {
    /// The key of the cookie, which the servers of a team share.
    fileprivate var onceKey: SealingKey {
        SealingKey(secret: options.secret, context: "fleet page")
    }

    /// Name of the cookie, with the prefix and the port of that of the session.
    fileprivate var onceCookieName: String {
        publicOrigin.scheme == .https ? "__Host-fleet-once" : "fleet-once-\(publicOrigin.port)"
    }
}
