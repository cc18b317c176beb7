import FleetCore
import FleetTestSupport
import Foundation
import Testing

@testable import FleetTeam

@Suite(.ownThreads) struct TaskTests {
    private func task(
        _ text: String, for assignee: Assignee = .nobody, due: Timestamp? = nil,
        at position: Position? = nil
    ) -> NoteContent {
        NoteContent(
            text: text, position: position, visibility: .team,
            task: NoteContent.Task(assignee: assignee, dueAt: due))
    }

    @Test("a task is for a member, and the audit log has who gave it", arguments: TeamAdapter.all)
    func assigned(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna").access
        let bob = try await test.user("bob").access
        _ = try await test.user("vera", .viewer)
        let due = test.clock.now + .seconds(3600)
        let note = try await anna.notes.add(task("swap", for: .named("Bob"), due: due)).note
        #expect(note.assignee?.name == "bob" && note.content.task?.dueAt == due)
        #expect(note.content.task?.assignee == .named("bob") && note.doneAt == nil)
        for nobody in ["vera", "carl", "", "'"] {
            await expect(.invalid(.assignee, .unknown)) {
                try await anna.notes.add(task("x", for: .named(nobody)))
            }
        }
        let mine = try await bob.notes.change(note.id, version: 1, NoteChange(assignee: .nobody))
        #expect(mine.assignee == nil && mine.content.task != nil)
        let taken = try await bob.notes.change(note.id, version: 2, NoteChange(assignee: .me))
        #expect(taken.assignee?.name == "bob")
        let log = try await test.team.onMachine().auditEntries(limit: 50)
            .filter { $0.action == .taskAssigned }
        #expect(log.map(\.subject) == ["note 1: bob", "note 1: nobody", "note 1: bob"])
        #expect(log.map(\.actor) == ["bob", "bob", "anna"])
        #expect(try await anna.members().map(\.name) == ["anna", "bob"])
    }

    @Test("a priority is stored, and a note that is no task has none", arguments: TeamAdapter.all)
    func priority(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna").access
        let note = try await anna.notes.add(NoteContent(text: "x")).note
        let urgent = try await anna.notes.change(note.id, version: 1, NoteChange(priority: .high))
        #expect(urgent.content.task == NoteContent.Task(priority: .high))
        let kept = try await anna.notes.change(note.id, version: 2, NoteChange(assignee: .me))
        #expect(kept.content.task?.priority == .high)
        let normal = try await anna.notes.change(note.id, version: 3, NoteChange(priority: .normal))
        #expect(normal.content.task?.priority == .normal)
        let plain = try await anna.notes.change(note.id, version: 4, NoteChange(isTask: false))
        #expect(plain.content.task == nil)
    }

    @Test("the team sees every task", arguments: TeamAdapter.all)
    func shared(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna").access
        var secret = task("x")
        secret.visibility = .private
        let content = secret
        await expect(.privateTask) { try await anna.notes.add(content) }
        let note = try await anna.notes.add(NoteContent(text: "mine")).note
        let shared = try await anna.notes.change(note.id, version: 1, NoteChange(assignee: .me))
        #expect(shared.content.visibility == .team && shared.content.task != nil)
        await expect(.privateTask) {
            try await anna.notes.change(note.id, version: 2, NoteChange(visibility: .private))
        }
        let plain = try await anna.notes.change(
            note.id, version: 2, NoteChange(visibility: .private, isTask: false))
        #expect(plain.content.task == nil && plain.assignee == nil)
        #expect(plain.content.visibility == .private)
    }

    @Test("two people who finish a task do not contradict each other", arguments: TeamAdapter.all)
    func finishedTwice(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna").access
        let bob = try await test.user("bob").access
        let note = try await anna.notes.add(task("swap")).note
        let first = try await bob.notes.change(
            note.id, version: 1, NoteChange(text: "swap: done by bob", isDone: true))
        test.clock.advance(by: .seconds(5))
        let second = try await anna.notes.change(note.id, version: 1, NoteChange(isDone: true))
        #expect(second.doneAt == first.doneAt && second.doneBy == "bob")
        let both = try await anna.notes.change(
            note.id, version: 1, NoteChange(text: "I did it", isDone: true))
        #expect(both.content.text == "swap: done by bob\n\nI did it" && both.doneBy == "bob")
        let same = try await anna.notes.change(
            note.id, version: 1, NoteChange(text: "I did it", isDone: true))
        #expect(same.content.text == both.content.text)
        let newest = try await anna.notes.note(note.id)
        await expect(.conflict(newest)) {
            try await anna.notes.change(note.id, version: 1, NoteChange(text: "other"))
        }
        await expect(.conflict(newest)) {
            try await anna.notes.change(note.id, version: 1, NoteChange(assignee: .me))
        }
    }

