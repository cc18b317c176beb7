import FleetCore
import FleetTeam
import FleetTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import FleetServer
@testable import FleetTeam

@Suite("Names for people, beside those to sign in")
struct DisplayNameTests {
    @Test("A person registers with a name that has spaces, which colleagues see")
    func register() async throws {
        let server = try await ServedTeam(registration: .open)
        let root = try await server.visitor("root")
        let form = [
            ("name", "amira"), ("display_name", "  Amira  <Khan> "),
            ("password", ServedTeam.password),
        ]
        let amira = server.stranger.after(try await server.stranger.post("/register", form))
        #expect(try await amira.get("/notes").text.contains("Account of Amira &lt;Khan&gt;"))
        let note = #"{"text": "x", "visibility": "team"}"#
        #expect(try await amira.send(.post, "/api/v1/notes", json: note).status == 201)
        #expect(try await root.get("/notes").text.contains("Amira &lt;Khan&gt; · "))
        let people = try await root.get("/admin/people").text
        #expect(people.contains("Amira &lt;Khan&gt;<span class=\"muted block\">amira</span>"))
        let users = try await root.get("/api/v1/users").json()["users"] as? [[String: Any]]
        #expect(users?.compactMap { $0["display_name"] as? String } == ["Amira <Khan>"])
        #expect(try await server.stranger.signIn("amira").status == 303)
        try await server.team.onMachine().remove(server.id("amira"))
        #expect(try await !root.get("/notes").text.contains("Amira"))
    }

    @Test("The form keeps both names if it is refused, and says that the first has no spaces")
    func refused() async throws {
        let server = try await ServedTeam(registration: .open)
        let page = try await server.stranger.post(
            "/register",
            [
                ("name", "amira khan"), ("display_name", "Amira Khan"),
                ("password", ServedTeam.password),
            ])
        #expect(page.status == 422 && page.text.contains("without spaces."))
        #expect(page.values("value").contains("amira khan"))
        #expect(page.values("value").contains("Amira Khan"))
    }

    @Test("The account page and the API change it, but not to the sign-in name of another person")
    func change() async throws {
        let server = try await ServedTeam()
        let ana = try await server.visitor("ana")
        func name() async throws -> String? {
            try await ana.get("/api/v1/session").json()["display_name"] as? String
        }
        let answer = try await ana.post("/account/name", [("display_name", "Ana María")])
        #expect(answer.location == "/account?done=name")
        let page = try await ana.get("/account?done=name")
        #expect(page.text.contains("Your name is saved.") && page.text.contains("Ana María · ana"))
        #expect(try await name() == "Ana María")
        let long = String(repeating: "x", count: 65)
        for (name, status) in [("ROOT", 409), ("a\u{202E}b", 422), (long, 422)] {
            let refused = try await ana.post("/account/name", [("display_name", name)])
            #expect(refused.status == status && refused.text.contains("role=\"alert\""))
        }
        let document = #"{"display_name": " "}"#
        #expect(try await ana.send(.patch, "/api/v1/session", json: document).status == 204)
        #expect(try await name() == nil)
        #expect(try await ana.post("/account/name", [("display_name", "Ana")]).status == 303)
    }
}
