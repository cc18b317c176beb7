import FleetCore
import FleetTeam
import FleetTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import FleetServer

extension AttentionTests {
    /// The labels of the entries of the page, in its order.
    private func shown(_ visitor: Visitor, _ query: String = "") async throws -> [String] {
        let page = try await visitor.get("/attention" + query).text
        return page.matches(of: /<li data-entry="[^"]*".*?<a href="[^"]*">([^<]*)<\/a>/)
            .map { String($0.output.1) }
    }

    /// The value of the box of an entry.
    private static func box(_ group: String, _ id: String) -> (String, String) {
        ("entry", "group=\(group)&source=demo&id=\(id)&text=why")
    }

    @Test("the worst entries are first: by kind, by charge, then by age")
    func order() async throws {
        let server = try await served()
        let ana = try await server.visitor("ana")
        let low = (0..<9).map { "L\($0)" }
        #expect(try await shown(ana) == ["S1", "T"] + low + ["I"])
        let page = try await ana.get("/attention").text
        #expect(page.contains("Mark all: Low batteries") && page.contains("aria-keyshortcuts"))
    }

    @Test("marked entries are taken, assigned and snoozed together, whatever fails of them")
    func marked() async throws {
        let server = try await served()
        let (ana, ben) = (try await server.visitor("ana"), try await server.visitor("ben"))
        let took = try await ana.post(
            "/attention/take", [Self.box("battery", "L0"), Self.box("battery", "L1")])
        #expect(took.status == 303)
        let assigned = try await ana.post(
            "/attention/assign",
            [Self.box("site_alarm", "S1"), Self.box("battery", "L2"), ("assignee", "ben")])
        #expect(assigned.status == 303)
        let reason = [("reason", "in the workshop"), ("hours", "8")]
        let snoozed = try await ana.post(
            "/attention/snooze",
            [Self.box("battery", "no"), Self.box("battery", "L3"), Self.box("idle", "I")] + reason)
        #expect(snoozed.status == 422, "there is no such vehicle")
        #expect(try await shown(ben) == ["T"] + (4..<9).map { "L\($0)" })
        #expect(try await ben.get("/tasks").text.contains("Low battery: why"))
        for form in [
            [Self.box("task", "x")] + reason, [Self.box("battery", "L4")], reason,
            [("entry", "nonsense")] + reason,
        ] {
            #expect(try await ana.post("/attention/snooze", form).status == 422)
        }
        #expect(
            try await ana.post("/attention/assign", [Self.box("battery", "L4")]).status == 422)
        let one = try await ana.post(
            "/attention/take", [Self.box("battery", "L5"), ("only", Self.box("battery", "L4").1)])
        #expect(one.status == 303)
        #expect(try await shown(ben).contains("L5"), "the button is about its own entry")
    }

    @Test("a task that is due is taken once, and assigned again")
    func takenTask() async throws {
        let server = try await served()
        let (ana, ben) = (try await server.visitor("ana"), try await server.visitor("ben"))
        let made = try await ana.send(
            .post, "/api/v1/notes", json: #"{"text":"sweep","due":"2027-01-01T00:00:00Z"}"#)
        let id = try #require(try made.json()["id"] as? String)
        let entry = ("entry", "group=task&source=&id=\(id)&text=")
        func person() async throws -> String? {
            let note = try await ana.get("/api/v1/notes/" + id).json()
            return (note["assignee"] as? [String: Any])?["name"] as? String
                ?? note["assignee"] as? String
        }
        #expect(try await ana.post("/attention/take", [entry]).status == 303)
        #expect(try await ben.post("/attention/take", [entry]).status == 303)
        #expect(try await person() == "ana")
        let form = [entry, ("assignee", "ben")]
        #expect(try await ana.post("/attention/assign", form).status == 303)
        #expect(try await person() == "ben")
    }

    @Test("an age is that of the event, or at least that of the record")
    func ages() async throws {
        let server = try await ServedTeam([("demo", [Self.vehicle("A", battery: 10)])])
        let ana = try await server.visitor("ana")
        let source = server.sources.all[0]
        try await server.load(
            [Self.vehicle("A", battery: 10), Self.vehicle("B", battery: 50)], source,
            at: ServedTeam.loadedAt + 10)
        try await server.load(
            [Self.vehicle("A", battery: 10), Self.vehicle("B", battery: 9)], source,
            at: ServedTeam.loadedAt + 20)
        let page = try await ana.get("/attention").text
        let ages = page.matches(of: /<a href="[^"]*">([AB])<\/a>[^\n]*?(since at least|since) </)
        #expect(ages.map { "\($0.output.1) \($0.output.2)" } == ["B since", "A since at least"])
    }

    @Test("the number in the navigation is that of the page")
    func badge() async throws {
        let server = try await served()
        let ana = try await server.visitor("ana")
        let count = try await ana.get("/attention/count").json()
        #expect(count["text"] as? String == "12")
        #expect(try await ana.get("/attention").text.contains("<span class=\"count\">12"))
        #expect(try await server.stranger.get("/attention/count").status == 303)
    }

    @Test("pages hear of a change of the team's data, programs do not")
    func hint() async throws {
        let server = try await served()
        let ana = try await server.visitor("ana")
        let (hub, access) = (server.server.environment.changes, try await server.access())
        let source = server.sources.all[0]
        await hub.tick(at: .zero)
        let page = await hub.open([source], after: LiveCursors(nil), .rows, for: access) {}
        let program = await hub.open([source], after: LiveCursors(nil), for: access) {}
        for stream in [page, program] { _ = await hub.text(stream) }
        _ = try await ana.post("/attention/take", [Self.box("battery", "L0")])
        await hub.tick(at: .seconds(2))
        #expect(await hub.text(page).contains("event: team\ndata: {}\n\n"))
        await hub.tick(at: .seconds(30))
        #expect(await hub.text(program) == ":\n\n")
    }

    @Test("a page of another server hears of it through PostgreSQL")
    func hintOfAnotherServer() async throws {
        let database = try PostgresServer.shared().makeDatabase()
        let storages = try (0..<2).map { _ in try ServedStorage(database: database.address) }
        defer { storages.forEach { $0.close() } }
        let fleets = [(name: "demo", vehicles: [Self.vehicle("L0", battery: 5)])]
        let first = try await ServedTeam(storage: storages[0], fleets)
        let second = try await ServedTeam(
            isSetUp: false, storage: storages[1], isRead: false, fleets)
        let (hub, access) = (second.server.environment.changes, try await second.access())
        await hub.tick(at: .zero)
        let page = await hub.open(second.sources.all, after: LiveCursors(nil), .rows, for: access) {
        }
        _ = await hub.text(page)
        let told = Observed("")
        Task {
            let text = await hub.text(page)
            told.change { $0 = text }
        }
        let ana = try await first.visitor("ana")
        _ = try await ana.post("/attention/take", [Self.box("battery", "L0")])
        try await waitUntil("the notification arrives") {
            await hub.tick(at: .seconds(2))
            return !told.value.isEmpty
        }
        #expect(told.value == "event: team\ndata: {}\n\n")
    }
}
