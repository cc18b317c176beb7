import FleetCore
import FleetSQL
import FleetService
import FleetTeam
import FleetTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import FleetServer

@Suite("Download of an account")
struct AccountExportTests {
    /// Tables whose rows only the server needs.
    private static let internalTables: Set = ["reset_link", "photo_cleanup"]

    @Test("Every column of a person's data has a member in the download")
    func completeness() async throws {
        let server = try await ServedTeam()
        let ana = try await server.visitor("ana")
        _ = try await server.stranger.signIn("ana")
        try await server.fillAccount()
        let token = try await ana.follow(
            ana.post("/account/tokens", [("name", "nightly"), ("days", "30")]))
        let secret = try #require(token.values("data-copy").first)
        var script = server.stranger
        script.fields[.authorization] = "Bearer " + secret
        #expect(try await script.get("/api/v1/favorites").status == 200)
        var lists = try await ana.get("/api/v1/export").json()
        let notes = try #require(lists["notes"] as? [[String: Any]])
        lists["photos"] = notes.flatMap { $0["photos"] as? [[String: Any]] ?? [] }
        for table in Table.copiedTables where table.columns.map(\.name).contains("owner") {
            guard let list = table.exported else {
                #expect(Self.internalTables.contains(table.name), "\(table.name) is forgotten")
                continue
            }
            let rows = try #require(lists[list] as? [[String: Any]])
            let members = Set(rows.flatMap(\.keys))
            let expected = table.columns.filter { $0.name != "owner" }.compactMap(\.exportedName)
            #expect(
                Set(expected).subtracting(members).isEmpty,
                "\(table.name): \(Set(expected).subtracting(members).sorted())")
        }
    }

    @Test("The download has the site, the due time, the assignee and the end of a task")
    func tasks() async throws {
        let server = try await ServedTeam()
        let ana = try await server.visitor("ana")
        try await server.fillAccount()
        let notes = try #require(
            try await ana.get("/api/v1/export").json()["notes"] as? [[String: Any]])
        let task = try #require(notes.first { $0["site_id"] != nil })
        #expect(task["site_id"] as? String == "s1")
        #expect(task["task"] as? Bool == true)
        #expect(task["assignee"] as? String == "ana")
        #expect(task["due"] as? String == "2027-01-16T08:00:00Z")
        #expect(task["priority"] as? String == "normal")
        #expect(task["done"] as? Bool == true)
        #expect(task["done_by"] as? String == "ana")
        let note = try #require(notes.first { $0["vehicle_id"] != nil })
        #expect(note["task"] as? Bool == false)
        #expect(note["done"] as? Bool == false)
    }
}

extension ServedTeam {
    /// Gives the user `ana` something of each kind, with a value in each field.
    fileprivate func fillAccount() async throws {
        let source = sources.all[0].uuid
        let access = try await team.signIn(
            name: "ana", password: Password(Self.password),
            from: Client(address: IPAddress("127.0.0.1"), agent: "Firefox")
        ).access
        try await access.favorites.add("v", of: source)
        try await access.followed.save([source])
        try await access.filters.save(try #require(ColorFilter(["red"])), of: source)
        _ = try await access.views.add(
            try ViewName("Red"), try ViewContent("color=red"))
        let now = clock.now
        _ = try await access.attention.snooze(
            NewSnooze(
                .battery, .vehicle("v"), of: source, reason: "van is full",
                until: now + .seconds(3600)))
        let position = Position(latitude: 48.5, longitude: 2.25)
        try await access.sightings.add(
            NewSighting(of: "v", source: source, at: try #require(position), accuracy: 8))
        let note = try await access.notes.add(
            NoteContent(
                text: "flat tire", source: source, vehicleID: "v", position: position, seenAt: now)
        ).note
        let file = try await access.notes.prepareFile(
            hash: String(repeating: "a", count: 64), format: .jpeg, for: note.id)
        _ = try await access.notes.addPhoto(file, width: 4, height: 3, bytes: 99, to: note.id)
        let task = try await access.notes.add(
            NoteContent(
                text: "sweep the depot", source: source, siteID: "s1", visibility: .team,
                task: .init(assignee: .me, dueAt: now + .seconds(86_400)))
        ).note
        _ = try await access.notes.change(
            task.id, version: task.version, NoteChange(isDone: true))
    }
}
