import FleetCore
import FleetTeam
import HTTPTypes
import Testing

@testable import FleetServer

@Suite("A browser in which a person has signed in")
struct DeviceTests {
    /// Makes five wrong attempts of somebody else, so that an account is delayed.
    private func attack(_ name: String, _ server: ServedTeam) async throws {
        for _ in 0..<5 {
            #expect(try await server.stranger.signIn(name, "wrong password").status == 401)
        }
        #expect(try await server.stranger.signIn(name).status == 429)
    }

    @Test("It gets a second cookie for 90 days, which only this server gets, and no script reads")
    func cookie() async throws {
        let server = try await ServedTeam()
        let cookie = try #require(try await server.stranger.signIn("root").deviceCookie)
        let properties = Set(cookie.split(separator: "; ").dropFirst().map(String.init))
        #expect(cookie.prefix { $0 != "=" } == "fleet-device-8080")
        #expect(properties == ["HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=7776000"])
        let origin = try #require(WebOrigin("https://fleet.example"))
        let secure = try await ServedTeam(options: { $0.publicOrigin = origin })
        let other = try #require(try await secure.stranger.signIn("root").deviceCookie)
        #expect(other.hasPrefix("__Host-fleet-device="))
        #expect(other.split(separator: "; ").contains("Secure") && !other.contains("Domain"))
        #expect(try await server.stranger.signIn("root", "wrong password").deviceCookie == nil)
    }

    @Test("After signing out, it signs in again while others try wrong passwords")
    func attacked() async throws {
        let server = try await ServedTeam()
        let browser = try await Browser(signingIn: "root", to: server)
        let end = try await browser.visitor.post("/signout")
        #expect(end.deviceCookie == nil)
        try await attack("root", server)
        let page = try await browser.device.signIn("root")
        #expect(page.status == 303 && page.deviceCookie != nil)
        let next = try Browser(after: page, of: server)
        let document = #"{"name": "root", "password": "\#(ServedTeam.password)"}"#
        let answer = try await next.device.send(.post, "/api/v1/session", json: document)
        #expect(answer.status == 201)
        #expect(answer.deviceCookie != page.deviceCookie)
        #expect(try await server.stranger.signIn("root").status == 429)
    }

    @Test("Its cookie reveals nothing about other accounts, signs nobody in, and yields to a token")
    func bounds() async throws {
        let server = try await ServedTeam()
        _ = try await server.visitor("ingrid")
        let browser = try await Browser(signingIn: "root", to: server)
        try await attack("ingrid", server)
        let known = try await browser.device.signIn("ingrid")
        #expect(known.status == 429)
        server.clock.advance(by: .seconds(3600))
        let wrong = try await browser.device.signIn("ingrid", "wrong password")
        let unknown = try await browser.device.signIn("nobody", "wrong password")
        #expect(wrong.status == 401 && unknown.status == 401)
        #expect(wrong.text.replacing("ingrid", with: "nobody") == unknown.text)
        #expect(try await browser.device.get("/account").status == 303)
        var session = browser.device
        session.cookie = browser.device.cookie?.replacing("fleet-device-8080", with: "fleet-8080")
        #expect(try await session.get("/account").status == 303)
        server.clock.advance(by: .seconds(3600))
        try await attack("root", server)
        var program = browser.device
        program.fields[.authorization] = "Bearer x"
        #expect(try await program.signIn("root").status == 429)
        #expect(try await browser.device.signIn("root").status == 303)
    }

    @Test("It changes the password while others try wrong ones, which forgets it")
    func password() async throws {
        let server = try await ServedTeam()
        _ = try await server.visitor("ana")
        let browser = try await Browser(signingIn: "ana", to: server)
        #expect(try await browser.visitor.get("/account").text.contains("2 browsers signed in"))
        try await attack("ana", server)
        let form = [("current", ServedTeam.password), ("password", "another password")]
        #expect(try await browser.visitor.post("/account/password", form).status == 429)
        let both = browser.both
        let wrong = try await both.post(
            "/account/password", [("current", "wrong password"), ("password", "another password")])
        #expect(wrong.status == 401)
        #expect(try await both.post("/account/password", form).location == "/account?done=password")
        #expect(try await browser.device.signIn("ana", "another password").status == 429)
        #expect(!(try await browser.visitor.get("/account").text.contains("browsers signed in")))
    }

    @Test("The download of a person's data has it, without its secret")
    func exported() async throws {
        let server = try await ServedTeam()
        let browser = try await Browser(signingIn: "root", to: server)
        let export = try await browser.visitor.get("/api/v1/export")
        let devices = try #require(export.json()["devices"] as? [[String: String]])
        #expect(
            devices == [
                [
                    "signed_in_at": "2027-01-15T08:00:00Z", "expires_at": "2027-04-15T08:00:00Z",
                ]
            ])
        let secret = try #require(browser.device.cookie).dropFirst("fleet-device-8080=".count)
        #expect(secret.count == 64 && !export.text.contains(secret))
    }
}

/// The two cookies of a browser.
private struct Browser {
    /// With the cookie of the session.
    let visitor: Visitor
    /// With that of the device.
    let device: Visitor
    /// With both.
    let both: Visitor

    init(signingIn name: String, to server: ServedTeam) async throws {
        try self.init(after: try await server.stranger.signIn(name), of: server)
    }

    init(after answer: Answer, of server: ServedTeam) throws {
        let cookies = try [answer.setCookie, answer.deviceCookie].map { cookie in
            String(try #require(cookie).prefix { $0 != ";" })
        }
        func visitor(_ cookie: String) -> Visitor { Visitor(server: server, cookie: cookie) }
        (self.visitor, device) = (visitor(cookies[0]), visitor(cookies[1]))
        both = visitor(cookies.joined(separator: "; "))
    }
}
