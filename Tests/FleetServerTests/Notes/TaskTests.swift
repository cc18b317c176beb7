import FleetCore
import FleetTeam
import FleetTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import FleetServer

@Suite("Tasks in pages and the API")
struct TaskTests {
    private static let path = "/api/v1/notes"

    private func served() async throws -> ServedTeam {
        try await ServedTeam([("demo", [Vehicle(id: "A-1"), Vehicle(id: "B-2")])])
    }

    @Test("A task comes back with its assignee and due time, which null removes")
    func document() async throws {
        let server = try await served()
        let ana = try await server.visitor("ana")
        let json = """
            {"text":"x","vehicle_id":"A-1","assignee":"@me","due":"2027-01-31T18:00:00+01:00"}
            """
        let created = try await ana.send(.post, Self.path, json: json)
        let note = try created.json()
        #expect(created.status == 201 && note["visibility"] as? String == "team")
        #expect(note["task"] as? Bool == true && note["assignee"] as? String == "ana")
        #expect(note["due"] as? String == "2027-01-31T17:00:00Z")
        let path = Self.path + "/" + (try #require(note["id"] as? String))
        let tag: HTTPFields = [.ifMatch: "\"1\""]
        let changed = try await ana.send(
            .patch, path, json: #"{"assignee":null,"due":null}"#, fields: tag
        ).json()
        #expect(changed["task"] as? Bool == true)
        #expect(changed["assignee"] == nil && changed["due"] == nil)
        for (body, status) in [
            (#"{"due":"tomorrow"}"#, 422), (#"{"assignee":"nobody-known"}"#, 422),
            (#"{"visibility":"private"}"#, 422), (#"{"assignee":7}"#, 400),
        ] {
            let answer = try await ana.send(.patch, path, json: body, fields: [.ifMatch: "*"])
            #expect(answer.status == status, "\(body)")
        }
        let done = try await ana.send(
            .patch, path, json: #"{"done":true}"#, fields: tag
        ).json()
        #expect(done["done_by"] as? String == "ana", "a mark contradicts no newer version")
        #expect(try await ana.get(Self.path + "?task=1&open=1").json()["notes"] as? [String] == [])
        let sites = try await ana.send(
            .post, Self.path, json: #"{"text":"x","site_id":"nowhere"}"#)
        #expect(sites.status == 422)
    }

    @Test("A priority makes a task, orders those of the same time, and is in the form and the API")
    func priority() async throws {
        let server = try await served()
        let ana = try await server.visitor("ana")
        for (text, more) in [
            ("later", #","priority":"low""#), ("some day", #","task":true"#),
            ("now", #","priority":"high""#), ("due", #","due":"2027-01-31T18:00:00Z""#),
        ] {
            let json = #"{"text":"\#(text)"\#(more)}"#
            #expect(try await ana.send(.post, Self.path, json: json).status == 201)
        }
        let list = try await ana.get(Self.path + "?task=1&sort=due&limit=3")
        let notes = try #require(try list.json()["notes"] as? [[String: Any]])
        #expect(notes.map { $0["text"] as? String } == ["due", "now", "some day"])
        #expect(notes.map { $0["priority"] as? String } == ["normal", "high", "normal"])
        let next = try #require(list.fields[.link]?.firstMatch(of: /<([^>]+)>/)?.1)
        #expect(try await ana.get(String(next)).text.contains("\"later\""))
        let page = try await ana.get("/tasks?who=all").text
        #expect(page.contains("<span class=\"badge warn\">high priority</span>"))
        #expect(page.contains("<span class=\"badge\">low priority</span>"))
        let made = try await ana.post(
            "/notes/new", [("text", "swap"), ("task", "1"), ("priority", "high")])
        let own = try await ana.get(try #require(made.location)).text
        #expect(own.contains("<option value=\"high\" selected>High priority</option>"))
        let wrong = [("text", "swap"), ("task", "1"), ("priority", "huge")]
        #expect(try await ana.post("/notes/new", wrong).status == 422)
        let refused = try await ana.send(
            .post, Self.path, json: #"{"text":"x","priority":"huge"}"#)
        #expect(refused.status == 400)
        let plain = try await ana.send(.post, Self.path, json: #"{"text":"plain"}"#).json()
        #expect(plain["task"] as? Bool == false && plain["priority"] == nil)
    }

    @Test("A list has a note of its address beside it, and none that the person does not see")
    func beside() async throws {
        let server = try await served()
        let ana = try await server.visitor("ana")
        let bob = try await server.visitor("bob")
        let made = try await ana.post(
            "/notes/new", [("text", "swap <b>"), ("task", "1"), ("location", "59.91, 10.75")])
        let path = try #require(made.location)
        let id = String(path.dropFirst("/notes/".count))
        for list in ["/notes", "/tasks?who=all"] {
            let address = list + (list.contains("?") ? "&" : "?") + "note=" + id
            let page = try await bob.get(address)
            #expect(page.status == 200 && page.text.contains("class=\"note-beside\" data-note"))
            #expect(page.text.contains("swap &lt;b&gt;") && !page.text.contains("swap <b>"))
            #expect(page.text.contains("class=\"note selected\""))
            #expect(page.text.contains("href=\"\(list.replacing("&", with: "&amp;"))\" aria-label"))
            #expect(try await bob.get(list).text.contains("Choose a note to see it here."))
        }
        let secret = try await ana.post("/notes/new", [("text", "secret")])
        let hidden = try #require(secret.location).dropFirst("/notes/".count)
        let page = try await bob.get("/notes?note=" + hidden)
        #expect(page.status == 200 && !page.text.contains("secret"))
        #expect(!page.text.contains("data-note>"))
        #expect(try await bob.get("/notes?note=none").status == 200)
    }

    @Test("Tasks are in the order of a way from a location, with numbers on a map")
    func way() async throws {
        let server = try await served()
        let ana = try await server.visitor("ana")
        for (text, place) in [("far", "59.95, 10.75"), ("near", "59.91, 10.75"), ("no", "")] {
            _ = try await ana.post(
                "/notes/new",
                [("text", text), ("task", "1")] + (place.isEmpty ? [] : [("location", place)]))
        }
        let page = try await ana.get("/tasks?who=all&near=59.90,10.75&order=way").text
        let texts = page.matches(of: /<p class="note-text">([^<]*)</).map { String($0.output.1) }
        #expect(texts == ["near", "far", "no"])
        #expect(page.matches(of: /data-number="(\d)"/).map { $0.output.1 } == ["1", "2"])
        #expect(page.contains("<path class=\"way\" d=\"M"))
        #expect(page.matches(of: /<text class="way-number"/).count == 2)
        let back = try await ana.get("/tasks?who=all&near=59.96,10.75&order=way").text
        let other = back.matches(of: /<p class="note-text">([^<]*)</).map { String($0.output.1) }
        #expect(other == ["far", "near", "no"])
        #expect(try await ana.get("/tasks?order=way").status == 200)
    }

    @Test("A task switches sharing on, and the switch is locked on each form")
    func sharing() async throws {
        let server = try await served()
        let ana = try await server.visitor("ana")
        let switchPattern = /<label class="switch locks"><input [^>]*name="visibility"[^>]*>/
        for path in ["/notes/new", "/notes/new?task=1"] {
            let page = try await ana.get(path).text
            let input = try #require(page.firstMatch(of: switchPattern)?.output)
            #expect(input.contains(" checked") == (path != "/notes/new"))
            #expect(page.contains("The team sees every task."))
        }
        let made = try await ana.post("/notes/new", [("text", "swap"), ("task", "1")])
        let page = try await ana.get(try #require(made.location)).text
        #expect(try #require(page.firstMatch(of: switchPattern)).output.contains(" checked"))
        let json = #"{"text":"x","task":true,"visibility":"private"}"#
        let refused = try await ana.send(.post, Self.path, json: json)
        #expect(refused.status == 422 && refused.text.contains("task cannot be private"))
        let note = try await ana.send(.post, Self.path, json: #"{"text":"x"}"#).json()
        #expect(note["visibility"] as? String == "private")
        let path = Self.path + "/" + (try #require(note["id"] as? String))
        let changed = try await ana.send(
            .patch, path, json: #"{"task":true}"#, fields: [.ifMatch: "*"])
        #expect(try changed.json()["visibility"] as? String == "team")
    }

    @Test("Lists of tasks select a person and an order, and refuse others")
    func lists() async throws {
        let server = try await served()
        let ana = try await server.visitor("ana")
        for (text, due) in [("late", "2027-02-01T00:00:00Z"), ("soon", "2027-01-01T00:00:00Z")] {
            let json = #"{"text":"\#(text)","assignee":"@me","due":"\#(due)"}"#
            #expect(try await ana.send(.post, Self.path, json: json).status == 201)
        }
        let list = try await ana.get(Self.path + "?assignee=@me&sort=due").json()
        let notes = try #require(list["notes"] as? [[String: Any]])
        #expect(notes.map { $0["text"] as? String } == ["soon", "late"])
        #expect(try await ana.get(Self.path + "?sort=distance").status == 400)
        #expect(try await ana.get(Self.path + "?sort=age").status == 400)
        #expect(try await ana.get(Self.path + "?assignee=who").status == 422)
    }

    @Test("The page of tasks begins with one's own, whose button marks them as done")
    func page() async throws {
        let server = try await served()
        let (ana, ben) = (try await server.visitor("ana"), try await server.visitor("ben"))
        let created = try await ben.send(
            .post, Self.path, json: #"{"text":"<b>swap</b>","assignee":"ana"}"#)
        let id = try #require(try created.json()["id"] as? String)
        let mine = try await ana.get("/tasks").text
        #expect(mine.contains("&lt;b&gt;swap&lt;/b&gt;") && !mine.contains("<b>swap"))
        #expect(mine.contains("Mine <span class=\"num\">1</span>"))
        #expect(!(try await ben.get("/tasks").text.contains("swap")))
        #expect(try await ben.get("/tasks?who=all").text.contains("swap"))
        let marked = try await ana.post("/notes/\(id)/done", [("done", "1")])
        #expect(marked.status == 303)
        #expect(try await ana.get("/tasks").text.contains("Nothing to do"))
        #expect(try await ana.get("/tasks?who=done").text.contains("done by ana"))
        let viewer = try await server.visitor("vera", .viewer)
        #expect(try await viewer.get("/tasks?who=done").text.contains("swap"))
        #expect(try await viewer.post("/notes/\(id)/done", [("done", "0")]).status == 403)
        #expect(try await viewer.post("/notes/\(id)/take", []).status == 403)
    }

    @Test("Every page counts the open tasks of the person who looks, and nobody else's")
    func header() async throws {
        let server = try await served()
        let (ana, ben) = (try await server.visitor("ana"), try await server.visitor("ben"))
        func count(_ visitor: Visitor) async throws -> Substring? {
            try await visitor.get("/events").text
                .firstMatch(of: /class="count">(\d+)<span class="sr"> waiting/)?.1
        }
        #expect(try await count(ana) == nil)
        for assignee in ["ana", "ana", "ben"] {
            let json = #"{"text":"swap","assignee":"\#(assignee)"}"#
            #expect(try await ben.send(.post, Self.path, json: json).status == 201)
        }
        _ = try await ben.send(.post, Self.path, json: #"{"text":"x","task":true}"#)
        #expect(try await count(ana) == "2")
        #expect(try await count(ben) == "1")
        let list = try await ana.get(Self.path + "?assignee=@me").json()
        let notes = try #require(list["notes"] as? [[String: Any]])
        let id = try #require(notes.first?["id"] as? String)
        #expect(try await ben.post("/notes/\(id)/done", [("done", "1")]).status == 303)
        #expect(try await count(ana) == "1")
    }

    @Test("Each selected vehicle gets a task, and a form that is sent twice makes no second one")
    func selected() async throws {
        let server = try await served()
        let ana = try await server.visitor("ana")
        let address = "/notes/new?source=demo&id=A-1&id=B-2&task=1"
        #expect(try await ana.get(address).text.contains("2 vehicles"))
        let form = [("text", "swap"), ("task", "1"), ("assignee", "ana"), ("idempotency_key", "k")]
        #expect(try await ana.post(address, form).status == 303)
        #expect(try await ana.post(address, form).status == 303)
        let list = try await ana.get(Self.path + "?assignee=@me").json()
        let notes = try #require(list["notes"] as? [[String: Any]])
        #expect(notes.compactMap { $0["vehicle_id"] as? String }.sorted() == ["A-1", "B-2"])
        let many = "/notes/new?source=demo" + String(repeating: "&id=A-1", count: 501)
        #expect(try await ana.post(many, form).status == 422)
    }
}