    @Test("tasks are those of some sources, and of none", arguments: TeamAdapter.all)
    func sources(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna").access
        let other = UUID()
        for (name, source) in [("here", source), ("there", other), ("anywhere", nil)] {
            var content = task(name)
            (content.source, content.vehicleID) = (source, source == nil ? nil : "a")
            _ = try await anna.notes.add(content)
        }
        for (sources, expected) in [
            (nil, ["anywhere", "here", "there"]), ([source], ["anywhere", "here"]),
            ([source, other], ["anywhere", "here", "there"]), ([], ["anywhere"]),
        ] as [([UUID]?, [String])] {
            var query = NoteQuery()
            query.sources = sources
            let found = try await anna.notes.all(query)
            #expect(found.map(\.content.text).sorted() == expected)
            #expect(try await anna.notes.counts(query).openTasks == expected.count)
        }
    }

    @Test("a person who is removed leaves tasks for nobody", arguments: TeamAdapter.all)
    func removed(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna").access
        let bob = try await test.user("bob")
        let note = try await anna.notes.add(task("swap", for: .named("bob"))).note
        try await test.team.onMachine().remove(bob.access.userID)
        let left = try await anna.notes.note(note.id)
        #expect(left.assignee == nil && left.content.task != nil && left.version == 2)
        #expect(try await anna.notes.counts().unassigned == 1)
        var query = NoteQuery()
        query.assignee = .nobody
        #expect(try await anna.notes.all(query).map(\.id) == [note.id])
    }

    @Test(
        "tasks are listed by person, due time and distance, page by page",
        arguments: TeamAdapter.all)
    func listed(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna").access
        _ = try await test.user("bob")
        let soon = test.clock.now + .seconds(60)
        let places = [(1.0, 179.9), (1.0, -179.8), (2.0, 170.0)].map {
            Position(latitude: $0.0, longitude: $0.1)
        }
        var ids: [String: UUID] = [:]
        for (name, content) in [
            ("never", task("never", for: .me, at: places[2])),
            ("late", task("late", for: .me, due: soon + .seconds(60), at: places[0])),
            ("soon", task("soon", for: .me, due: soon, at: places[1])),
            ("bobs", task("bobs", for: .named("bob"), due: soon)), ("free", task("free")),
            ("note", NoteContent(text: "note")),
        ] {
            ids[name] = try await anna.notes.add(content).note.id
            test.clock.advance(by: .seconds(1))
        }
        func texts(_ change: (inout NoteQuery) -> Void) async throws -> [String] {
            var (query, texts) = (NoteQuery(), [String]())
            change(&query)
            query.limit = 1
            while let note = try await anna.notes.all(query).first {
                texts.append(note.content.text)
                query.after = note.id
            }
            return texts
        }
        #expect(
            try await texts { ($0.assignee, $0.order) = (.me, .due) } == ["soon", "late", "never"])
        let here = try #require(Position(latitude: 1, longitude: -179.9))
        #expect(
            try await texts { ($0.assignee, $0.order) = (.me, .near(here)) } == [
                "soon", "late", "never",
            ])
        #expect(try await texts { $0.assignee = .nobody } == ["free"])
        #expect(try await texts { $0.assignee = .named("bob") } == ["bobs"])
        #expect(
            try await texts { $0.isTask = true } == ["free", "bobs", "soon", "late", "never"])
        _ = try await anna.notes.change(
            try #require(ids["soon"]), version: 1, NoteChange(isDone: true))
        let counts = try await anna.notes.counts()
        #expect(counts.openTasks == 4 && counts.assigned == 2 && counts.unassigned == 1)
    }

    @Test("a site has notes, and one that is of no source is refused", arguments: TeamAdapter.all)
    func sites(adapter: TeamAdapter) async throws {
        let anna = try await TestTeam(adapter).user("anna").access
        let source = UUID()
        _ = try await anna.notes.add(NoteContent(text: "x", source: source, siteID: "S1"))
        _ = try await anna.notes.add(NoteContent(text: "y", source: source, siteID: "S2"))
        var query = NoteQuery()
        (query.source, query.siteID) = (source, "S1")
        #expect(try await anna.notes.all(query).map(\.content.siteID) == ["S1"])
        #expect(try await anna.notes.counts(query).all == 1)
        await expect(.invalid(.site, .malformed)) {
            try await anna.notes.add(NoteContent(text: "x", siteID: "S1"))
        }
    }
}
