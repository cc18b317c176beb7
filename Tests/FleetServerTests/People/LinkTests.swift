import FleetCore
import HTTPTypes
import Testing

@testable import FleetServer
@testable import FleetTeam

@Suite("Invitations, set-up links and links for a new password")
struct LinkTests {
    @Test("An invitation registers one person with its role, without scripts")
    func register() async throws {
        let server = try await ServedTeam()
        let secret = try await server.team.onMachine().invite(.viewer).secret.reveal()
        let form = try await server.stranger.get("/register?invitation=\(secret)")
        #expect(form.status == 200)
        #expect(form.text.contains("You are invited to join as viewer."))
        #expect(form.values("value").contains(secret))
        let fields = [("invitation", secret), ("name", "Eve"), ("password", ServedTeam.password)]
        let answer = try await server.stranger.post("/register", fields)
        #expect(answer.status == 303)
        let eve = server.stranger.after(answer)
        #expect(try await eve.get("/account").text.contains("eve · viewer"))
        let again = try await server.stranger.post("/register", fields)
        #expect(again.status == 410)
        #expect(try await server.stranger.get("/register?invitation=\(secret)").status == 410)
    }

    @Test("A form that is refused keeps the name and the invitation, not the password")
    func refused() async throws {
        let server = try await ServedTeam()
        let secret = try await server.team.onMachine().invite(.member).secret.reveal()
        let taken = try await server.stranger.post(
            "/register",
            [("invitation", secret), ("name", "root"), ("password", "a secret password")])
        #expect(taken.status == 409)
        #expect(taken.text.contains("The name is taken. Choose another name."))
        #expect(taken.values("value").contains("root") && taken.values("value").contains(secret))
        #expect(!taken.text.contains("a secret password"))
        let short = try await server.stranger.post(
            "/register", [("invitation", secret), ("name", "eve"), ("password", "short")])
        #expect(short.status == 422)
        #expect(short.text.contains("The password is shorter than 10 characters."))
        #expect(try await server.team.onMachine().invitations().count == 1)
    }

    @Test(
        "Without an invitation only an open server registers anybody",
        arguments: Team.Registration.allCases)
    func registration(_ registration: Team.Registration) async throws {
        let server = try await ServedTeam(registration: registration)
        let form = try await server.stranger.get("/register")
        #expect(form.text.contains("Registration needs an invitation") == (registration != .open))
        let answer = try await server.stranger.post(
            "/register", [("name", "eve"), ("password", ServedTeam.password)])
        #expect(answer.status == (registration == .open ? 303 : 403))
    }

    @Test(
        "A text that is no invitation shows no form, and comes back nowhere",
        arguments: [hostile, String(repeating: "A", count: 64), "xyzzy"])
    func malformed(text: String) async throws {
        let server = try await ServedTeam()
        for path in ["/register?invitation=", "/setup?link=", "/reset?link="] {
            let answer = try await server.stranger.get(path + PercentEncoding.encoded(text))
            #expect(answer.status == 410, "\(path)")
            #expect(!answer.text.contains(text) && !answer.text.contains("type=\"password\""))
        }
        for (path, field) in [("/register", "invitation"), ("/setup", "link"), ("/reset", "link")] {
            let answer = try await server.stranger.post(
                path, [(field, text), ("name", "eve"), ("password", ServedTeam.password)])
            #expect(answer.status == 410, "\(path)")
            #expect(!answer.text.contains(text) && answer.setCookie == nil)
        }
    }

