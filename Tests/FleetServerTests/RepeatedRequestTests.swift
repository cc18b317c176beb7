import FleetCore
import FleetSQL
import FleetTeam
import FleetTestSupport
import Foundation
import HTTPTypes
import Synchronization
import Testing

@testable import FleetServer

@Suite("A POST that is sent again, because its answer was lost")
struct RepeatedRequestTests {
    /// A thing that a request adds, and the list in the API that has it.
    struct Addition: Sendable, CustomTestStringConvertible {
        var list: String
        /// The page with the form, and the form.
        var page: String
        var target: String
        var form: [(String, String)]
        var json: String
        var testDescription: String { list }
    }

    static let additions = [
        Addition(
            list: "tokens", page: "/account", target: "/account/tokens",
            form: [("name", "t"), ("scope", "read"), ("days", "30")],
            json: #"{"name":"t2","days":30}"#),
        Addition(
            list: "views", page: "/?state=available", target: "/views",
            form: [("name", "v"), ("filter", "state=available")],
            json: #"{"name":"v2","filter":"state=available"}"#),
        Addition(
            list: "invitations", page: "/admin/people", target: "/admin/invitations",
            form: [("role", "member")], json: #"{"role":"member"}"#),
        Addition(
            list: "alerts", page: "/admin/alerts", target: "/admin/alerts",
            form: [
                ("name", "a"), ("kind", "battery_low"), ("low_battery", "15"),
                ("webhook", "https://93.184.216.34/hook"),
            ],
            json: #"{"name":"a2","kinds":["battery_low"],"webhook":"https://93.184.216.34/hook"}"#),
        Addition(
            list: "limits", page: "/limits", target: "/limits",
            form: [
                ("name", "cap"), ("indicator", "vehicle_cap"), ("at_most", "1"),
                ("coverage", "90"), ("source", "demo"),
            ],
            json:
                #"{"name":"cap2","indicator":"vehicle_cap","at_most":1,"sources":["demo"]}"#),
    ]

    private func count(_ list: String, _ visitor: Visitor) async throws -> Int {
        let answer = try await visitor.get("/api/v1/" + list)
        return try #require(answer.json()[list] as? [Any]).count
    }

    @Test("A form adds one thing, and answers the same", arguments: additions)
    func form(addition: Addition) async throws {
        let server = try await ServedTeam()
        let root = try await server.visitor("root")
        let pattern = #/name="idempotency_key" value="([^"]+)"/#
        let key = try #require(
            try await root.get(addition.page).text.firstMatch(of: pattern)
        ).1
        let form = addition.form + [("idempotency_key", String(key))]
        let first = try await root.post(addition.target, form)
        #expect(first.status == 303, "\(first.text)")
        let again = try await root.post(addition.target, form)
        #expect(again.status == 303 && again.location == first.location)
        #expect(try await count(addition.list, root) == 1)
        let (page, shown) = (try await root.follow(first), try await root.follow(again))
        #expect(page.values("data-copy") == shown.values("data-copy"))
    }

    @Test("A document adds one thing for each key, and answers the same", arguments: additions)
    func document(addition: Addition) async throws {
        let server = try await ServedTeam()
        let root = try await server.visitor("root")
        let path = "/api/v1/" + addition.list
        func send(_ key: String, _ json: String) async throws -> Answer {
            try await root.send(.post, path, json: json, fields: [.idempotencyKey: key])
        }
        let first = try await send("the first request", addition.json)
        #expect(first.status == 201, "\(first.text)")
        let again = try await send("the first request", addition.json)
        #expect(again.status == 201 && again.text == first.text)
        #expect(try await count(addition.list, root) == 1)
        #expect(try await send("too short", addition.json).status == 400)
        let other = try await send("the first request", addition.json.replacing("}", with: " }"))
        #expect(other.status == 409)
        #expect(
            try other.json()["detail"] as? String
                == "The idempotency key was used for another request.")
    }

    @Test("A source is added once, under the same UUID, and the log has it once")
    func source() async throws {
        let settings = RecordedSettings()
        let server = try await ServedTeam(sourceAdministration: settings)
        let root = try await server.visitor("root")
        let json = #"{"name":"oslo","location":"https://9.9.9.9/gbfs.json"}"#
        var texts: Set<String> = []
        let key: HTTPFields = [.idempotencyKey: UUID().uuidString]
        for _ in 0..<2 {
            let answer = try await root.send(.post, "/api/v1/sources", json: json, fields: key)
            #expect(answer.status == 201)
            texts.insert(answer.text)
        }
        #expect(texts.count == 1 && Set(settings.added).count == 1 && settings.added.count == 2)
        let entries = try await server.team.onMachine().auditEntries(limit: 100)
        #expect(entries.filter { $0.action == .sourceAdded }.count == 1)
    }

    @Test("Set-up and registration that are sent again sign in")
    func registration() async throws {
        let server = try await ServedTeam(isSetUp: false)
        let setup = try #require(try await server.team.makeSetupLink())
        let form = [
            ("link", setup.secret.reveal()), ("name", "anna"), ("password", ServedTeam.password),
            ("idempotency_key", "k"),
        ]
        for _ in 0..<2 {
            let answer = try await server.stranger.post("/setup", form)
            #expect(answer.status == 303 && answer.fields[.setCookie] != nil)
        }
        #expect(try await server.stranger.post("/setup", form.dropLast()).status == 410)
        let anna = try #require(try await server.team.onMachine().users().first)
        #expect(anna.name == "anna")
    }

    @Test(
        "The answer says whether a change is saved that no standby has confirmed",
        arguments: [
            (true, "The change is saved, but the standby of the database has not confirmed it."),
            (false, "The database waits for its standby, which has not confirmed earlier changes."),
        ])
    func standby(isSaved: Bool, detail: String) async throws {
        let folder = try TemporaryFolder()
        let storage = try ServedStorage(in: folder)
        let team = UnwritableTeamDatabase(storage.team)
        let server = try await ServedTeam(storage: ServedStorage(storage, team: team))
        let ana = try await server.visitor("ana")
        team.error.withLock { $0 = .standby(path: "p", isSaved: isSaved) }
        let answer = try await ana.send(.post, "/api/v1/notes", json: #"{"text":"a"}"#)
        #expect(answer.status == 503 && answer.fields[.retryAfter] == "2")
        #expect(try answer.json()["detail"] as? String == detail)
        let page = try await ana.post("/account/name", [("display_name", "Ana")])
        #expect(page.status == 503 && page.text.contains(detail))
    }
}
