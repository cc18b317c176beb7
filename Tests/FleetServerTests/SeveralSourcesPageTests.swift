import FleetCore
import FleetService
import FleetTeam
import FleetTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import FleetServer

@Suite("Pages of several sources")
struct SeveralSourcesPageTests {
    private static let names = ["bergen", "oslo", "paris"]

    /// Vehicles of which many have the same charge, and some the same ID.
    private static let fleets: [(name: String, vehicles: [Vehicle])] = names.enumerated().map {
        offset, name in
        let vehicles = (0..<30).map { number -> Vehicle in
            var vehicle = Vehicle(
                id: "V\(number % 7 == 0 ? number : 100 + number * 3 + offset)")
            vehicle.battery = Battery(percent: Double(number % 4 * 20), isEstimated: false)
            vehicle.color = VehicleColor(number % 2 == 0 ? "red" : "blue")
            vehicle.position = Position(latitude: Double(offset), longitude: Double(number) / 100)
            return vehicle
        }
        return (name, vehicles)
    }

    private let server: ServedTeam

    init() async throws { server = try await ServedTeam(Self.fleets) }

    /// The rows of a page, as `SOURCE ID`.
    private static func rows(_ page: Answer) -> [String] {
        page.text.matches(of: /<tr role="row" data-id="([^"]*)" data-source="([^"]*)"/)
            .map { "\($0.2) \($0.1)" }
    }

    /// All vehicles of some sources in order of their charges: concatenated and sorted.
    private static func oracle(_ names: [String]) -> [String] {
        let all = fleets.filter { names.contains($0.name) }
            .flatMap { fleet in fleet.vehicles.map { (fleet.name, $0) } }
        return all.sorted { left, right in
            let (a, b) = (left.1.battery?.percent ?? 0, right.1.battery?.percent ?? 0)
            return (a, left.1.id, left.0) < (b, right.1.id, right.0)
        }.map { "\($0.0) \($0.1.id)" }
    }

