import FleetCore
import FleetSQL
import FleetTestSupport
import Foundation
import Testing

@testable import FleetTeam

@Suite(.ownThreads) struct AdministrationTests {
    @Test("only administrators reach the functions of administrators", arguments: TeamAdapter.all)
    func roles(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        for role in [Role.viewer, .member] {
            let access = try await test.user("\(role)", role).access
            #expect(throws: TeamError.forbidden) { try access.administration() }
        }
        let admin = try await test.user("anna", .administrator).access.administration()
        #expect(try await admin.users().map(\.name) == ["anna", "member", "viewer"])
    }

    @Test(
        "a change outside of the database needs the right to change the team now",
        arguments: TeamAdapter.all)
    func requireChange(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna", .administrator).access
        let token = try await anna.tokens.add(name: "r", scope: .read, lifetime: .days(1))
        let reader = try await test.team.access(token: token.secret, from: home)
        try await anna.administration().requireChange()
        await expect(.forbidden) { try await reader.administration().requireChange() }
        let administration = try anna.administration()
        let machine = test.team.onMachine()
        _ = try await test.user("bob", .administrator)
        try await machine.setRole(.member, of: anna.owner)
        await expect(.forbidden) { try await administration.requireChange() }
        try await machine.disable(anna.owner)
        await expect(.signedOut) { try await administration.requireChange() }
        try await machine.requireChange()
    }

    @Test(
        "the last administrator cannot be demoted, disabled or removed", arguments: TeamAdapter.all)
    func last(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        _ = try await test.user("anna", .administrator)
        _ = try await test.user("bob", .administrator)
        let (machine, anna) = (test.team.onMachine(), try await test.id("anna"))
        try await machine.disable(test.id("bob"))
        await expect(.lastAdministrator) { try await machine.setRole(.member, of: anna) }
        await expect(.lastAdministrator) { try await machine.disable(anna) }
        await expect(.lastAdministrator) { try await machine.remove(anna) }
        #expect(try await machine.users()[0].role == .administrator)
        try await machine.enable(test.id("bob"))
        try await machine.setRole(.member, of: anna)
    }

    @Test("two administrators who demote each other leave one", arguments: TeamAdapter.all)
    func eachOther(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna", .administrator).access
        let bob = try await test.user("bob", .administrator).access
        async let first: Void? = try? anna.administration().setRole(.viewer, of: bob.owner)
        async let second: Void? = try? bob.administration().setRole(.viewer, of: anna.owner)
        _ = await (first, second)
        let roles = try await test.team.onMachine().users().map(\.role)
        #expect(roles.count { $0 == .administrator } == 1)
    }

    @Test(
        "removing a user deletes private data and leaves team notes of a former member",
        arguments: TeamAdapter.all)
    func removal(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let machine = test.team.onMachine()
        let anna = try await test.user("anna").access
        let bob = try await test.user("bob").access
        let shared = try await anna.notes.add(
            NoteContent(text: "ours", visibility: .team), idempotencyKey: "k"
        ).note
        let secret = try await anna.notes.add(NoteContent(text: "mine")).note
        let kept = try await anna.addPhoto("kept", to: shared.id)
        let removed = try await anna.addPhoto("removed", to: secret.id)
        let bobs = try await bob.notes.add(NoteContent(text: "bob's", visibility: .team)).note
        _ = try await anna.notes.change(bobs.id, version: 1, NoteChange(text: "edited"))
        try await anna.favorites.add("a", of: source)
        _ = try await anna.views.add(ViewName("mine"), ViewContent("color=red"))
        #expect(try await machine.counts(ofUser: anna.owner).counts.views == 1)
        try await machine.remove(anna.owner)

        await expect(.signedOut) { try await anna.renewed() }
        let left = try await bob.notes.note(shared.id)
        #expect(left.author == nil && left.content.text == "ours")
        #expect(left.photos.map(\.id) == [kept.id])
        #expect(try await bob.notes.note(bobs.id).editedBy == nil)
        #expect(try await test.removedFiles() == [removed.file.path])
        for table in [
            "favorite", "saved_filter", "followed_sources", "saved_view", "session", "api_token",
        ] {
            let count = try await test.integer(
                "SELECT count(*) FROM \(table) WHERE owner = ?1", [.text(anna.owner.text)])
            #expect(count == 0)
        }
        await expect(.wrongPassword) { try await test.signIn("anna") }
        await expect(.notFound) { try await machine.enable(anna.owner) }
        // The name is free again, and the new user has nothing of the old one.
        let other = try await test.user("anna").access
        #expect(try await !other.notes.note(shared.id).isMine)
    }

