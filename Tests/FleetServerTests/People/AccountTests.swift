import FleetCore
import FleetService
import FleetTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import FleetServer
@testable import FleetTeam

@Suite("The own account")
struct AccountTests {
    @Test("A new password ends the other sessions and all tokens, and keeps this one")
    func password() async throws {
        let server = try await ServedTeam()
        let ana = try await server.visitor("ana")
        let signedIn = try await server.stranger.signIn("ana")
        let other = server.stranger.after(signedIn)
        let token = try await ana.follow(
            ana.post("/account/tokens", [("name", "t"), ("days", "30")]))
        let program = ana.with(token: try #require(token.values("data-copy").first))
        #expect(try await program.get("/api/v1/session").status == 200)
        let answer = try await ana.post(
            "/account/password",
            [("current", ServedTeam.password), ("password", "another password")])
        #expect(answer.location == "/account?done=password")
        #expect(
            try await ana.get("/account?done=password").text.contains("The password is changed."))
        #expect(try await other.get("/account").status == 303)
        #expect(try await program.get("/api/v1/session").status == 401)
        #expect(try await server.stranger.signIn("ana").status == 401)
        #expect(try await server.stranger.signIn("ana", "another password").status == 303)
    }

    @Test("A wrong or short password is refused on the page, and filled in nowhere")
    func refusedPassword() async throws {
        let server = try await ServedTeam()
        let ana = try await server.visitor("ana")
        let wrong = try await ana.post(
            "/account/password", [("current", "wrong password"), ("password", "another password")])
        #expect(wrong.status == 401)
        #expect(wrong.text.contains("The current password is wrong."))
        #expect(!wrong.text.contains("another password"))
        let short = try await ana.post(
            "/account/password", [("current", ServedTeam.password), ("password", "short")])
        #expect(short.status == 422)
        let document = #"{"current": "wrong password", "password": "another password"}"#
        for _ in 0..<4 {
            let answer = try await ana.send(.post, "/api/v1/password", json: document)
            #expect(answer.status == 401)
        }
        let throttled = try await ana.send(.post, "/api/v1/password", json: document)
        #expect(throttled.status == 429)
        #expect(throttled.fields[.retryAfter] == "15")
        #expect(try await ana.get("/account").status == 200)
    }

    @Test("A person ends one session, or all of them")
    func sessions() async throws {
        let server = try await ServedTeam()
        let ana = try await server.visitor("ana")
        let other = server.stranger.after(try await server.stranger.signIn("ana"))
        let page = try await ana.get("/account")
        let ends = page.values("action").filter { $0.hasPrefix("/account/sessions/") }
        #expect(ends.count == 1)
        #expect(try await ana.post(ends[0]).location == "/account?done=session")
        #expect(try await other.get("/account").status == 303)
        let third = server.stranger.after(try await server.stranger.signIn("ana"))
        let answer = try await ana.post("/account/sign-out-everywhere")
        #expect(answer.location == "/signin")
        #expect(answer.setCookie?.contains("Max-Age=0") == true)
        for browser in [ana, third] { #expect(try await browser.get("/account").status == 303) }
    }

    @Test("A program lists and ends sessions with the cookie")
    func sessionDocuments() async throws {
        let server = try await ServedTeam()
        let ana = try await server.visitor("ana")
        let other = server.stranger.after(try await server.stranger.signIn("ana"))
        let sessions = try #require(
            try await ana.get("/api/v1/sessions").json()["sessions"] as? [[String: Any]])
        #expect(sessions.count == 2)
        let ended = try #require(sessions.first { $0["is_current"] as? Bool == false })
        #expect(ended["created_at"] as? String == "2027-01-15T08:00:00Z")
        let id = try #require(ended["id"] as? String)
        let path = "/api/v1/sessions/" + id
        #expect(try await ana.send(.delete, path, fields: ServedTeam.origins).status == 204)
        #expect(try await ana.send(.delete, path, fields: ServedTeam.origins).status == 404)
        #expect(try await other.get("/account").status == 303)
        let all = try await ana.send(.delete, "/api/v1/sessions", fields: ServedTeam.origins)
        #expect(all.status == 204)
        #expect(try await ana.get("/account").status == 303)
    }