    @Test("Every header says how many sources fail, also beside one that does not")
    func failing() async throws {
        let ana = try await server.visitor("ana")
        #expect(try await ana.get("/").text.contains("data-failing></span>"))
        server.sources.set(
            .failed(
                FeedFailure(.service(.status(404)), at: "https://example.com"),
                retryAt: Timestamp(seconds: 1_800_000_060), attempt: 1, nil),
            of: server.sources.all[1].uuid)
        for path in ["/", "/?source=paris", "/map", "/notes", "/account", "/favorites"] {
            #expect(
                try await ana.get(path).text.contains("data-failing>1 of 3 failing<"), "\(path)")
        }
    }

    @Test("A list has all sources until the person follows some, and others have their own choice")
    func followed() async throws {
        let ana = try await server.visitor("ana")
        let bob = try await server.visitor("bob", .viewer)
        #expect(try await ana.get("/").text.contains("90 vehicles"))
        let saved = try await ana.post(
            "/account/sources", [("source", "oslo"), ("source", "paris")])
        #expect(saved.location == "/account?done=sources")
        #expect(try await ana.get("/account").text.contains(#"value="oslo" checked"#))
        let list = try await ana.get("/?sort=battery")
        #expect(list.text.contains("60 vehicles") && list.text.contains("<h1>Oslo, paris</h1>"))
        #expect(Self.rows(list) == Array(Self.oracle(["oslo", "paris"]).prefix(50)))
        #expect(try await ana.get("/map").text.contains("60 vehicles"))
        #expect(try await ana.get("/?source=*").text.contains("90 vehicles"))
        #expect(try await ana.get("/?source=bergen").text.contains("30 vehicles"))
        #expect(try await ana.get("/?source=bergen&source=oslo").text.contains("60 vehicles"))
        #expect(try await ana.get("/?source=nowhere").status == 404)
        #expect(
            try await ana.get("/api/v1/followed-sources").text == #"{"sources":["oslo","paris"]}"#)
        // Pages of one source begin with the first of them.
        #expect(try await ana.get("/labels").text.contains("30 vehicles of oslo"))
        #expect(try await bob.get("/").text.contains("90 vehicles"))
        #expect(try await bob.get("/api/v1/followed-sources").text == #"{"sources":[]}"#)
        let json = #"{"sources": ["bergen"]}"#
        #expect(try await bob.send(.put, "/api/v1/followed-sources", json: json).status == 204)
        #expect(try await bob.get("/").text.contains("30 vehicles"))
        #expect(try await ana.get("/").text.contains("60 vehicles"))
        for json in [#"{"sources": ["nowhere"]}"#, #"{"sources": "oslo"}"#, #"{}"#] {
            #expect(
                try await bob.send(.put, "/api/v1/followed-sources", json: json).status >= 400)
        }
        _ = try await ana.post("/account/sources", [])
        #expect(try await ana.get("/").text.contains("90 vehicles"))
        #expect(try await server.stranger.get("/api/v1/followed-sources").status == 401)
    }

    @Test("The pages of a list of several sources are all vehicles in one order, with the source")
    func pages() async throws {
        let ana = try await server.visitor("ana")
        var (rows, path) = ([String](), "/?source=*&sort=battery")
        for _ in 0..<2 {
            let page = try await ana.get(path)
            #expect(page.text.contains("scope=\"col\" class=\"c-source"))
            rows += Self.rows(page)
            path =
                page.values("href").first { $0.contains("after=") }?
                .replacing("&amp;", with: "&") ?? ""
        }
        #expect(rows == Self.oracle(Self.names) && path.isEmpty)
        #expect(try await ana.get("/?source=*&sort=battery&after=0,V1").status == 400)
        #expect(try await ana.get("/?source=*&sort=battery&after=rome,0,V1").status == 400)
        let one = try await ana.get("/?source=oslo&sort=battery")
        #expect(Self.rows(one) == Self.oracle(["oslo"]))
        #expect(!one.text.contains("c-source"))
    }

    @Test("The file of a list of several sources has exactly its vehicles, each with its source")
    func export() async throws {
        let ana = try await server.visitor("ana")
        let page = try await ana.get("/?source=oslo&source=paris&sort=battery&color=red")
        #expect(page.text.contains("fleet list --source team:oslo --source team:paris --color red"))
        let csv = try #require(
            page.values("href").first { $0.hasPrefix("/export?") && $0.contains("format=csv") })
        let file = try await ana.get(csv.replacing("&amp;", with: "&"))
        #expect(file.fields[.contentDisposition] == "attachment; filename*=UTF-8''vehicles.csv")
        let rows = file.text.split(whereSeparator: \.isNewline).dropFirst().map { line in
            let cells = line.split(separator: ",", omittingEmptySubsequences: false)
            return "\(cells[1]) \(cells[0])"
        }
        let red = Self.oracle(["oslo", "paris"]).filter { row in
            Self.fleets.contains { fleet in
                fleet.vehicles.contains {
                    "\(fleet.name) \($0.id)" == row && $0.color?.name == "red"
                }
            }
        }
        #expect(rows == red && rows.count > 20)
        let json = try await ana.get("/export?source=oslo&source=paris&limit=1").json()
        #expect((json["vehicles"] as? [Any])?.count == 60)
        #expect((json["sources"] as? [Any])?.count == 2)
        #expect(try await ana.get("/export?source=*&format=gbfs").status == 400)
        #expect(
            try await ana.get("/export?source=oslo&color=red").location == "/export/oslo?color=red")
        #expect(try await server.stranger.get("/export?source=*").status == 303)
    }
    @Test("Sites of several sources are one page, alarms first, each with its source")
    func sites() async throws {
        let ana = try await server.visitor("ana")
        try await server.loadSites(["B", "C"], server.sources.all[0])
        try await server.loadSites(["A"], server.sources.all[1])
        let page = try await ana.get("/sites")
        #expect(page.values("data-site") == ["A", "B", "C"])
        #expect(page.text.contains("<h1>Sites</h1>") && page.text.contains("3 sites"))
        #expect(page.text.contains(#"<p class="muted">oslo · <span class="id">A</span>"#))
        let one = try await ana.get("/sites?source=oslo")
        #expect(one.values("data-site") == ["A"] && !one.text.contains("oslo · <span"))
    }

    @Test("The search has the vehicles of followed sources first, and then those of the others")
    func search() async throws {
        let ana = try await server.visitor("ana")
        #expect(try await ana.get("/search?q=V0").location == "/v/bergen/V0")
        _ = try await ana.post("/account/sources", [("source", "paris")])
        #expect(try await ana.get("/search?q=V0").location == "/v/paris/V0")
    }

    @Test("A map loads the points of each source, and the stream has the changes of all of them")
    func map() async throws {
        let ana = try await server.visitor("ana")
        let page = try await ana.get("/map?source=oslo&source=paris&color=red")
        #expect(page.text.contains("Map of oslo, paris"))
        let points = try #require(page.values("data-points").first)
        let urls = points.split(separator: " ").map(String.init)
        #expect(
            urls == ["oslo", "paris"].map { "/api/v1/sources/\($0)/points?color=red" })
        #expect(page.values("data-source") == ["oslo,paris"])
        let ids = try #require(page.values("data-source-id").first).split(separator: ",")
        #expect(ids.count == 2)
        let cursors = try #require(page.values("data-cursor").first)
        #expect(cursors.split(separator: ",").count == 2)
    }

    @Test("The saved colors of a source narrow only that source, and a tag clears them")
    func colors() async throws {
        let ana = try await server.visitor("ana")
        _ = try await ana.post("/", [("source", "oslo"), ("color", "red")])
        let both = try await ana.get("/?source=oslo&source=paris")
        #expect(both.text.contains("45 of 60 vehicles match"))
        #expect(both.text.contains("oslo: color red"))
        #expect(both.text.contains(#"<button class="tag" type="submit" form="clear-color""#))
        let sources = [("source", "oslo"), ("source", "paris")]
        _ = try await ana.post("/", sources + [("color", "all")])
        #expect(try await ana.get("/?source=oslo&source=paris").text.contains("60 vehicles"))
        _ = try await ana.post("/", sources + [("shown", ""), ("color", "blue")])
        #expect(
            try await ana.get("/?source=oslo&source=paris&color=all").text
                .contains("<strong>oslo: color blue, paris: color blue</strong> is saved, but"))
        #expect(try await ana.get("/?source=paris").text.contains("15 of 30 vehicles match"))
    }

    @Test("Attention begins with the followed sources, and has the tasks of all")
    func attention() async throws {
        let ana = try await server.visitor("ana")
        _ = try await ana.post("/account/sources", [("source", "oslo"), ("source", "paris")])
        let task =
            #"{"text":"move it","source":"bergen","assignee":"ana","due":"2020-01-01T00:00:00Z"}"#
        #expect(try await ana.send(.post, "/api/v1/notes", json: task).status == 201)
        func counted(_ query: String) async throws -> [Substring] {
            try await ana.get("/attention" + query).text
                .matches(of: /href="\/\?source=(\w+)&amp;[^"]*unhandled=battery/).map(\.1)
        }
        #expect(try await counted("") == ["oslo", "paris"])
        #expect(try await counted("?source=*") == ["bergen", "oslo", "paris"])
        #expect(try await counted("?source=bergen") == ["bergen"])
        #expect(try await ana.get("/attention").text.contains("move it"))
        #expect(try await ana.get("/attention?source=oslo").text.contains("move it"))
        #expect(try await ana.get("/attention?source=nowhere").status == 404)
        let document = try await ana.get("/api/v1/attention").json()
        let groups = try #require(document["groups"] as? [[String: Any]])
        #expect(groups.contains { $0["source"] as? String == "bergen" }, "programs get all")
    }

    @Test("Tasks are those of the followed sources and of none, until all are chosen")
    func tasks() async throws {
        let ana = try await server.visitor("ana")
        for note in [
            #""source": "oslo", "vehicle_id": "V0", "text": "at oslo""#,
            #""source": "paris", "vehicle_id": "V0", "text": "at paris""#,
            #""lat": 1, "lon": 2, "text": "anywhere""#,
        ] {
            let json = "{\(note), \"task\": true, \"visibility\": \"team\"}"
            #expect(try await ana.send(.post, "/api/v1/notes", json: json).status == 201)
        }
        let all = try await ana.get("/tasks?who=all").text
        #expect(all.contains("3 open") && all.contains("<span class=\"muted\">paris</span>"))
        _ = try await ana.post("/account/sources", [("source", "oslo")])
        let page = try await ana.get("/tasks?who=all")
        #expect(page.text.contains("2 open") && page.text.contains("anywhere"))
        #expect(page.text.contains("at oslo") && !page.text.contains("at paris"))
        #expect(try await ana.get("/tasks?who=all&source=*").text.contains("at paris"))
        #expect(try await ana.get("/api/v1/notes?task=1").text.contains("at paris"))
    }

    @Test("Vehicles that were selected in a list of several sources become favorites and tasks")
    func selection() async throws {
        let ana = try await server.visitor("ana")
        let bob = try await server.visitor("bob")
        let page = try await ana.get("/?source=*&sort=battery")
        #expect(page.text.contains(#"<input type="hidden" name="source" value="*">"#))
        #expect(page.text.contains(#"value="oslo/V0""#))
        let selected = [("source", "*"), ("id", "oslo/V0"), ("id", "paris/V21")]
        #expect(try await ana.post("/favorites", selected).status == 303)
        func favorites(_ visitor: Visitor) async throws -> String {
            try await visitor.get("/api/v1/favorites?format=csv").text
        }
        let starred = try await favorites(ana)
        #expect(starred.contains("oslo,V0") && starred.contains("paris,V21"))
        #expect(try await !favorites(bob).contains("V0"))
        let both = try await ana.get("/favorites")
        #expect(both.text.contains("2 favorites of all sources"))
        #expect(Self.rows(both) == ["oslo V0", "paris V21"])
        #expect(try await ana.get("/favorites?source=oslo").text.contains("1 favorite of oslo"))
        let query = "?source=*&id=oslo%2FV0&id=paris%2FV21&task=1"
        #expect(
            try await ana.get("/notes/new" + query).text.contains(
                "About <strong class=\"id\">2 vehicles"))
        let form = [("text", "wash"), ("visibility", "team"), ("task", "1")]
        #expect(try await ana.post("/notes/new" + query, form).location == "/tasks?who=all")
        let notes = try await ana.get("/api/v1/notes?format=csv").text
        #expect(notes.contains("oslo") && notes.contains("paris"))
        let labels = try await ana.get("/labels" + query)
        #expect(labels.text.contains("Left out: 1 of paris."))
        for bad in ["nowhere/V0", "V0"] {
            #expect(try await ana.post("/favorites", [("source", "*"), ("id", bad)]).status == 404)
        }
    }

    @Test("All vehicles that match can be selected, up to a limit that the list states")
    func matching() async throws {
        let ana = try await server.visitor("ana")
        // All of these are on the page.
        #expect(try await !ana.get("/?source=*&max-battery=0").text.contains("name=\"matching\""))
        let all = try await ana.get("/?source=*")
        let matching = try #require(
            all.text.firstMatch(of: /name="matching" value="([^"]*)" data-matching="90"/)?.1)
        #expect(all.text.contains("All 90 that match"))
        let form = [("source", "*"), ("matching", String(matching))]
        #expect(try await ana.post("/favorites", form).status == 303)
        #expect(try await ana.get("/?source=*").text.contains("data-favorite-count>90<"))
        let large = try await ServedTeam([
            ("demo", (0..<501).map { Vehicle(id: "v\($0)") })
        ])
        let eve = try await large.visitor("eve")
        #expect(
            try await eve.get("/").text.contains("All 501 that match: at most 500 can be selected"))
        let refused = try await eve.post("/favorites", [("matching", "source=demo")])
        #expect(refused.status == 422 && refused.text.contains("at most 500 are possible at once"))
        #expect(
            try await eve.post("/favorites", [("matching", "source=demo&search=v50")]).status == 303
        )
        #expect(try await eve.get("/api/v1/favorites").text.contains("v500"))
    }

    @Test("Selected tasks are done together, except those that the person may not see or change")
    func done() async throws {
        let ana = try await server.visitor("ana")
        let bob = try await server.visitor("bob")
        let eve = try await server.visitor("eve", .viewer)
        var ids: [String] = []
        for (visitor, visibility, isTask) in [
            (ana, "team", true), (bob, "team", true), (bob, "private", false),
        ] {
            let json =
                "{\"text\": \"x\", \"visibility\": \"\(visibility)\", \"task\": \(isTask)}"
            let note = try await visitor.send(.post, "/api/v1/notes", json: json).json()
            ids.append(try #require(note["id"] as? String))
        }
        let page = try await ana.get("/tasks?who=all")
        #expect(page.text.contains(#"form="mark-tasks""#))
        #expect(try await !eve.get("/tasks?who=all").text.contains("mark-tasks"))
        let fields = ids.map { ("note", $0) } + [("note", UUID().uuidString), ("note", "x")]
        #expect(try await eve.post("/tasks/done", fields).status == 303)
        #expect(try await ana.get("/tasks?who=all").text.contains("2 open"))
        #expect(try await ana.post("/tasks/done", fields).status == 303)
        #expect(try await ana.get("/tasks?who=all").text.contains("0 open"))
        #expect(try await bob.get("/api/v1/notes/" + ids[2]).json()["done"] as? Bool == false)
        let many = (0..<501).map { _ in ("note", UUID().uuidString) }
        #expect(try await ana.post("/tasks/done", many).status == 422)
        #expect(try await server.stranger.post("/tasks/done", fields).location == "/signin")
    }
}