    @Test("nothing is left of a removed user without team notes", arguments: TeamAdapter.all)
    func nothingLeft(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let machine = test.team.onMachine()
        let anna = try await test.user("anna").access
        let bob = try await test.user("bob", .administrator).access
        _ = try await anna.notes.add(NoteContent(text: "mine"))
        try await machine.remove(anna.owner)
        #expect(try await test.integer("SELECT count(*) FROM team_user") == 1)
        #expect(try await test.integer("SELECT count(*) FROM note") == 0)

        let carl = try await test.user("carl").access
        let note = try await carl.notes.add(NoteContent(text: "ours", visibility: .team)).note
        try await machine.remove(carl.owner)
        #expect(try await test.integer("SELECT count(*) FROM team_user") == 2)
        try await bob.notes.remove(note.id)
        try await test.team.prune()
        #expect(try await test.integer("SELECT count(*) FROM team_user") == 1)
    }

    @Test("the audit log names actors and subjects, and no secrets", arguments: TeamAdapter.all)
    func audit(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna", .administrator).access
        let admin = try anna.administration()
        _ = try await test.user("bob")
        await expect(.wrongPassword) { try await test.signIn("bob", "wrong password") }
        await expect(.wrongPassword) { try await test.signIn("My Password 1") }
        try await admin.setRole(.viewer, of: test.id("bob"))
        try await admin.record(.sourceAdded, subject: "oslo")
        let entries = try await admin.auditEntries(limit: 100)
        func text(_ entry: AuditEntry) -> String {
            [entry.actor, entry.action.rawValue, entry.subject, entry.address]
                .map { $0 ?? "-" }.joined(separator: " ")
        }
        #expect(
            entries.map(text) == [
                "anna source_added oslo 192.0.2.1", "anna role_changed bob: viewer 192.0.2.1",
                "- sign_in_failed - 192.0.2.1", "- sign_in_failed bob 192.0.2.1",
                "bob signed_in - 192.0.2.1", "(machine) user_added bob -",
                "anna signed_in - 192.0.2.1", "(machine) user_added anna -",
            ])
        let page = try await admin.auditEntries(before: entries[5].id, limit: 1)
        #expect(page == [entries[6]])
    }

    @Test("the audit log cannot be changed, and is kept for 90 days", arguments: TeamAdapter.all)
    func appendOnly(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        _ = try await test.user("anna", .administrator)
        let count = "SELECT count(*) FROM audit"
        for sql in ["UPDATE audit SET subject = 'x'", "DELETE FROM audit"] {
            await #expect(throws: (any Error).self) {
                try await test.database.write(as: .server) { try $0.execute(sql, []) }
            }
        }
        test.clock.advance(by: .days(90) - .second)
        try await test.team.prune()
        #expect(try await test.integer(count) == 2)
        test.clock.advance(by: .second)
        _ = try await test.signIn("anna")
        try await test.team.prune()
        #expect(try await test.integer(count) == 1)
    }

    @Test("what has expired is removed", arguments: TeamAdapter.all)
    func pruning(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let machine = test.team.onMachine()
        let anna = try await test.user("anna").access
        _ = try await anna.tokens.add(name: "a", scope: .read, lifetime: .days(1))
        _ = try await machine.invite(.member)
        _ = try await test.user("bob")
        _ = try await machine.resetPassword(of: test.id("bob"))
        await expect(.wrongPassword) { try await test.signIn("anna", "wrong password") }
        let tables = ["session", "api_token", "invitation", "reset_link", "throttle"]
        try await test.team.prune()
        for table in tables { #expect(try await test.integer("SELECT count(*) FROM \(table)") > 0) }
        test.clock.advance(by: .days(14))
        try await test.team.prune()
        for table in tables {
            #expect(try await test.integer("SELECT count(*) FROM \(table)") == 0)
        }
    }
}
