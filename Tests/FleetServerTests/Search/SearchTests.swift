import FleetCore
import FleetTeam
import FleetTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import FleetServer

@Suite("Search")
struct SearchTests {
    /// The groups of a search by kind, each with the titles of its results.
    private struct Found {
        let kinds: [String]
        let results: [[String: Any]]
        let isComplete: Bool

        init(_ answer: Answer) throws {
            #expect(answer.status == 200)
            let document = try answer.json()
            let groups = try #require(document["groups"] as? [[String: Any]])
            kinds = groups.compactMap { $0["kind"] as? String }
            results = groups.flatMap { $0["results"] as? [[String: Any]] ?? [] }
            isComplete = document["complete"] as? Bool ?? false
        }

        func titles(_ kind: String) -> [String] { values("title", kind) }

        func values(_ name: String, _ kind: String) -> [String] {
            results.filter { $0["kind"] as? String == kind }.compactMap { $0[name] as? String }
        }
    }

    private func search(
        _ text: String?, _ visitor: Visitor, source: String? = nil
    ) async throws -> Found {
        let items = [("q", text), ("source", source)].compactMap { name, value in
            value.map { (name, $0) }
        }
        return try Found(try await visitor.get("/api/v1/search" + QueryItems(items).query))
    }

    private static func vehicle(_ id: String, color: String? = nil) -> Vehicle {
        var vehicle = Vehicle(id: id)
        vehicle.color = color.flatMap { VehicleColor($0) }
        (vehicle.isReserved, vehicle.isDisabled) = (false, false)
        return vehicle
    }

    private static func fleet(_ ids: String...) -> [Vehicle] { ids.map { vehicle($0) } }

    @Test("One text finds vehicles of all sources, sites, notes, people, pages and actions")
    func everything() async throws {
        let server = try await ServedTeam([
            ("demo", Self.fleet("X-1")), ("mapo", Self.fleet("MAP-7", "map-8")),
        ])
        var site = Site(id: "s-1")
        site.name = "Maple Street"
        try await server.load(sites: [site], server.sources.all[1])
        _ = try await server.visitor("mapi")
        let ana = try await server.visitor("ana")
        let note = try await ana.note("The map is wrong")
        let found = try await search("map", ana)
        #expect(found.titles("vehicle") == ["MAP-7", "map-8"])
        #expect(found.values("href", "vehicle") == ["/v/mapo/MAP-7", "/v/mapo/map-8"])
        #expect(found.values("source", "vehicle") == ["mapo", "mapo"])
        #expect(found.values("state", "vehicle") == ["available", "available"])
        #expect(found.titles("site") == ["Maple Street"])
        #expect(found.values("href", "site") == ["/sites/mapo/s-1"])
        #expect(found.values("href", "source") == ["/?source=mapo"])
        #expect(found.values("href", "note") == ["/notes/" + note])
        #expect(found.titles("person") == ["mapi"])
        #expect(found.values("href", "person") == ["/notes?author=mapi"])
        #expect(found.titles("page") == ["Map"])
        // The page has exactly this name.
        #expect(found.kinds.first == "page")
        #expect(found.isComplete)
        #expect(try await search("refresh", ana).values("method", "action") == ["post"])
    }

