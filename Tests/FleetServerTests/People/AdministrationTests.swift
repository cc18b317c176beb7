import FleetCore
import Foundation
import HTTPTypes
import Testing

@testable import FleetServer
@testable import FleetTeam

@Suite("The administration of people")
struct AdministrationTests {
    @Test("An invitation is shown once, and registers somebody")
    func invite() async throws {
        let server = try await ServedTeam()
        let root = try await server.visitor("root")
        #expect(try await root.get("/admin").location == "/admin/people")
        let answer = try await root.post("/admin/invitations", [("role", "viewer")])
        #expect(answer.status == 303 && answer.location == "/admin/people")
        let made = try await root.follow(answer)
        let link = try made.link(ServedTeam.origin + "/register?invitation=")
        let path = String(link.dropFirst(ServedTeam.origin.count))
        #expect(try await server.stranger.get(path).status == 200)
        let page = try await root.get("/admin/people")
        #expect(!page.text.contains(link))
        let revoke = try #require(
            page.values("action").first { $0.hasPrefix("/admin/invitations/") })
        #expect(try await root.post(revoke).location == "/admin/people?done=revoke")
        #expect(try await server.stranger.get(path).status == 410)
        #expect(try await root.post(revoke).status == 404)
        #expect(try await root.post("/admin/invitations", [("role", "king")]).status == 422)
    }

    @Test("A server that registers nobody makes no invitations")
    func closed() async throws {
        let server = try await ServedTeam(registration: .closed)
        let root = try await server.visitor("root")
        #expect(try await root.get("/admin/people").text.contains("Registration is closed"))
        #expect(try await root.post("/admin/invitations", [("role", "member")]).status == 409)
    }

    @Test(
        "Whoever is disabled, demoted, removed or reset loses it at once, in the browser and by token"
    )
    func immediately() async throws {
        let server = try await ServedTeam()
        let root = try await server.visitor("root")
        let second = try await server.visitor("second", .administrator)
        let program = try await server.program("third", .administrator, .write)
        let (secondID, thirdID) = (try await server.id("second"), try await server.id("third"))
        func act(_ user: UserID, _ form: [(String, String)]) async throws {
            let answer = try await root.post("/admin/people/" + user.text, form)
            #expect(answer.status == 303)
        }
        #expect(try await second.get("/admin/people").status == 200)
        try await act(secondID, [("do", "role"), ("role", "viewer")])
        #expect(try await second.get("/admin/people").status == 403)
        #expect(try await second.get("/account").status == 200)
        try await act(secondID, [("do", "disable")])
        let link = try await root.post("/admin/people/" + secondID.text, [("do", "reset")])
        #expect(link.status == 409 && link.text.contains("The user is disabled."))
        #expect(try await second.get("/account").status == 303)
        #expect(try await server.stranger.signIn("second").status == 401)
        try await act(secondID, [("do", "enable")])
        let again = server.stranger.after(try await server.stranger.signIn("second"))
        #expect(try await again.get("/account").status == 200)
        try await act(secondID, [("do", "remove")])
        #expect(try await again.get("/account").status == 303)
        #expect(try await program.get("/api/v1/users").status == 200)
        try await act(thirdID, [("do", "role"), ("role", "member")])
        #expect(try await program.get("/api/v1/users").status == 403)
        let reset = try await root.follow(
            root.post("/admin/people/" + thirdID.text, [("do", "reset")]))
        #expect(try reset.link(ServedTeam.origin + "/reset?link=").count > 64)
        #expect(try await program.get("/api/v1/session").status == 401)
    }

    @Test("The last administrator stays, and makes no link that would sign out")
    func last() async throws {
        let server = try await ServedTeam()
        let root = try await server.visitor("root")
        let page = try await root.get("/admin/people")
        #expect(page.text.contains("last administrator") && page.text.contains("(you)"))
        let path = "/admin/people/" + (try await server.id("root").text)
        for form in [
            [("do", "disable")], [("do", "remove")], [("do", "role"), ("role", "member")],
        ] {
            let answer = try await root.post(path, form)
            #expect(answer.status == 409)
            #expect(answer.text.contains("The team needs an administrator."))
        }
        #expect(try await root.post(path, [("do", "reset")]).status == 409)
        #expect(try await root.get("/account").status == 200)
        #expect(try await root.post(path, [("do", "nothing")]).status == 422)
        #expect(try await root.post(path, [("do", "role"), ("role", "king")]).status == 422)
        _ = try await server.visitor("second", .administrator)
        let answer = try await root.post(path, [("do", "role"), ("role", "member")])
        #expect(answer.location == "/")
    }

    @Test("A program with a token that writes administers people; one that reads only looks")
    func programs() async throws {
        let server = try await ServedTeam()
        let writer = try await server.program("writer", .administrator, .write)
        let reader = try await server.program("reader", .administrator, .read)
        let users = try #require(
            try await reader.get("/api/v1/users").json()["users"] as? [[String: Any]])
        #expect(users.compactMap { $0["name"] as? String } == ["reader", "root", "writer"])
        let path = "/api/v1/users/" + (try await server.id("root").text)
        let role = #"{"role": "member"}"#
        #expect(try await reader.send(.patch, path, json: role).status == 403)
        #expect(try await reader.send(.delete, path).status == 403)
        #expect(try await reader.send(.post, path + "/password-reset").status == 403)
        let invitation = #"{"role": "viewer"}"#
        #expect(
            try await reader.send(.post, "/api/v1/invitations", json: invitation).status == 403)
        for document in ["{}", #"{"role": "member", "disabled": true}"#, #"{"role": "king"}"#] {
            #expect(try await writer.send(.patch, path, json: document).status == 422)
        }
        #expect(try await writer.send(.patch, path, json: role).status == 204)
        #expect(try await writer.send(.patch, path, json: #"{"disabled": true}"#).status == 204)
        let refused = try await writer.send(.post, path + "/password-reset")
        #expect(refused.status == 409)
        #expect(try refused.json()["detail"] as? String == "The user is disabled.")
        #expect(try refused.json()["hint"] as? String == "Enable the user first.")
        #expect(try await writer.send(.patch, path, json: #"{"disabled": false}"#).status == 204)
        let reset = try await writer.send(.post, path + "/password-reset")
        #expect(reset.status == 201)
        let url = try #require(try reset.json()["url"] as? String)
        #expect(url.hasPrefix(ServedTeam.origin + "/reset?link="))
        #expect(try await writer.send(.delete, path).status == 204)
        #expect(try await writer.send(.delete, path).status == 404)
        let made = try await writer.send(.post, "/api/v1/invitations", json: invitation)
        #expect(made.status == 201)
        let open = try #require(
            try await reader.get("/api/v1/invitations").json()["invitations"] as? [[String: Any]])
        let id = try #require(open[0]["id"] as? String)
        #expect(open[0]["created_by"] as? String == "writer")
        #expect(try await writer.send(.delete, "/api/v1/invitations/" + id).status == 204)
    }

    @Test("The audit log is read in pages, newest first, each entry once")
    func audit() async throws {
        let server = try await ServedTeam()
        let root = try await server.visitor("root")
        for number in 0..<250 {
            try await server.team.onMachine().record(.sourceChanged, subject: "\(number)")
        }
        var (target, subjects, pages): (String?, [String], Int) = ("/admin/audit", [], 0)
        while let next = target {
            let page = try await root.get(next)
            #expect(page.status == 200)
            subjects += page.text.matches(of: /<td[^>]*class="break">([^<]*)<\/td>/).map {
                String($0.output.1)
            }
            pages += 1
            target = page.values("href").first { $0.hasPrefix("/admin/audit?before=") }
        }
        #expect(pages == 3)
        let numbers = subjects.compactMap { Int($0) }
        #expect(numbers == Array((0..<250).reversed()))
        var (before, seen): (String, [String]) = ("", [])
        repeat {
            let document = try await root.get("/api/v1/audit?limit=99" + before).json()
            seen += try #require(document["entries"] as? [[String: Any]])
                .compactMap { $0["id"] as? String }
            before = (document["next_before"] as? String).map { "&before=" + $0 } ?? ""
        } while !before.isEmpty
        #expect(Set(seen).count == seen.count)
        let total = try await server.audit(1000).count
        #expect(seen.count == total)
        for query in ["?before=x", "?limit=0", "?limit=1000", "?limit=x"] {
            #expect(try await root.get("/api/v1/audit" + query).status == 400)
        }
    }

    @Test("Text of other people stays text on the administrator's pages")
    func hostileText() async throws {
        let server = try await ServedTeam()
        let root = try await server.visitor("root")
        let eve = try await server.visitor("eve")
        _ = try await eve.post("/account/tokens", [("name", hostile), ("days", "30")])
        let answer = try await server.stranger.send(
            .post, "/signin",
            body: Array("name=eve&password=correct+horse+battery".utf8),
            fields: [
                .contentType: "application/x-www-form-urlencoded", .userAgent: hostile,
            ])
        #expect(answer.status == 303)
        for (visitor, path) in [(root, "/admin/audit"), (eve, "/account")] {
            let page = try await visitor.get(path)
            #expect(page.status == 200 && !page.text.contains("<script>alert"))
        }
        #expect(try await root.get("/admin/audit").text.contains("&lt;script&gt;alert(1)"))
    }

    @Test("Before a person is removed, a page names what is lost; the list says the result")
    func removalOfPerson() async throws {
        let server = try await ServedTeam([("demo", [Vehicle(id: "A")])])
        let (root, yvonne) = (try await server.visitor("root"), try await server.visitor("yvonne"))
        _ = try await yvonne.post("/v/demo/A/favorite", [("favorite", "on")])
        for visibility in ["private", "private", "team"] {
            let note = #"{"text": "x", "visibility": "\#(visibility)"}"#
            #expect(try await yvonne.send(.post, "/api/v1/notes", json: note).status == 201)
        }
        #expect(
            try await yvonne.send(.post, "/api/v1/tokens", json: #"{"name": "a"}"#).status == 201)
        let path = "/admin/people/" + (try await server.id("yvonne")).text
        #expect(try await root.get("/admin/people").text.contains("href=\"\(path)/remove\""))
        let page = try await root.get(path + "/remove")
        for text in ["Remove yvonne?", "2 private notes", "1 favorite<", "1 API token<"] {
            #expect(page.text.contains(text), "\(text)")
        }
        #expect(page.text.contains("1 team note stays"))
        #expect(page.values("action").contains(path))
        let answer = try await root.post(path, [("do", "remove")])
        let list = try await root.get(try #require(answer.location))
        #expect(list.text.contains("The person is removed.") && !list.text.contains("yvonne"))
        #expect(try await root.get(path + "/remove").status == 404)
    }

    @Test("The list of people says the result of each change, if it is so")
    func results() async throws {
        let server = try await ServedTeam()
        let root = try await server.visitor("root")
        _ = try await server.visitor("ada")
        let path = "/admin/people/" + (try await server.id("ada")).text
        let changes = [
            ([("do", "role"), ("role", "viewer")], "ada is now viewer."),
            ([("do", "disable")], "ada is disabled and signed out."),
            ([("do", "enable")], "ada is enabled and can sign in again."),
        ]
        for (form, text) in changes {
            let answer = try await root.post(path, form)
            let location = try #require(answer.location)
            #expect(try await root.get(location).text.contains(text))
        }
        let stale = try await root.get("/admin/people?done=disable&user=" + path.suffix(36))
        #expect(!stale.text.contains("banner-good"))
    }
}
