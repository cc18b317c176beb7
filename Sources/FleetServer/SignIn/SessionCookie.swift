import FleetCore
import FleetTeam
import HTTPTypes
import Hummingbird

extension IncomingRequest {
    /// Returns a response that gives the browser a new session, and the secret of a device; the
    /// session that it had ends.
    ///
    /// The new secrets never come from a request, so an attacker cannot prepare a session for
    /// another person.
    func starting(_ signedIn: SignedIn, _ response: Response) async -> Response {
        if case .session(let former) = credential,
            let access = try? await environment.team.access(session: former, from: client)
        {
            try? await access.sessions.endCurrent()
        }
        var response = response.settingSession(signedIn.secret, in: environment)
        response.setCookie(
            Cookie(
                environment.deviceCookieName, signedIn.device, for: Device.lifetime,
                in: environment))
        return response
    }
}

extension Response {
    /// Returns the response with the cookie of a session.
    /// - Parameter secret: The secret of the session; `nil` makes the browser forget its session.
    func settingSession(_ secret: BearerSecret?, in environment: ServerEnvironment) -> Response {
        var response = self
        response.setCookie(
            Cookie(environment.cookieName, secret, for: Session.absoluteLimit, in: environment))
        return response
    }
}

extension Response {
    /// Returns the response to a person who signs out: the browser forgets the session, and what it
    /// keeps of the pages (Clear Site Data, section 3.1).
    ///
    /// Our pages delete what they keep of this person themselves, and add `keep=storage` to the
    /// address if unsent changes of another person, whose session has expired, wait in the browser.
    func signedOut(of request: UserRequest) -> Response {
        var response = settingSession(nil, in: request.environment)
        let keepsStorage = request.query["keep"] == "storage"
        response.headers[.clearSiteData] = "\"cache\"" + (keepsStorage ? "" : ", \"storage\"")
        return response
    }
}

extension HTTPField.Name {
    fileprivate static let clearSiteData = HTTPField.Name("Clear-Site-Data") ?? .cacheControl
}

extension Cookie {
    /// Creates a cookie that only this server gets, and no script reads.
    /// - Parameter secret: Its value; `nil` makes the browser forget it.
    fileprivate init(
        _ name: String, _ secret: BearerSecret?, for lifetime: Duration,
        in environment: ServerEnvironment
    ) {
        self.init(
            name: name, value: secret?.reveal() ?? "",
            maxAge: secret == nil ? 0 : Int(lifetime.components.seconds), path: "/",
            secure: environment.publicOrigin.scheme == .https, httpOnly: true, sameSite: .lax)
    }
}
