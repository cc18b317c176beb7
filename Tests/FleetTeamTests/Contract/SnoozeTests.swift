import FleetCore
import FleetSQL
import FleetSQLite
import FleetTestSupport
import Foundation
import Testing

@testable import FleetTeam

@Suite("Snoozes and tasks of what needs attention", .ownThreads)
struct SnoozeTests {
    private func snooze(
        _ id: String, _ test: TestTeam, for time: Duration = .seconds(3600),
        reason: String = "in the workshop"
    ) -> NewSnooze {
        NewSnooze(
            .battery, .vehicle(id), of: source, reason: reason, until: test.clock.now + time)
    }

    @Test(
        "everybody sees a snooze of one group, members end it, and it ends by itself",
        arguments: TeamAdapter.all)
    func ends(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna").access
        let bob = try await test.user("bob").access
        let vera = try await test.user("vera", .viewer).access
        let made = try await anna.attention.snooze(snooze("A", test))
        for access in [anna, bob, vera] {
            let handled = try #require(try await access.attention.handled()[source])
            let handling = try #require(handled.handling(of: .vehicle("A"), in: .battery))
            #expect(handling.by == "anna" && handling.reason == "in the workshop")
            #expect(!handling.isTaken && handling.until?.value == made.until)
            #expect(handled.handling(of: .vehicle("A"), in: .idle) == nil)
            #expect(handled.vehicles(in: .battery) == ["A"])
        }
        await expect(.forbidden) { try await vera.attention.endSnooze(made.id) }
        await expect(.forbidden) { try await vera.attention.snooze(snooze("B", test)) }
        try await bob.attention.endSnooze(made.id)
        #expect(try await anna.attention.handled() == [:])
        await expect(.notFound) { try await bob.attention.endSnooze(made.id) }

        _ = try await anna.attention.snooze(snooze("A", test))
        test.clock.advance(by: .seconds(3600))
        #expect(try await anna.attention.handled() == [:])
        let audit = try await test.team.onMachine().auditEntries(limit: 10)
        #expect(audit.contains { $0.action == .snoozeEnded && $0.actor == "bob" })
        #expect(audit.contains { $0.subject == "battery A: in the workshop" })
    }

    @Test("a snooze replaces an earlier one of the same entry", arguments: TeamAdapter.all)
    func replaced(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna").access
        let bob = try await test.user("bob").access
        _ = try await anna.attention.snooze(snooze("A", test))
        _ = try await bob.attention.snooze(snooze("A", test, reason: "  later\n on "))
        #expect(try await anna.attention.ownSnoozes() == [])
        #expect(try await bob.attention.ownSnoozes().map(\.reason) == ["later on"])
        let actions = try await anna.attention.actions(since: test.clock.now - .seconds(60))
        #expect(actions.map(\.action.by) == ["bob"])
    }

    @Test(
        "a snooze without a reason, too long, or of another kind of thing is refused",
        arguments: TeamAdapter.all)
    func refusals(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna").access
        for new in [
            snooze("A", test, reason: " \n"), snooze("A", test, reason: "a\u{7}"),
            snooze("A", test, reason: String(repeating: "x", count: 201)),
            snooze("A", test, for: .zero), snooze("A", test, for: .seconds(31 * 86_400)),
            snooze("", test), snooze("a\0", test),
            NewSnooze(
                .siteAlarm, .vehicle("A"), of: source, reason: "x",
                until: test.clock.now + .seconds(60)),
            NewSnooze(
                .task, .source, of: source, reason: "x", until: test.clock.now + .seconds(60)),
        ] {
            await #expect(throws: TeamError.self) { try await anna.attention.snooze(new) }
        }
        #expect(try await anna.attention.ownSnoozes() == [])
    }

    @Test(
        "an open task of the team takes its vehicle in all groups, and a private one does not",
        arguments: TeamAdapter.all)
    func tasks(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna").access
        let bob = try await test.user("bob").access
        func task(_ vehicle: String?, due: Timestamp? = nil) -> NoteContent {
            NoteContent(
                text: "swap", source: source, vehicleID: vehicle, visibility: .team,
                task: .init(assignee: .me, dueAt: due))
        }
        _ = try await bob.notes.add(
            NoteContent(text: "mine", source: source, vehicleID: "P", visibility: .private))
        let note = try await anna.notes.add(task("A", due: test.clock.now)).note
        _ = try await anna.notes.add(task(nil, due: test.clock.now + .seconds(1)))
        let handled = try #require(try await bob.attention.handled()[source])
        #expect(handled.vehicles(in: .battery) == ["A"] && handled.vehicles(in: .alarm) == ["A"])
        #expect(handled.handling(of: .vehicle("A"), in: .idle)?.by == "anna")
        #expect(handled.handling(of: .source, in: .source)?.isTaken == true)
        let due = try await bob.attention.dueTasks(at: test.clock.now, in: AttentionScope())
        #expect(due.count == 1 && due.entries.map(\.id) == [note.id.text])
        var query = NoteQuery()
        (query.isTask, query.isOpen, query.dueBefore) = (true, true, test.clock.now)
        #expect(try await bob.notes.all(query).map(\.id) == [note.id])

        test.clock.advance(by: .seconds(10))
        _ = try await bob.notes.change(note.id, version: 1, NoteChange(isDone: true))
        #expect(try await bob.attention.handled()[source]?.vehicles(in: .battery) == [])
        let actions = try await anna.attention.actions(since: test.clock.now)
        #expect(actions.map(\.action.kind) == [.done])
        #expect(actions.first?.action.by == "bob" && actions.first?.action.id == "A")
    }

    @Test("nothing is left of the snoozes of a removed user", arguments: TeamAdapter.all)
    func removal(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna").access
        let bob = try await test.user("bob").access
        _ = try await anna.notes.add(NoteContent(text: "ours", visibility: .team))
        _ = try await anna.attention.snooze(snooze("A", test))
        try await test.team.onMachine().remove(anna.owner)
        #expect(try await bob.attention.handled() == [:])
        #expect(try await test.integer("SELECT count(*) FROM snooze", []) == 0)
    }
}
