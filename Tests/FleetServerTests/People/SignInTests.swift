import FleetCore
import HTTPTypes
import Testing

@testable import FleetServer
@testable import FleetTeam

@Suite("Signing in and out")
struct SignInTests {
    @Test("The right password gives a cookie that only this server gets, and no script reads")
    func signIn() async throws {
        let server = try await ServedTeam()
        let answer = try await server.stranger.post(
            "/signin",
            [("name", "Root"), ("password", ServedTeam.password), ("next", "/notes?mine=1")])
        #expect(answer.status == 303)
        #expect(answer.location == "/notes?mine=1")
        let cookie = try #require(answer.setCookie)
        let properties = Set(cookie.split(separator: "; ").dropFirst().map(String.init))
        #expect(cookie.hasPrefix("fleet-8080="))
        #expect(properties == ["HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=7776000"])
        let account = try await server.stranger.after(answer).get("/account")
        #expect(account.status == 200)
    }

    @Test("With https the cookie is for secure connections to this host alone")
    func secureCookie() async throws {
        let origin = try #require(WebOrigin("https://fleet.example"))
        let server = try await ServedTeam(options: { $0.publicOrigin = origin })
        let cookie = try #require(try await server.stranger.signIn("root").setCookie)
        #expect(cookie.hasPrefix("__Host-fleet="))
        #expect(cookie.split(separator: "; ").contains("Secure"))
        #expect(!cookie.contains("Domain"))
    }

    @Test(
        "Neither a wrong password nor an unknown name is told apart, and nothing is filled in again"
    )
    func wrongPassword() async throws {
        let server = try await ServedTeam()
        let wrong = try await server.stranger.signIn("root", "not the password")
        let unknown = try await server.stranger.signIn("nobody", "not the password")
        let malformed = try await server.stranger.signIn(hostile, "not the password")
        for answer in [wrong, unknown, malformed] {
            #expect(answer.status == 401)
            #expect(answer.setCookie == nil)
            #expect(answer.text.contains("The name or the password is wrong."))
            #expect(!answer.text.contains("not the password"))
            #expect(!answer.text.contains("<script>"))
        }
        #expect(
            wrong.text.replacing("root", with: "nobody") == unknown.text,
            "the pages differ by more than the name")
        #expect(
            malformed.values("value").contains(
                "&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;&#39;"))
    }

    @Test("After five failures the page says when to try again, also for the right password")
    func throttled() async throws {
        let server = try await ServedTeam()
        for _ in 0..<5 { _ = try await server.stranger.signIn("root", "wrong password") }
        let answer = try await server.stranger.signIn("root")
        #expect(answer.status == 429)
        #expect(answer.fields[.retryAfter] == "15")
        #expect(answer.values("data-countdown") == ["2027-01-15T08:00:15Z"])
        #expect(answer.text.contains("in 15 s"))
        server.clock.advance(by: .seconds(15))
        #expect(try await server.stranger.signIn("root").status == 303)
    }

    @Test(
        "After signing in, a browser never goes to another server",
        arguments: [
            "https://evil.example/", "//evil.example", "/\\evil.example", "/\t/evil.example",
            "/\u{0}", "/\r\nSet-Cookie: a=b", "javascript:alert(1)", "evil", "", "/ø", "\\/evil",
            "/%0a\n",
        ])
    func next(target: String) async throws {
        let server = try await ServedTeam()
        let answer = try await server.stranger.post(
            "/signin", [("name", "root"), ("password", ServedTeam.password), ("next", target)])
        #expect(answer.location == "/")
        let browser = server.stranger.after(answer)
        let again = try await browser.get("/signin" + QueryItems([("next", target)]).query)
        #expect(again.location == "/")
    }

    @Test("Who is signed in goes on at once; a session that ended shows the form")
    func signedIn() async throws {
        let server = try await ServedTeam()
        let root = try await server.visitor("root")
        #expect(try await root.get("/signin?next=%2Fmap%3Fx%3D1").location == "/map?x=1")
        server.clock.advance(by: .seconds(15 * 86_400))
        let form = try await root.get("/signin?next=%2Fmap")
        #expect(form.status == 200)
        #expect(form.values("value").contains("/map"))
    }

    @Test("A page of somebody who is not signed in leads back to it after signing in")
    func roundTrip() async throws {
        let server = try await ServedTeam()
        let answer = try await server.stranger.get("/account?done=zone")
        let form = try await server.stranger.get(try #require(answer.location))
        #expect(form.values("value").contains("/account?done=zone"))
    }

    @Test("A session is never taken from a request, and the one before ends")
    func fixation() async throws {
        let server = try await ServedTeam()
        let ana = try await server.visitor("ana")
        var attacker = ana
        let answer = try await attacker.signIn("root")
        attacker = attacker.after(answer)
        #expect(attacker.cookie != ana.cookie)
        #expect(try await ana.get("/account").status == 303)
        #expect(try await attacker.get("/account").text.contains("root"))
        var prepared = server.stranger
        prepared.cookie = "fleet-8080=" + String(repeating: "A", count: 64)
        #expect(prepared.after(try await prepared.signIn("root")).cookie != prepared.cookie)
    }

    @Test("Signing out ends the session and takes the cookie")
    func signOut() async throws {
        let server = try await ServedTeam()
        let ana = try await server.visitor("ana")
        let answer = try await ana.post("/signout")
        #expect(answer.location == "/signin")
        #expect(answer.setCookie?.hasPrefix("fleet-8080=;") == true)
        #expect(answer.setCookie?.contains("Max-Age=0") == true)
        #expect(try await ana.get("/account").status == 303)
    }

    @Test("A program signs in, learns who it is, and signs out")
    func program() async throws {
        let server = try await ServedTeam()
        let document = #"{"name": "root", "password": "\#(ServedTeam.password)"}"#
        let answer = try await server.stranger.send(.post, "/api/v1/session", json: document)
        #expect(answer.status == 201)
        #expect(try answer.json()["role"] as? String == "administrator")
        let root = server.stranger.after(answer)
        #expect(try await root.get("/api/v1/session").json()["name"] as? String == "root")
        let end = try await root.send(.delete, "/api/v1/session", fields: ServedTeam.origins)
        #expect(end.status == 204)
        #expect(try await root.get("/api/v1/session").status == 401)
        let wrong = try await server.stranger.send(
            .post, "/api/v1/session", json: #"{"name": "root", "password": "wrong password"}"#)
        #expect(wrong.status == 401)
        #expect(wrong.fields[.wwwAuthenticate] == "Bearer")
        #expect(try wrong.json()["detail"] as? String == "The name or the password is wrong.")
    }

    @Test("A token ends itself as the session of a program")
    func revokeToken() async throws {
        let server = try await ServedTeam()
        let program = try await server.program("ana", .viewer, .read)
        #expect(try await program.send(.delete, "/api/v1/session").status == 204)
        #expect(try await program.get("/api/v1/session").status == 401)
    }

    @Test("Only a small form of the right type is read")
    func bounds() async throws {
        let server = try await ServedTeam()
        let large = try await server.stranger.signIn("root", String(repeating: "a", count: 20_000))
        #expect(large.status == 413)
        let text = try await server.stranger.send(
            .post, "/signin", body: Array("name=root".utf8), fields: [.contentType: "text/plain"])
        #expect(text.status == 415)
        let broken = try await server.stranger.send(.post, "/api/v1/session", json: #"{"name": 1}"#)
        #expect(broken.status == 400)
    }
}
