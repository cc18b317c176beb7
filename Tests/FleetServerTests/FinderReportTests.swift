import FleetCore
import FleetService
import FleetTestSupport
import Foundation
import HTTPTypes
import Pictures
import Testing

@testable import FleetServer
@testable import FleetTeam

@Suite("Reports of finders")
struct FinderReportTests {
    private static func server(
        _ publications: Set<Source.Publication> = [.page, .reports],
        grants: [Grant] = Grant.presets, rotation: IDRotation? = nil
    ) async throws -> ServedTeam {
        let fleet = ["A", "B", "C", "..", "D E"].map { Vehicle(id: $0) }
        let server = try await ServedTeam(grants: grants, [("demo", fleet)])
        server.sources.all = server.sources.all.map { source in
            var settings = source.source
            (settings.publications, settings.rotation) = (publications, rotation)
            return PolledSource(
                name: source.name, aliases: source.aliases, source: settings,
                vehicles: source.vehicles)
        }
        return server
    }

    private func notes(_ visitor: Visitor) async throws -> [[String: Any]] {
        try #require(
            try await visitor.get("/api/v1/notes").json()["notes"] as? [[String: Any]])
    }

    @Test("A finder sends a report with a photo, which members see before everything else")
    func sent() async throws {
        let server = try await Self.server()
        let page = try await server.stranger.get("/v/demo/A").text
        let form = "<form class=\"finder-report\" method=\"post\" action=\"/found/demo?id=A\""
        #expect(page.contains(form))
        let answer = try await server.stranger.post(
            "/found/demo?id=A", [("text", "<b>flat</b>\r\ntyre"), ("contact", "<i>Zoe</i>")],
            files: [("a.jpg", TestPicture.photo())])
        #expect(answer.status == 303 && answer.location == "/v/demo/A?reported=1")
        let thanks = try await server.stranger.get("/v/demo/A?reported=1").text
        #expect(thanks.contains("Thank you for your report"))
        #expect(!thanks.contains("finder-report") && !thanks.contains("flat"))

        let ana = try await server.visitor("ana")
        let note = try #require(try await notes(ana).first)
        #expect(note["text"] as? String == "<b>flat</b>\ntyre")
        #expect(note["report"] as? Bool == true && note["contact"] as? String == "<i>Zoe</i>")
        #expect(note["vehicle_id"] as? String == "A" && note["author"] == nil)
        #expect(note["task"] as? Bool == true && note["assignee"] == nil)
        let photo = try #require((note["photos"] as? [[String: Any]])?.first)
        let file = try await ana.get(try #require(photo["href"] as? String))
        #expect(file.fields[.contentType] == "image/jpeg")
        #expect(Data(file.bytes).range(of: Data("SECRET".utf8)) == nil)

        let id = try #require(note["id"] as? String)
        for target in ["/v/demo/A", "/notes/" + id, "/notes"] {
            let page = try await ana.get(target).text
            #expect(page.contains("&lt;b&gt;flat") && page.contains("&lt;i&gt;Zoe"), "\(target)")
            #expect(page.contains("a finder") && !page.contains("<b>flat"), "\(target)")
        }
        let report = try await ana.get("/api/v1/attention").json()
        let first = try #require((report["groups"] as? [[String: Any]])?.first)
        #expect(first["group"] as? String == "report" && first["source"] as? String == "demo")
        let attention = try await ana.get("/attention").text
        #expect(attention.contains("id=\(id)&amp;") && !attention.contains("Zoe"))
        #expect(try await ana.post("/notes/\(id)/take").status == 303)
        #expect(try await !ana.get("/attention").text.contains("id=\(id)&amp;"))
        let root = try await server.visitor("root")
        let log = try await root.get("/admin/audit").text
        #expect(log.contains("note 1: A") && !log.contains("flat") && !log.contains("Zoe"))
    }

    @Test("What takes no reports answers as an unknown address does")
    func unknown() async throws {
        let server = try await Self.server()
        func answer(_ server: ServedTeam, _ target: String) async throws -> NSDictionary {
            var program = server.stranger
            program.fields = [.accept: "application/json"]
            var document = try await program.post(target, [("text", "x")], files: []).json()
            document["request_id"] = nil
            return document as NSDictionary
        }
        let nothing = try await answer(server, "/no/such/address")
        #expect(nothing["status"] as? Int == 404)
        for target in ["/found/demo?id=Z", "/found/none?id=A", "/found/demo"] {
            #expect(try await answer(server, target) == nothing, "\(target)")
        }
        let others: [ServedTeam] = [
            try await Self.server([.page]), try await Self.server([.gbfs]),
            try await Self.server([.reports]), try await Self.server([]),
            try await Self.server(rotation: .yes),
        ]
        for other in others {
            #expect(try await answer(other, "/found/demo?id=A") == nothing)
            let ana = try await other.visitor("ana")
            #expect(try await notes(ana).isEmpty)
        }
        let rotating = try await others[4].stranger.get("/v/demo/A")
        #expect(rotating.status == 200 && !rotating.text.contains("finder-report"))
    }

    @Test("A page of another site cannot send a report")
    func otherSite() async throws {
        let server = try await Self.server()
        for fields: HTTPFields in [[.origin: "https://evil.example"], [.fetchSite: "cross-site"]] {
            let answer = try await server.stranger.send(.post, "/found/demo?id=A", fields: fields)
            #expect(answer.status == 403)
        }
    }

    @Test("An ID that cannot be a segment of a path has a form, too")
    func dots() async throws {
        let server = try await Self.server()
        let answer = try await server.stranger.post("/found/demo?id=..", [("text", "x")], files: [])
        #expect(answer.location == "/v/demo?id=..&reported=1")
        #expect(try await server.stranger.get("/v/demo?id=..&reported=1").text.contains("Thank"))
    }

    @Test("A form that is refused keeps its texts and says why")
    func refused() async throws {
        let server = try await Self.server()
        let empty = try await server.stranger.post(
            "/found/demo?id=A", [("text", " "), ("contact", "\"><script>")], files: [])
        #expect(empty.status == 422 && empty.text.contains("The text is empty."))
        #expect(empty.text.contains("<details open>"))
        #expect(!empty.text.contains("\"><script>"))
        let bad = try await server.stranger.post(
            "/found/demo?id=A", [("text", "kept text")], files: [("a.jpg", Array("no photo".utf8))])
        #expect(bad.status == 415 && bad.text.contains("kept text"))
        let two = try await server.stranger.post(
            "/found/demo?id=A", [("text", "x")],
            files: [("a", TestPicture.png()), ("b", TestPicture.png(red: 1))])
        #expect(two.status == 413)
        let large = try await server.stranger.send(
            .post, "/found/demo?id=A",
            fields: [.origin: ServedTeam.origin, .contentLength: "\(30 << 20)"])
        #expect(large.status == 413)
        let ana = try await server.visitor("ana")
        #expect(try await notes(ana).isEmpty)
    }

    @Test("Reports beyond a limit get 429 with the time of the next attempt")
    func limits() async throws {
        let server = try await Self.server()
        func send(_ vehicle: String) async throws -> Answer {
            try await server.stranger.post("/found/demo?id=" + vehicle, [("text", "x")], files: [])
        }
        for _ in 0..<3 { #expect(try await send("A").status == 303) }
        let fourth = try await send("A")
        #expect(fourth.status == 429 && fourth.fields[.retryAfter] == "3600")
        #expect(fourth.text.contains("several reports about this vehicle"))
        for _ in 0..<2 { #expect(try await send("B").status == 303) }
        let sixth = try await send("C")
        #expect(sixth.status == 429 && sixth.fields[.retryAfter] != nil)
        #expect(sixth.text.contains("from this connection"))
        server.clock.advance(by: .seconds(3600))
        #expect(try await send("C").status == 303)
    }

    @Test("A person who may not see the source sees no report of it")
    func rights() async throws {
        let grants = Grant.presets.map { grant in
            grant.role == .viewer && grant.right == .notes ? Grant(.member, .notes) : grant
        }
        let hidden = grants + [Grant(.viewer, .notes, on: UUID())]
        let server = try await Self.server(grants: hidden)
        _ = try await server.stranger.post("/found/demo?id=A", [("text", "secret text")], files: [])
        let eve = try await server.visitor("eve", .viewer)
        let ana = try await server.visitor("ana")
        for target in ["/attention", "/notes", "/v/demo/A", "/api/v1/notes", "/api/v1/attention"] {
            #expect(try await !eve.get(target).text.contains("secret text"), "\(target)")
            #expect(try await ana.get(target).text.contains("secret text"), "\(target)")
        }
    }

    @Test("The form is in German for a browser that asks for it")
    func german() async throws {
        let server = try await Self.server()
        let page = try await server.stranger.get("/v/demo/A", fields: [.acceptLanguage: "de"])
        #expect(page.text.contains("Problem melden") && page.text.contains("Meldung senden"))
    }

    @Test("The form needs the public page")
    func needsPage() async throws {
        let server = try await ServedTeam(sourceAdministration: RecordedSettings())
        let root = try await server.visitor("root")
        let path = "/api/v1/sources/demo"
        let alone = try await root.send(.patch, path, json: #"{"publish": ["reports"]}"#)
        #expect(alone.status == 422 && alone.text.contains("public page"))
        let both = try await root.send(.patch, path, json: #"{"publish": ["page", "reports"]}"#)
        #expect(both.status == 204)
    }
}