    @Test("An exact ID comes first, then IDs that begin with the text, then others, then colors")
    func order() async throws {
        let server = try await ServedTeam([
            (
                "demo",
                [
                    Self.vehicle("A-RED"), Self.vehicle("B", color: "blue"), Self.vehicle("RED-1"),
                    Self.vehicle("Z-red"), Self.vehicle("red"),
                ]
            ), ("other", Self.fleet("RED-0", "Red")),
        ])
        let ana = try await server.visitor("ana")
        #expect(
            try await search("red", ana).titles("vehicle")
                == ["red", "Red", "RED-1", "RED-0", "A-RED", "Z-red"])
        #expect(
            try await search("red", ana, source: "other").titles("vehicle").prefix(2)
                == ["Red", "red"])
        #expect(try await search("  re  d ", ana).titles("vehicle") == [])
        #expect(try await search("BLU", ana).titles("vehicle") == ["B"])
        let none = try await search("red-1x", ana)
        #expect(none.kinds == [])
    }

    @Test("A vehicle that has left the feed is found, with that as its state")
    func gone() async throws {
        let server = try await ServedTeam([("demo", Self.fleet("A-1", "A-2"))])
        try await server.load(
            Self.fleet("A-1"), server.sources.all[0], at: ServedTeam.loadedAt + 60)
        let found = try await search("a-", try await server.visitor("ana"))
        #expect(found.titles("vehicle") == ["A-1", "A-2"])
        #expect(found.values("state", "vehicle") == ["available", "gone"])
    }

    @Test("No kind has more than six results, and the others are in a list")
    func limits() async throws {
        let ids = (0..<200).map { "AB-\($0)" }
        let server = try await ServedTeam(
            (0..<3).map { ("s\($0)", ids.map { Self.vehicle($0) }) })
        for source in server.sources.all {
            try await server.loadSites((0..<9).map { "ab-\($0)" }, source)
        }
        let ana = try await server.visitor("ana")
        for number in 0..<8 { _ = try await ana.note("ab \(number)") }
        for number in 0..<8 { _ = try await server.visitor("ab\(number)") }
        let answer = try await ana.get("/api/v1/search?q=ab&source=s1")
        let found = try Found(answer)
        for kind in ["vehicle", "site", "note", "person"] {
            #expect(found.titles(kind).count == 6, "\(kind)")
        }
        #expect(answer.text.contains("/?source=s1&color=all&search=ab"))
    }

    @Test("Another person's private note is never found, by its text, its vehicle or its number")
    func privateNotes() async throws {
        let server = try await ServedTeam([("demo", Self.fleet("AB-1"))])
        let ana = try await server.visitor("ana")
        let id = try await ana.note("zebra secret of ana")
        let others = [
            try await server.visitor("root"), try await server.visitor("bob"),
            try await server.visitor("vic", .viewer),
            try await server.program("bot", .administrator, .write),
        ]
        for other in others {
            for text in ["zebra", "secret of", "ana", "1", "%", "note 1", id, "a"] {
                let target = "/search" + QueryItems([("q", text)]).query
                let answer = try await other.get("/api/v1" + target)
                #expect(answer.status == 200)
                #expect(!answer.text.contains("zebra secret") && !answer.text.contains("/\(id)"))
                guard other.cookie != nil else { continue }
                let page = try await other.get(target)
                #expect(!page.text.contains("zebra secret") && !page.text.contains("/\(id)"))
            }
        }
        #expect(try await search("zebra", ana).values("id", "note") == [id])
        _ = try await ana.post(
            "/notes/\(id)/edit",
            [
                ("text", "zebra secret of ana"), ("version", "1"), ("visibility", "team"),
            ])
        #expect(try await search("zebra", others[2]).values("id", "note") == [id])
    }

    @Test("Only administrators find pages and actions of administration, and viewers no new note")
    func roles() async throws {
        let server = try await ServedTeam()
        for (name, role) in [("root", Role.administrator), ("mia", .member), ("vic", .viewer)] {
            let visitor = try await server.visitor(name, role)
            for text in [nil, "administration", "people", "invite", "sources", "audit", "new"] {
                let found = try await search(text, visitor)
                let targets = found.values("href", "page") + found.values("href", "action")
                let isAdministrator = role == .administrator
                #expect(
                    targets.contains { $0.hasPrefix("/admin") }
                        == (isAdministrator && text != "new"), "\(name) \(text ?? "")")
                if text == "new" {
                    #expect(targets.contains("/notes/new") == (role >= .member))
                }
                if text == nil {
                    #expect(found.titles("action").contains("Refresh demo") == (role >= .member))
                }
            }
            let person = try await search("mia", visitor).values("href", "person")
            #expect(person.allSatisfy { $0.hasPrefix("/admin") == (role == .administrator) })
        }
    }

    @Test("Each page with a name is found by it and opens, those of administrators only for them")
    func pages() async throws {
        let server = try await ServedTeam([("demo", Self.fleet("X-1"))])
        let root = try await server.visitor("root", .administrator)
        let vic = try await server.visitor("vic", .viewer)
        let request = try await server.request(of: root)
        for page in SitePage.allCases {
            // A report and a replay need a history, and only other pages lead to the first steps.
            let path = page.href(for: request, query: "")
            #expect((path == nil) == [.report, .replay, .start].contains(page), "\(page)")
            guard let path else { continue }
            let isFound = try await search(page.title, root).values("href", "page").contains {
                $0.hasPrefix(page.path)
            }
            #expect(isFound, "\(page)")
            #expect(try await root.get(path).status == 200, "\(page)")
            let status = try await vic.get(path).status
            #expect(status == (page.isOfAdministration ? 403 : 200), "\(page)")
        }
    }

    @Test("A token that only reads finds no action that writes")
    func readToken() async throws {
        let server = try await ServedTeam()
        let mia = try await server.visitor("mia")
        for scope in ["read", "write"] {
            let fields = [("name", scope), ("scope", scope), ("days", "30")]
            let made = try await mia.follow(mia.post("/account/tokens", fields))
            let program = mia.with(token: try #require(made.values("data-copy").first))
            let targets = try await search("new", program).values("href", "action")
            #expect(targets.contains("/notes/new") == (scope == "write"))
        }
    }

    @Test("Who is not signed in finds nothing")
    func signedOut() async throws {
        let server = try await ServedTeam([("demo", Self.fleet("AB-1"))])
        let api = try await server.stranger.get("/api/v1/search?q=ab")
        #expect(api.status == 401 && !api.text.contains("AB-1"))
        let page = try await server.stranger.get("/search?q=root")
        #expect(page.status == 303 && page.location == "/signin?next=%2Fsearch%3Fq%3Droot")
    }

    @Test("Hostile text fails nothing, is found only as it is, and reaches no markup")
    func hostileText() async throws {
        let server = try await ServedTeam([("demo", Self.fleet("AB-1", "x\(hostile)", "a%b"))])
        let ana = try await server.visitor("ana")
        _ = try await ana.note("a note \(hostile)")
        let texts = [
            hostile, "' OR 1=1 --", "%", "_", "*", "?", "\\", "?1", "\u{0}", "a\u{0}b",
            "\u{1B}[31m",
            "\u{202E}AB", "\"", "é\u{301}", "🚲", String(repeating: "a ", count: 100),
            String(repeating: "\u{301}", count: 200), "{{text}}", "//evil.example", "javascript:x",
        ]
        for text in texts {
            let query = QueryItems([("q", text)]).query
            let answer = try await ana.get("/api/v1/search" + query)
            #expect(answer.status == 200, "\(text.debugDescription)")
            let page = try await ana.get("/search" + query)
            if page.status == 303 {
                #expect(page.location?.hasPrefix("/v/demo/") == true)
            } else {
                #expect(page.status == 200 && !page.text.contains("<script>alert"))
            }
        }
        #expect(try await search("%", ana).titles("vehicle") == ["a%b"])
        #expect(try await search("\"><script>", ana).titles("vehicle") == ["x\(hostile)"])
        #expect(try await ana.get("/search?q=%22%3E%3Cscript").text.contains("&lt;script&gt;alert"))
        #expect(try await search("_", ana).kinds == [])
    }

    @Test(
        "The API refuses a longer text than 200 characters, of which the page reads the beginning")
    func length() async throws {
        let server = try await ServedTeam()
        let ana = try await server.visitor("ana")
        let text = String(repeating: "x", count: 200)
        #expect(try await ana.get("/api/v1/search?q=" + text).status == 200)
        #expect(try await ana.get("/api/v1/search?q=\(text)y").status == 400)
        let page = try await ana.get("/search?q=\(text)y")
        #expect(page.status == 200 && page.text.contains("value=\"\(text)\""))
        #expect(SearchText(String(repeating: "a ", count: 100))?.words.count == 8)
        #expect(SearchText(" \n\t\u{0} ") == nil)
    }

    @Test("The page opens the vehicle whose ID or label address was typed")
    func direct() async throws {
        let server = try await ServedTeam([
            ("demo", Self.fleet("AB-1")), ("other", Self.fleet("AB-1", "Z 9")),
        ])
        let ana = try await server.visitor("ana")
        for (text, target) in [
            ("ab-1", "/v/demo/AB-1"), ("Z 9", "/v/other/Z%209"),
            (ServedTeam.origin + "/v/other/AB-1", "/v/other/AB-1"),
            (ServedTeam.origin + "/v/old-other/AB-1", "/v/other/AB-1"),
        ] {
            let answer = try await ana.get("/search" + QueryItems([("q", text)]).query)
            #expect(answer.status == 303 && answer.location == target, "\(text)")
            let found = try await search(text, ana)
            #expect(found.values("href", "vehicle").first == target, "\(text)")
        }
        let foreign = try await ana.get("/search?q=https%3A%2F%2Fevil.example%2Fv%2Fdemo%2FAB-1")
        #expect(foreign.status == 200)
        let source = try await ana.get("/search?q=ab-1&source=other")
        #expect(source.location == "/v/other/AB-1")
    }

    @Test("The page has the results as links and forms, and works without scripts")
    func page() async throws {
        let server = try await ServedTeam([("demo", Self.fleet("AB-1", "AB-2"))])
        let ana = try await server.visitor("ana")
        let page = try await ana.get("/search?q=ab")
        #expect(page.values("href").contains("/v/demo/AB-1"))
        #expect(page.values("href").contains("/?source=demo&amp;color=all&amp;search=ab"))
        #expect(page.values("value").contains("ab"))
        #expect(
            try await ana.get("/search?q=refresh").values("action").contains("/refresh?source=demo")
        )
        #expect(try await ana.get("/search").values("href").contains("/notes/new"))
        #expect(try await ana.get("/search?q=nonsense-7").text.contains("Nothing found"))
        #expect(try await ana.get("/").values("href").contains("/search"))
    }

    @Test("A search that runs out of time says so, and has the results of the first source")
    func time() async throws {
        let server = try await ServedTeam([
            ("demo", Self.fleet("AB-1")), ("other", Self.fleet("AB-2")),
        ])
        let environment = server.server.environment
        let text = try #require(SearchText("ab"))
        let search = FleetSearch(text: text, sources: server.sources.all) { false }
        let found = try await environment.snapshots.read { try search.results(in: $0) }
        #expect(found.vehicles.map(\.title) == ["AB-1"] && !found.isComplete)
        let results = SearchResults(of: text, [], isComplete: false)
        let document = try JSONEncoder.api.encode(results)
        #expect(
            String(decoding: document, as: UTF8.self)
                == #"{"complete":false,"groups":[],"query":"ab"}"#)
    }

    @Test("A list of notes by one author has the notes that one sees")
    func author() async throws {
        let server = try await ServedTeam()
        let ana = try await server.visitor("ana")
        let bob = try await server.visitor("bob")
        _ = try await ana.note("ana private")
        _ = try await ana.note("ana shared", isTeam: true)
        _ = try await bob.note("bob shared", isTeam: true)
        let page = try await bob.get("/notes?author=Ana")
        #expect(page.text.contains("ana shared") && page.text.contains("by ana"))
        #expect(!page.text.contains("ana private") && !page.text.contains("bob shared"))
        for name in ["nobody", "%00", hostile] {
            let none = try await bob.get("/api/v1/notes" + QueryItems([("author", name)]).query)
            #expect(none.status == 200 && !none.text.contains("shared"))
        }
    }
}