    @Test("A token is shown once, lasts for its days, and can be revoked")
    func tokens() async throws {
        let server = try await ServedTeam()
        let ana = try await server.visitor("ana")
        let answer = try await ana.post(
            "/account/tokens", [("name", hostile), ("scope", "write"), ("days", "30")])
        #expect(answer.status == 303 && answer.location == "/account?done=created")
        let made = try await ana.follow(answer)
        #expect(made.status == 200)
        #expect(!made.text.contains("<script>alert"))
        let secret = try #require(made.values("data-copy").first)
        #expect(answer.fields[values: .setCookie].allSatisfy { !$0.contains(secret) })
        let forgotten = made.fields[values: .setCookie].first ?? ""
        #expect(forgotten.hasPrefix("fleet-once-8080=;") && forgotten.contains("Max-Age=0"))
        let again = try await ana.get("/account?done=created")
        #expect(!again.text.contains(secret) && again.text.contains("The token is created."))
        let program = ana.with(token: secret)
        #expect(try await program.get("/api/v1/session").json()["name"] as? String == "ana")
        let page = try await ana.get("/account")
        #expect(!page.text.contains(secret) && !page.text.contains("<script>alert"))
        let revoke = try #require(page.values("action").first { $0.hasPrefix("/account/tokens/") })
        #expect(try await ana.post(revoke).location == "/account?done=token")
        #expect(try await program.get("/api/v1/session").status == 401)
        let second = try await ana.follow(
            ana.post("/account/tokens", [("name", "b"), ("days", "30")]))
        server.clock.advance(by: .seconds(13 * 86_400))
        _ = try await ana.get("/account")
        server.clock.advance(by: .seconds(13 * 86_400))
        let last = ana.with(token: try #require(second.values("data-copy").first))
        #expect(try await last.get("/api/v1/session").status == 200)
        server.clock.advance(by: .seconds(4 * 86_400))
        #expect(try await last.get("/api/v1/session").status == 401)
    }

    @Test(
        "A secret is shown to its person only, on its page only, and only as the server sealed it")
    func sealedSecret() async throws {
        let server = try await ServedTeam()
        let root = try await server.visitor("root")
        let ana = try await server.visitor("ana", .administrator)
        let answer = try await root.post("/account/tokens", [("name", "t"), ("days", "30")])
        let cookie = try #require(answer.fields[values: .setCookie].first?.prefix { $0 != ";" })
        func page(_ path: String, _ visitor: Visitor, _ cookie: String) async throws -> Answer {
            var visitor = visitor
            visitor.cookie = [visitor.cookie, cookie].compactMap(\.self).joined(separator: "; ")
            return try await visitor.get(path)
        }
        let own = try await page("/account", root, String(cookie))
        #expect(own.text.contains("created</h2>"))
        for (path, visitor, cookie) in [
            ("/account", ana, String(cookie)), ("/admin/people", root, String(cookie)),
            ("/account", root, cookie.dropLast(8) + "AAAAAAA="),
            ("/account", root, "fleet-once-8080=x"),
        ] {
            let other = try await page(path, visitor, cookie)
            #expect(other.status == 200 && !other.text.contains("class=\"panel secret\""))
            #expect(other.fields[values: .setCookie].isEmpty)
        }
    }

    @Test(
        "A token without a name, or for a time that is none, is refused on the page",
        arguments: [
            ("", "30"), ("a", "0"), ("a", "-1"), ("a", "367"), ("a", "99999999999999999"),
            ("a", "ten"), ("a\u{7}", "30"),
        ])
    func refusedTokens(name: String, days: String) async throws {
        let server = try await ServedTeam()
        let ana = try await server.visitor("ana")
        let answer = try await ana.post("/account/tokens", [("name", name), ("days", days)])
        #expect(answer.status == 422)
        #expect(answer.text.contains("role=\"alert\""))
        #expect(answer.text.contains("No tokens yet"))
    }

    @Test("A viewer has tokens that read, and no others")
    func viewerTokens() async throws {
        let server = try await ServedTeam()
        let eve = try await server.visitor("eve", .viewer)
        #expect(try await !eve.get("/account").text.contains("<option value=\"write\">"))
        let form = try await eve.post("/account/tokens", [("name", "a"), ("scope", "write")])
        #expect(form.status == 403)
        let write = #"{"name": "a", "scope": "write"}"#
        #expect(try await eve.send(.post, "/api/v1/tokens", json: write).status == 403)
        let odd = #"{"name": "a", "scope": "all"}"#
        #expect(try await eve.send(.post, "/api/v1/tokens", json: odd).status == 422)
        let read = try await eve.send(.post, "/api/v1/tokens", json: #"{"name": "a"}"#)
        #expect(read.status == 201)
        let document = try read.json()
        #expect(document["scope"] as? String == "read")
        #expect(document["expires_at"] as? String == "2027-04-15T08:00:00Z")
        let token = try #require(document["token"] as? String)
        let list = try await eve.get("/api/v1/tokens")
        #expect(!list.text.contains(token))
        let id = try #require(document["id"] as? String)
        let path = "/api/v1/tokens/" + id
        #expect(try await eve.send(.delete, path, fields: ServedTeam.origins).status == 204)
        #expect(try await eve.with(token: token).get("/api/v1/session").status == 401)
    }

    @Test("The download has everything that belongs to the person, and no secret")
    func export() async throws {
        let server = try await ServedTeam()
        let ana = try await server.visitor("ana")
        let bob = try await server.visitor("bob")
        let source = server.sources.all[0].uuid
        for (name, text) in [("ana", "mine"), ("bob", "not mine")] {
            let access = try await server.team.signIn(
                name: name, password: Password(ServedTeam.password), from: Client(address: nil)
            ).access
            try await access.favorites.add(name + "-1", of: source)
            _ = try await access.notes.add(
                NoteContent(text: text, source: source, vehicleID: "v", visibility: .team))
            try await access.filters.save(try #require(ColorFilter(["red"])), of: source)
            if name == "ana" { try await access.followed.save([source]) }
        }
        let token = try await ana.follow(
            ana.post("/account/tokens", [("name", "nightly"), ("days", "30")]))
        let secret = try #require(token.values("data-copy").first)
        let answer = try await ana.get("/api/v1/export")
        #expect(answer.status == 200)
        #expect(
            answer.fields[.contentDisposition] == "attachment; filename*=UTF-8''fleet-ana.json")
        let document = try answer.json()
        let account = try #require(document["account"] as? [String: Any])
        #expect(account["name"] as? String == "ana")
        #expect(account["created_at"] as? String == "2027-01-15T08:00:00Z")
        #expect(try names(document["favorites"], "vehicle_id") == ["ana-1"])
        #expect(try names(document["notes"], "text") == ["mine"])
        #expect(try names(document["tokens"], "name") == ["nightly"])
        #expect((document["sessions"] as? [Any])?.count == 2)
        #expect((document["filters"] as? [Any])?.count == 1)
        #expect(try names(document["followed_sources"], "name") == ["demo"])
        let cookie = try #require(ana.cookie).dropFirst("fleet-8080=".count)
        #expect(!answer.text.contains(secret) && !answer.text.contains(cookie))
        #expect(try await server.audit()[0].action == .exported)
        _ = bob
    }

    private func names(_ list: Any?, _ key: String) throws -> [String] {
        try #require(list as? [[String: Any]]).compactMap { $0[key] as? String }
    }

    @Test("The download has all notes, however many queries they take, with data of their photos")
    func exportedNotes() async throws {
        let server = try await ServedTeam()
        let ana = try await server.visitor("ana")
        let access = try await server.team.signIn(
            name: "ana", password: Password(ServedTeam.password), from: Client(address: nil)
        ).access
        var note: TeamNote?
        for number in 0..<5 {
            note = try await access.notes.add(NoteContent(text: "\(number)")).note
        }
        let id = try #require(note?.id)
        let hash = String(repeating: "a", count: 64)
        let file = try await access.notes.prepareFile(hash: hash, format: .jpeg, for: id)
        _ = try await access.notes.addPhoto(file, width: 4, height: 3, bytes: 99, to: id)
        let notes = try #require(
            try await ana.get("/api/v1/export").json()["notes"] as? [[String: Any]])
        #expect(notes.compactMap { $0["text"] as? String } == ["4", "3", "2", "1", "0"])
        for size in 1...6 {
            let paged = try await AccountExport.notes(access.notes, pageSize: size)
            #expect(paged.map(\.content.text) == ["4", "3", "2", "1", "0"])
        }
        let photos = try #require(notes[0]["photos"] as? [[String: Any]])
        #expect(photos[0]["bytes"] as? Int == 99)
        let href = try #require(photos[0]["href"] as? String)
        #expect(href.hasPrefix("/api/v1/notes/\(id.text)/photos/"))
    }
}