    @Test("The set-up link makes the first administrator, once")
    func setup() async throws {
        let server = try await ServedTeam(isSetUp: false)
        let secret = try #require(try await server.team.makeSetupLink()).secret.reveal()
        #expect(try await server.stranger.get("/signin").status == 503)
        let form = try await server.stranger.get("/setup?link=\(secret)")
        #expect(form.status == 200)
        #expect(form.values("value").contains(secret))
        let short = try await server.stranger.post(
            "/setup", [("link", secret), ("name", hostile), ("password", ServedTeam.password)])
        #expect(short.status == 422)
        #expect(!short.text.contains("<script>"))
        let answer = try await server.stranger.post(
            "/setup", [("link", secret), ("name", "root"), ("password", ServedTeam.password)])
        #expect(answer.location == "/")
        let session = try await server.stranger.after(answer).get("/api/v1/session")
        #expect(try session.json()["role"] as? String == "administrator")
        #expect(try await server.stranger.get("/setup?link=\(secret)").status == 410)
        let invitation = try await server.team.onMachine().invite(.administrator).secret.reveal()
        #expect(try await server.stranger.get("/setup?link=\(invitation)").status == 410)
    }

    @Test("A set-up link expires after an hour")
    func setupExpires() async throws {
        let server = try await ServedTeam(isSetUp: false)
        let secret = try #require(try await server.team.makeSetupLink()).secret.reveal()
        server.clock.advance(by: .seconds(3600))
        let answer = try await server.stranger.post(
            "/setup", [("link", secret), ("name", "root"), ("password", ServedTeam.password)])
        #expect(answer.status == 410)
        #expect(try await server.team.needsSetup())
    }

    @Test("A link for a new password ends what was, and signs in")
    func reset() async throws {
        let server = try await ServedTeam()
        let ana = try await server.visitor("ana")
        let secret = try await server.team.onMachine().resetPassword(of: server.id("ana"))
            .secret.reveal()
        #expect(try await ana.get("/account").status == 303)
        let form = try await server.stranger.get("/reset?link=\(secret)")
        #expect(form.text.contains("New password for ana"))
        let short = try await server.stranger.post(
            "/reset", [("link", secret), ("password", "short")])
        #expect(short.status == 422)
        #expect(short.values("value").contains(secret) && !short.values("value").contains("short"))
        let answer = try await server.stranger.post(
            "/reset", [("link", secret), ("password", "another password")])
        #expect(answer.location == "/")
        #expect(try await server.stranger.after(answer).get("/account").status == 200)
        #expect(try await server.stranger.get("/reset?link=\(secret)").status == 410)
        #expect(try await server.stranger.signIn("ana", "another password").status == 303)
    }

    @Test("A program registers, and sets a password by a link")
    func programs() async throws {
        let server = try await ServedTeam()
        let invitation = try await server.team.onMachine().invite(.member).secret.reveal()
        let document = #"{"name": "eve", "password": "0123456789", "invitation": "\#(invitation)"}"#
        let answer = try await server.stranger.send(.post, "/api/v1/users", json: document)
        #expect(answer.status == 201)
        #expect(try answer.json()["role"] as? String == "member")
        #expect(answer.setCookie != nil)
        let again = try await server.stranger.send(.post, "/api/v1/users", json: document)
        #expect(again.status == 410)
        let link = try await server.team.onMachine().resetPassword(of: server.id("eve"))
            .secret.reveal()
        let reset = #"{"link": "\#(link)", "password": "another password"}"#
        let changed = try await server.stranger.send(.post, "/api/v1/password-reset", json: reset)
        #expect(changed.status == 200)
        #expect(
            try await server.stranger.send(.post, "/api/v1/password-reset", json: reset).status
                == 410)
    }

    @Test("No link reaches the audit log, or a response beside its own form")
    func secrecy() async throws {
        let server = try await ServedTeam()
        let secret = try await server.team.onMachine().invite(.member).secret.reveal()
        let answer = try await server.stranger.get("/register?invitation=\(secret)")
        #expect(answer.fields.allSatisfy { !$0.value.contains(secret) })
        #expect(answer.fields[.cacheControl] == "no-store")
        #expect(answer.fields[HTTPField.Name("Referrer-Policy")!] == "same-origin")
        #expect(
            answer.values("href").allSatisfy { !$0.contains(secret) || $0.hasPrefix("/register?") })
        _ = try await server.stranger.post(
            "/register",
            [("invitation", secret), ("name", "eve"), ("password", ServedTeam.password)])
        #expect(try await server.audit(10).allSatisfy { $0.subject?.contains(secret) != true })
    }
}
