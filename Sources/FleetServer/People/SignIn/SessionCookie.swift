import FleetTeam
import Hummingbird

extension ServerRequest {
    /// Returns a response that gives the browser a new session; the one that it had ends.
    ///
    /// The new secret never comes from a request, so nobody can prepare a session for somebody else.
    func starting(_ signedIn: SignedIn, _ response: Response) async -> Response {
        if case .session(let former) = credential,
            let access = try? await environment.team.access(session: former, from: client)
        {
            try? await access.sessions.endCurrent()
        }
        return response.settingSession(signedIn.secret, in: environment)
    }
}

extension Response {
    /// Returns the response with the cookie of a session.
    /// - Parameter secret: The secret of the session; nil makes the browser forget its session.
    func settingSession(_ secret: BearerSecret?, in environment: ServerEnvironment) -> Response {
        var response = self
        response.setCookie(
            Cookie(
                name: environment.cookieName, value: secret?.reveal() ?? "",
                maxAge: secret == nil ? 0 : Int(Session.absoluteLimit.components.seconds),
                path: "/", secure: environment.publicOrigin.scheme == .https, httpOnly: true,
                sameSite: .lax))
        return response
    }
}
