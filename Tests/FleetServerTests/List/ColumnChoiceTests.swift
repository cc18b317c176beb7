import FleetCore
import FleetTeam
import FleetTestSupport
import Foundation
import Testing

@testable import FleetServer
@testable import FleetTeam

@Suite("The choice of columns")
struct ColumnChoiceTests {
    private func served() async throws -> ServedTeam {
        let server = try await ServedTeam([("demo", []), ("other", [Vehicle(id: "o1")])])
        var feed = FeedDescription(format: "CSV table")
        feed.properties = [
            CustomProperty("Shelf"), CustomProperty("a, \"b\""),
            CustomProperty("PIN", visibility: .administrators),
        ]
        var vehicle = Vehicle(id: "v1")
        vehicle.properties = CustomProperties([("Shelf", "A3"), ("PIN", "4711")])
        try await server.load([vehicle], server.sources.all[0], feed)
        return server
    }

    /// The titles of the columns after the ID.
    private func titles(_ path: String, _ visitor: Visitor) async throws -> [String] {
        let text = try await visitor.get(path).text
        return text.matches(of: /<th [^>]*scope="col"[^>]*>(?:<a [^>]*>)?([^<]*)/)
            .map { String($0.1) }.filter { !$0.isEmpty && $0 != "ID" }
    }

    private func choose(
        _ columns: [String], of list: String = "source=demo",
        with others: [(String, String)] = [], _ visitor: Visitor
    ) async throws -> Answer {
        let fields = columns.flatMap { [("order", $0), ("column", $0)] }
        return try await visitor.post("/columns", [("list", list)] + fields + others)
    }

    @Test("Columns and their order are kept for the person, in all lists without a view")
    func kept() async throws {
        let server = try await served()
        let (ana, bob) = (
            try await server.visitor("ana", .viewer), try await server.visitor("bob")
        )
        let usual = try await titles("/?source=demo", ana)
        #expect(usual == ["State", "Color", "Battery", "Range", "Type", "Reported"])
        let list = "source=demo&search=v&fields=id&after=0.0,v&row=51"
        let answer = try await choose(
            ["\"a, \"\"b\"\"\"", "battery", "Shelf", "lat,lon", "state"], of: list, ana)
        #expect(answer.location == "/?source=demo&search=v")
        let chosen = ["a, &quot;b&quot;", "Battery", "Shelf", "Location", "State"]
        #expect(try await titles("/?source=demo", ana) == chosen)
        #expect(try await titles("/?source=demo&fields=color", ana) == ["Color"])
        #expect(try await titles("/?source=demo", bob) == usual)
        // A source without these properties has the other columns, and nothing is missing.
        #expect(try await titles("/?source=other", ana) == ["Battery", "Location", "State"])
        #expect(try await !ana.get("/?source=other").text.contains("There is no property"))
        #expect(
            try await titles("/?source=*&near=48,2", ana) == ["Source", "Distance"] + chosen)
        let text = try await ana.get("/?source=demo").text
        #expect(text.contains(#"<table role="table" class="vehicles chosen""#))
        #expect(text.contains(#"data-label="Shelf">A3<"#))
        #expect(text.contains("fleet list --source team:demo<") && !text.contains("Save as view"))
        // A view that is saved now has them.
        let filtered = try await ana.get("/?source=demo&search=v").text
        #expect(filtered.contains("fields=id%2C%22a%2C%20%22%22b%22%22%22%2Cbattery%2CShelf"))
        #expect(try await ana.get("/api/v1/views").text == #"{"views":[]}"#)
        _ = try await choose([], with: [("usual", "1")], ana)
        #expect(try await titles("/?source=demo", ana) == usual)
        _ = try await choose([], ana)
        #expect(try await titles("/?source=demo", ana) == [])
    }

    @Test("Buttons move a column without scripts, and return to the menu")
    func moved() async throws {
        let ana = try await served().visitor("ana")
        let columns = ["state", "battery", "Shelf"]
        let up = try await choose(columns, with: [("up", "Shelf")], ana)
        #expect(up.location == "/?source=demo#columns")
        #expect(try await titles("/?source=demo", ana) == ["State", "Shelf", "Battery"])
        _ = try await choose(columns, with: [("down", "state")], ana)
        #expect(try await titles("/?source=demo", ana) == ["Battery", "State", "Shelf"])
        for end in [("up", "state"), ("down", "Shelf"), ("up", "none")] {
            _ = try await choose(columns, with: [end], ana)
            #expect(try await titles("/?source=demo", ana) == ["State", "Battery", "Shelf"])
        }
    }

    @Test("One's own view has its columns, and one for everybody those that each person chose")
    func views() async throws {
        let server = try await served()
        let (ana, root) = (try await server.visitor("ana"), try await server.visitor("root"))
        let own = try #require(
            try await ana.post("/views", [("name", "Own"), ("filter", "search=v&fields=color")])
                .location)
        _ = try await choose(["state", "Shelf"], of: String(own.dropFirst(2)), ana)
        #expect(try await titles(own, ana) == ["Source", "State", "Shelf"])
        let document = try await ana.get("/api/v1/views").text
        #expect(document.contains("fields=id%2Cstate%2CShelf"))
        #expect(try await !ana.get(own).text.contains("Save changes"))
        let shared = try #require(
            try await root.post(
                "/views", [("name", "All"), ("filter", "fields=color"), ("for_all", "1")]
            ).location)
        let list = String(shared.dropFirst(2))
        _ = try await choose(["battery"], of: list, ana)
        #expect(try await titles(shared, ana) == ["Source", "Battery"])
        #expect(try await titles(shared, root) == ["Source", "Color"])
        #expect(try await !ana.get(shared).text.contains("changed"))
        #expect(try await choose(["state"], of: list, with: [("for_all", "1")], ana).status == 403)
        _ = try await choose(["state"], of: list, with: [("for_all", "1")], root)
        #expect(try await titles(shared, root) == ["Source", "State"])
        #expect(try await titles(shared, ana) == ["Source", "Battery"])
        #expect(try await choose(["state"], of: "view=none", ana).status == 404)
    }

    @Test("A hidden property is neither offered nor shown, even if its name is sent")
    func hidden() async throws {
        let server = try await served()
        let (ana, root) = (
            try await server.visitor("ana"), try await server.visitor("root", .administrator)
        )
        #expect(try await root.get("/?source=demo").text.contains(#"value="PIN""#))
        #expect(try await !ana.get("/?source=demo").text.contains("PIN"))
        _ = try await choose(["PIN", "state"], ana)
        let text = try await ana.get("/?source=demo").text
        #expect(try await titles("/?source=demo", ana) == ["State"] && !text.contains("4711"))
        _ = try await choose(["PIN"], root)
        #expect(try await root.get("/?source=demo").text.contains("4711"))
    }

    @Test("Hostile choices are refused, or change nothing")
    func hostile() async throws {
        let server = try await served()
        let ana = try await server.visitor("ana")
        #expect(
            try await choose(["state"], of: "//evil.example/?x", ana).location?
                .hasPrefix("/?") == true)
        let long = (0..<100).map { "column \($0) " + String(repeating: "x", count: 60) }
        #expect(try await choose(long, ana).status == 422)
        _ = try await choose(["<script>", "nothing", "state", "state"], ana)
        #expect(try await titles("/?source=demo", ana) == ["State"])
        #expect(try await server.stranger.get("/columns").status != 200)
    }
}
