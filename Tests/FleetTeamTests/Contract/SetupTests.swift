import FleetCore
import FleetSQL
import FleetTeam
import FleetTestSupport
import Testing

@testable import FleetTeam

@Suite(.ownThreads) struct SetupTests {
    @Test("the set-up link makes one administrator, once", arguments: TeamAdapter.all)
    func once(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        #expect(try await test.team.needsSetup())
        let link = try #require(try await test.team.makeSetupLink())
        let first = try await test.register("anna", link)
        #expect(first.access.role == .administrator)
        #expect(try await !test.team.needsSetup())
        await expect(.expiredLink) { try await test.register("eve", link) }
        #expect(try await test.team.makeSetupLink() == nil)
    }

    @Test("the set-up link is valid for an hour", arguments: TeamAdapter.all)
    func expires(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let link = try #require(try await test.team.makeSetupLink())
        #expect(link.expiresAt == test.clock.now + .hours(1))
        test.clock.advance(by: .hours(1))
        await expect(.expiredLink) { try await test.register("anna", link) }
    }

    @Test("a new set-up link ends the one before", arguments: TeamAdapter.all)
    func replaced(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let old = try #require(try await test.team.makeSetupLink())
        let new = try #require(try await test.team.makeSetupLink())
        await expect(.expiredLink) { try await test.register("eve", old) }
        _ = try await test.register("anna", new)
    }

    @Test("a set-up link ends when the machine adds an administrator", arguments: TeamAdapter.all)
    func overtaken(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let link = try #require(try await test.team.makeSetupLink())
        _ = try await test.user("anna", .administrator)
        await expect(.expiredLink) { try await test.register("eve", link) }
    }

    @Test(
        "an invitation gives its role, once, also to two at the same time",
        arguments: TeamAdapter.all)
    func invitation(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let admin = try await test.user("anna", .administrator)
        let link = try await admin.access.administration().invite(.viewer)
        #expect(try await test.team.role(ofInvitation: link.secret) == .viewer)
        let results = await withTaskGroup(of: Result<Role, any Error>.self) { group in
            for number in 0..<4 {
                group.addTask {
                    do {
                        return .success(try await test.register("v\(number)", link).access.role)
                    } catch { return .failure(error) }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.compactMap { try? $0.get() } == [.viewer])
        #expect(try await admin.access.administration().users().count == 2)
        #expect(try await admin.access.administration().invitations() == [])
    }

    @Test("an invitation is valid for seven days, and can be withdrawn", arguments: TeamAdapter.all)
    func lifetime(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let machine = test.team.onMachine()
        let old = try await machine.invite(.member)
        test.clock.advance(by: .days(7) - .second)
        #expect(try await test.team.role(ofInvitation: old.secret) == .member)
        test.clock.advance(by: .second)
        await expect(.expiredLink) { try await test.register("eve", old) }
        let withdrawn = try await machine.invite(.member)
        try await machine.revokeInvitation(try await machine.invitations()[0].id)
        await expect(.expiredLink) { try await test.register("eve", withdrawn) }
    }

    @Test(
        "a taken name leaves the invitation valid, and delays the next registration",
        arguments: TeamAdapter.all)
    func taken(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        _ = try await test.user("anna")
        let link = try await test.team.onMachine().invite(.member)
        for _ in 0..<5 {
            await expect(.nameTaken) { try await test.register("ANNA", link) }
        }
        await expect(.throttled(until: test.clock.now + .seconds(15))) {
            try await test.register("bob", link)
        }
        test.clock.advance(by: .seconds(15))
        _ = try await test.register("bob", link)
    }

    @Test(
        "a new name has one script and looks like no other; older accounts keep theirs",
        arguments: TeamAdapter.all)
    func lookAlikes(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let machine = test.team.onMachine()
        _ = try await test.user("oscar")
        let link = try await machine.invite(.member)
        for name in ["оsсаr", "anna山", "ανna"] {
            await expect(.invalid(.name, .severalScripts)) { try await test.register(name, link) }
            await expect(.invalid(.name, .severalScripts)) { try await test.user(name) }
        }
        _ = try await test.user("сосо")
        await expect(.nameLooksTaken) { try await test.user("coco") }
        await expect(.nameLooksTaken) { try await test.register("COCO", link) }
        await expect(.nameTaken) { try await test.register("СОСО", link) }
        _ = try await test.register("сосо2", link)
        #expect(!TeamError.nameLooksTaken.cause.contains("сосо"))

        // An account of an earlier version.
        _ = try await test.database.write(as: .server) { transaction in
            try transaction.execute(
                "UPDATE team_user SET name = ?1 WHERE name = ?2",
                [.text("оscar"), .text("oscar")])
        }
        let signedIn = try await test.signIn("оscar")
        #expect(try await machine.user(named: UserName("оscar")).id == signedIn.access.userID)
    }

    @Test("who can register depends on the server's setting", arguments: TeamAdapter.all)
    func policies(adapter: TeamAdapter) async throws {
        let closed = try TestTeam(adapter, registration: .closed)
        let setup = try #require(try await closed.team.makeSetupLink())
        let admin = try await closed.register("anna", setup)
        let link = try await admin.access.administration().invite(.member)
        await expect(.registrationClosed) { try await closed.register("bob", link) }

        let invite = try TestTeam(adapter)
        await expect(.registrationClosed) { try await invite.register("bob", nil) }

        let open = try TestTeam(adapter, registration: .open)
        await expect(.registrationClosed) { try await open.register("bob", nil) }
        _ = try await open.user("anna", .administrator)
        #expect(try await open.register("bob", nil).access.role == .member)
    }

    @Test(
        "registering without an invitation is delayed after five times", arguments: TeamAdapter.all)
    func openThrottle(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter, registration: .open)
        _ = try await test.user("anna", .administrator)
        for number in 0..<5 { _ = try await test.register("name\(number)", nil) }
        await expect(.throttled(until: test.clock.now + .seconds(15))) {
            try await test.register("name5", nil)
        }
        _ = try await test.signIn("anna")
    }

    @Test("an invitation is not another's secret with its ID", arguments: TeamAdapter.all)
    func forged(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let link = try await test.team.onMachine().invite(.administrator)
        let forged = BearerSecret(id: link.secret.id, random: .system)
        await expect(.expiredLink) { try await test.team.role(ofInvitation: forged) }
    }
}

extension TestTeam {
    func register(_ name: String, _ link: Link?) async throws -> SignedIn {
        try await team.register(
            name: name, password: Password(password), invitation: link?.secret, from: home)
    }
}
