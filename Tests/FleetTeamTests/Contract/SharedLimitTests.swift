import FleetCore
import FleetSQL
import FleetTestSupport
import Testing

@testable import FleetTeam

@Suite("Limits of several servers of one team", .ownThreads) struct SharedLimitTests {
    @Test(
        "failures to sign in count together, whichever server they reach",
        arguments: TeamAdapter.all)
    func signIns(adapter: TeamAdapter) async throws {
        let first = try TestTeam(adapter)
        let second = try TestTeam(first.database, clock: first.clock)
        _ = try await first.user("anna")
        for number in 0..<5 {
            await expect(.wrongPassword) {
                try await (number < 3 ? first : second).signIn(
                    "anna", "wrong password", from: client(10, 0, 0, UInt8(number)))
            }
        }
        for server in [first, second] {
            await expect(.throttled(until: first.clock.now + .seconds(15))) {
                try await server.signIn("anna")
            }
        }
    }

    @Test("attempts at the same time through two servers do not evade the limit")
    func simultaneous() async throws {
        let first = try TestTeam(try PostgresTeam())
        let second = try TestTeam(first.database, clock: first.clock)
        _ = try await first.user("anna")
        let outcomes = await withTaskGroup(of: TeamError?.self) { group in
            for number in 0..<20 {
                group.addTask {
                    do {
                        _ = try await (number % 2 == 0 ? first : second).signIn(
                            "anna", "wrong password", from: client(10, 0, 0, UInt8(number)))
                        return nil
                    } catch {
                        return error as? TeamError
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.count { $0 == .wrongPassword } == 5)
        #expect(outcomes.count { $0 == .throttled(until: first.clock.now + .seconds(15)) } == 15)
    }

    @Test(
        "a user refreshes twelve times in any minute, through all servers together",
        arguments: TeamAdapter.all)
    func refreshes(adapter: TeamAdapter) async throws {
        let first = try TestTeam(adapter)
        let second = try TestTeam(first.database, clock: first.clock)
        let signedIn = try await first.user("anna")
        let here = signedIn.access
        let there = try await second.access(signedIn.secret)
        let bob = try await first.user("bob").access
        let start = first.clock.now
        for number in 0..<12 {
            try await (number % 3 == 0 ? there : here).countRefresh()
            first.clock.advance(by: .second)
        }
        await expect(.throttled(until: start + .minutes(1))) { try await here.countRefresh() }
        await expect(.throttled(until: start + .minutes(1))) { try await there.countRefresh() }
        try await bob.countRefresh()
        first.clock.advance(by: .seconds(48))
        try await there.countRefresh()
        await expect(.throttled(until: start + .seconds(61))) { try await here.countRefresh() }
        let stored = try await first.integer(
            "SELECT count(*) FROM user_refresh WHERE owner = ?1", [.text(here.owner.text)])
        #expect(stored == 12)
    }

    @Test("neither a viewer nor a token that reads can refresh", arguments: TeamAdapter.all)
    func refreshRights(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna").access
        let vera = try await test.user("vera", .viewer).access
        func token(_ access: Access, _ scope: TokenScope) async throws -> Access {
            let token = try await access.tokens.add(name: "t", scope: scope, lifetime: .days(1))
            return try await test.team.access(token: token.secret, from: home)
        }
        let demoted = try await test.user("dora").access
        let allowed = [anna, try await token(anna, .write)]
        let refused = [
            vera, try await token(vera, .read), try await token(anna, .read),
            try await token(demoted, .write), demoted,
        ]
        try await test.team.onMachine().setRole(.viewer, of: demoted.userID)
        for access in allowed {
            #expect(access.may(.refresh))
            try await access.countRefresh()
        }
        for access in refused { await expect(.forbidden) { try await access.countRefresh() } }
        #expect(refused.map { $0.may(.refresh) } == [false, false, false, true, true])
        #expect(try await demoted.renewed().may(.refresh) == false)
        #expect(try await test.integer("SELECT count(*) FROM user_refresh") == 2)
    }

    @Test("a clock that was wrong delays nobody for long", arguments: TeamAdapter.all)
    func clocks(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna").access
        test.clock.advance(by: .days(1))
        for _ in 0..<12 { try await anna.countRefresh() }
        test.clock.advance(by: .days(-1))
        try await anna.countRefresh()
        #expect(try await test.integer("SELECT count(*) FROM user_refresh") == 1)
    }

    @Test("a text that is too long is refused without a transaction", arguments: TeamAdapter.all)
    func longText(adapter: TeamAdapter) async throws {
        let database = HookedDatabase(try adapter.make())
        let test = try TestTeam(database)
        let anna = try await test.user("anna").access
        let note = try await anna.notes.add(NoteContent(text: "x")).note
        let before = database.statements.count
        for length in [Note.maxTextLength + 1, 1 << 20] {
            let text = String(repeating: "x", count: length)
            await expect(.invalid(.text, .tooLong(10_000))) {
                try await anna.notes.add(NoteContent(text: text), idempotencyKey: "k")
            }
            await expect(.invalid(.text, .tooLong(10_000))) {
                try await anna.notes.change(note.id, version: 1, NoteChange(text: text))
            }
        }
        #expect(database.statements.count == before)
    }

    @Test("a user has at most 20,000 notes, of which copied ones count", arguments: TeamAdapter.all)
    func notes(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna").access
        let first = try await anna.notes.add(
            NoteContent(text: "first"), idempotencyKey: "k"
        ).note
        try await test.fillNotes(of: anna.owner, from: 2, to: TeamNote.limit)
        let full = TeamError.tooMany(.notes, limit: 20_000)
        await expect(full) { try await anna.notes.add(NoteContent(text: "more")) }
        #expect(full.cause == "there can be at most 20,000 notes per user")
        let again = try await anna.notes.add(NoteContent(text: "first"), idempotencyKey: "k")
        #expect(again.note == first)
        let fixture = try HomeFixture()
        _ = try await fixture.add("local")
        let copied = try fixture.content()
        await expect(full) {
            try await test.team.onMachine().importLocal(copied, to: anna.userID)
        }
        _ = try await test.user("bob").access.notes.add(NoteContent(text: "of another"))
        try await anna.notes.remove(first.id)
        _ = try await anna.notes.add(NoteContent(text: "instead"))
        await expect(full) { try await anna.notes.add(NoteContent(text: "more")) }
        #expect(try await anna.notes.counts().mine == 20_000)
    }
}

extension TestTeam {
    /// Adds notes with some numbers to a user.
    fileprivate func fillNotes(of owner: UserID, from first: Int, to last: Int) async throws {
        let values: [SQLValue] = [
            .text(owner.text), .integer(Int64(first)), .integer(Int64(last)), .time(clock.now),
        ]
        try await database.write(as: .server) { transaction in
            try transaction.execute(
                """
                INSERT INTO note (owner, id, number, text, visibility, created_at)
                WITH RECURSIVE counter (number) AS (
                    SELECT CAST(?2 AS BIGINT)
                    UNION ALL SELECT number + 1 FROM counter WHERE number < ?3
                )
                SELECT CAST(?1 AS TEXT), '00000000-0000-7000-8000-0000' ||
                    CAST(10000000 + number AS TEXT), number, 'x', 'private',
                    CAST(?4 AS BIGINT)
                FROM counter
                """, values)
            try transaction.execute(
                "UPDATE team_user SET last_note_number = ?2 WHERE id = ?1", [values[0], values[2]])
        }
    }
}
