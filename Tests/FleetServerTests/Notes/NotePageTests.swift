import FleetCore
import FleetTeam
import FleetTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import FleetServer

@Suite("Pages of notes")
struct NotePageTests {
    private func served(_ ids: [String] = ["A-1"]) async throws -> ServedTeam {
        var vehicles = ids.map { Vehicle(id: $0) }
        vehicles[0].position = Position(latitude: 59.9, longitude: 10.7)
        return try await ServedTeam([("demo", vehicles), ("other", [Vehicle(id: "O-1")])])
    }

    /// The value of a hidden field of a page.
    private func field(_ name: String, in page: String) throws -> String {
        let pattern = try Regex(
            "name=\"\(name)\" value=\"([^\"]*)\"", as: (Substring, Substring).self)
        return String(try #require(page.firstMatch(of: pattern)).1)
    }

    @Test("The numbers of notes differ wherever they are seen together, also of former members")
    func numbers() async throws {
        let server = try await served()
        let ana = try await server.visitor("ana")
        let bob = try await server.visitor("bob")
        let cleo = try await server.visitor("cleo")
        let own = try await ana.note("mine", isTeam: true)
        var ids = [own]
        for author in [bob, cleo] { ids.append(try await author.note("theirs", isTeam: true)) }
        #expect(try await ana.get("/notes").text.contains(">Note 1 (bob)<"))
        for name in ["bob", "cleo"] {
            try await server.team.onMachine().remove(try await server.id(name))
        }
        let page = try await ana.get("/notes").text
        let numbers = page.matches(of: />(Note [^<]*)<\/a>/).map { String($0.output.1) }
        let former = ids.dropFirst().reversed().map { "Note 1 (former member, \($0.suffix(4)))" }
        #expect(numbers == former + ["Note 1"])
        #expect(try await ana.get("/notes/" + ids[1]).text.contains("<h1>\(former[1])</h1>"))
        #expect(try await ana.get("/search?q=theirs").text.contains(former[0]))
    }

    @Test("A form that is older than a photo saves its text, one older than a text does not")
    func olderForm() async throws {
        let server = try await served()
        let (ana, bob) = (try await server.visitor("ana"), try await server.visitor("bob"))
        let id = try await ana.note("first", isTeam: true)
        let path = "/notes/" + id
        let page = try await ana.get(path).text
        let fields = [
            ("version", try field("version", in: page)), ("edited", try field("edited", in: page)),
            ("visibility", "team"),
        ]
        #expect(try await bob.upload(TestPicture.png(), to: id).status == 201)
        let saved = try await ana.post(path + "/edit", [("text", "second")] + fields)
        #expect(saved.status == 303)
        let late = try await bob.post(path + "/edit", [("text", "third")] + fields)
        #expect(late.status == 412 && late.text.contains("second"))
    }

    @Test("A note is written, changed, marked as done, shared and deleted by forms alone")
    func forms() async throws {
        let server = try await served()
        let (ana, bob) = (try await server.visitor("ana"), try await server.visitor("bob"))
        let form = try await ana.get("/notes/new")
        let key = try field("idempotency_key", in: form.text)
        let fields = [
            ("text", "Flat tyre\r\nrear"), ("idempotency_key", key), ("vehicle_id", "a-1"),
            ("location", ""),
        ]
        let created = try await ana.post("/notes/new", fields)
        #expect(created.status == 303)
        let path = try #require(created.location)
        #expect(try await ana.post("/notes/new", fields).location == path)
        var page = try await ana.get(path).text
        #expect(page.contains("Flat tyre\nrear"))
        #expect(page.contains("href=\"/v/demo/A-1\""))
        #expect(page.contains("59.90000"))
        #expect(try await bob.get(path).status == 404)

        let changed = try await ana.post(
            path + "/edit",
            [
                ("text", "Fixed"), ("version", try field("version", in: page)), ("done", "1"),
                ("visibility", "team"),
            ])
        #expect(changed.status == 303 && changed.location == path)
        page = try await bob.get(path).text
        #expect(page.contains("Fixed"))
        #expect(page.contains("name=\"done\" value=\"1\" checked"))
        #expect(!page.contains("name=\"visibility\""))
        #expect(!page.contains(path + "/delete"))
        let list = try await bob.get("/notes").text
        #expect(list.contains("1 note · 0 open") && list.contains("badge good"))

        _ = try await ana.post(
            path + "/edit", [("text", "Fixed"), ("version", try field("version", in: page))])
        #expect(try await bob.get(path).status == 404)
        #expect(try await ana.post(path + "/delete").location == "/notes")
        #expect(try await ana.get(path).status == 404)
    }

    @Test("The form of a vehicle's page writes a note about it and returns there")
    func vehicleForm() async throws {
        let server = try await served()
        let ana = try await server.visitor("ana")
        let target = "/notes/new?source=other&vehicle=O-1"
        let answer = try await ana.post(
            target, [("text", "here"), ("idempotency_key", "k")], files: [("", [])])
        #expect(answer.location == "/v/other/O-1#notes")
        let list = try await ana.get("/notes?source=other&vehicle=O-1").text
        #expect(list.contains("<p class=\"note-text\">here</p>"))
        #expect(try await ana.get("/notes?source=demo&vehicle=A-1").text.contains("No notes yet"))
    }

    @Test("Saving over a newer version shows both, and the second attempt saves mine")
    func conflict() async throws {
        let server = try await served()
        let (ana, bob) = (try await server.visitor("ana"), try await server.visitor("bob"))
        let path = "/notes/" + (try await ana.note("one", isTeam: true))
        _ = try await bob.post(path + "/edit", [("text", "of <bob>"), ("version", "1")])
        let fields = [("text", "of \"ana\""), ("version", "1"), ("visibility", "team")]
        let conflict = try await ana.post(path + "/edit", fields)
        #expect(conflict.status == 412)
        #expect(conflict.text.contains("Version of bob"))
        #expect(conflict.text.contains("of &lt;bob&gt;"))
        #expect(conflict.text.contains("of &quot;ana&quot;"))
        let version = try field("version", in: conflict.text)
        #expect(version == "2")
        let saved = try await ana.post(
            path + "/edit",
            [("text", "of \"ana\""), ("version", version), ("visibility", "team")])
        #expect(saved.status == 303)
        #expect(try await bob.get(path).text.contains("of &quot;ana&quot;"))
    }

    @Test("What cannot be saved comes back with its cause, and nothing is lost")
    func errors() async throws {
        let server = try await served()
        let ana = try await server.visitor("ana")
        for (fields, message) in [
            ([("text", " "), ("location", "1,2")], "The text is empty."),
            ([("text", "kept"), ("location", "north")], "The location must be LAT,LON"),
            ([("text", "kept"), ("vehicle_id", String(repeating: "x", count: 2000))], "longer"),
        ] {
            let answer = try await ana.post("/notes/new", fields)
            #expect(answer.status == 422)
            #expect(answer.text.contains(message))
            for (name, value) in fields where name != "text" {
                #expect(answer.text.contains("value=\"\(value)\""))
            }
        }
        let path = "/notes/" + (try await ana.note("before"))
        let answer = try await ana.post(path + "/edit", [("text", ""), ("version", "1")])
        #expect(answer.status == 422 && answer.text.contains("The text is empty."))
        #expect(try await ana.get(path).text.contains("before"))
        #expect(try await ana.get("/notes").text.contains("1 note"))
    }

    @Test("A note may have no vehicle, only a location, which the map shows")
    func map() async throws {
        let server = try await served()
        let ana = try await server.visitor("ana")
        #expect(try await ana.get("/notes?view=map").text.contains("No notes yet"))
        _ = try await ana.post(
            "/notes/new", [("text", "gate code"), ("location", "48.85474, 2.32391")])
        _ = try await ana.note("without a place")
        let page = try await ana.get("/notes?view=map").text
        #expect(page.contains("data-items=\"#note-items .note\""))
        #expect(page.contains("data-lat=\"48.85474\" data-lon=\"2.32391\""))
        #expect(!page.contains("without a place"))
        #expect(try await ana.get("/notes").text.contains("without a place"))
    }

    @Test("The tabs count and filter, and a long list has pages")
    func pages() async throws {
        let server = try await served()
        let (ana, bob) = (try await server.visitor("ana"), try await server.visitor("bob"))
        for number in 1...3 { _ = try await ana.note("note-\(number)-", isTeam: true) }
        _ = try await bob.note("of-bob")
        let first = try await bob.get("/notes?limit=2")
        #expect(first.text.contains("4 notes · 4 open"))
        let mine = try await bob.get("/notes?mine=1").text
        #expect(mine.contains("of-bob") && !mine.contains("note-1-"))
        let document = try await bob.get("/api/v1/notes?limit=3")
        let link = try #require(document.fields[.link])
        let next = link.dropFirst().prefix { $0 != ">" }
        #expect(document.text.contains("of-bob") && !document.text.contains("note-1-"))
        let rest = try await bob.get(String(next))
        #expect(rest.text.contains("note-1-") && !rest.text.contains("of-bob"))
        #expect(rest.fields[.link] == nil)
    }

    @Test("Hostile text stays text in every position of the pages")
    func hostile() async throws {
        let text = "</textarea><script>alert(1)</script>\"'><img src=x onerror=y>\u{202E}"
        let server = try await served(["<i>\"&"])
        let ana = try await server.visitor("ana")
        let created = try await ana.post(
            "/notes/new",
            [("text", text), ("vehicle_id", "<i>\"&"), ("visibility", "team")])
        let path = try #require(created.location)
        for target in [path, "/notes", "/notes?view=map", "/notes/new?vehicle=%3Ci%3E%22%26"] {
            let page = try await ana.get(target).text
            for piece in ["<script>alert", "<img src=x", "<i>\"", "\u{202E}", "</textarea><s"] {
                #expect(!page.contains(piece), "\(target)")
            }
        }
        let conflict = try await ana.post(path + "/edit", [("text", text), ("version", "9")])
        #expect(conflict.status == 412)
        #expect(!conflict.text.contains("<script>alert"))
    }

    @Test("The page of a vehicle gets its notes and a form, a viewer no form")
    func vehicleNotes() async throws {
        let server = try await served()
        let ana = try await server.visitor("ana")
        _ = try await ana.send(
            .post, "/api/v1/notes",
            json: #"{"text":"seen","source":"demo","vehicle_id":"A-1","visibility":"team"}"#)
        let page = try await ana.get("/v/demo/A-1").text
        #expect(page.contains("<p class=\"note-text\">seen</p>"))
        #expect(page.contains("action=\"/notes/new?source=demo&amp;vehicle=A-1\""))
        let eve = try await server.visitor("eve", .viewer)
        for (visitor, hasForm) in [(ana, true), (eve, false)] {
            let request = try await server.request(of: visitor)
            let notes = try await request.notes(
                of: "A-1", source: server.sources.all[0], on: request.page(nil))
            let markup = String(decoding: notes.notes.bytes, as: UTF8.self)
            #expect(notes.noteCount == "1" && markup.contains("<p class=\"note-text\">seen</p>"))
            #expect((notes.noteForm != nil) == hasForm)
            #expect((notes.readOnlyHint == nil) == hasForm)
        }
    }
}
