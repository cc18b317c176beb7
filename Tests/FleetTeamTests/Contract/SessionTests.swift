import FleetCore
import FleetSQL
import FleetTestSupport
import Foundation
import Testing

@testable import FleetTeam

@Suite(.ownThreads) struct SessionTests {
    @Test("a session ends after 14 days without a request", arguments: TeamAdapter.all)
    func idle(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let signedIn = try await test.user("anna")
        test.clock.advance(by: .days(14) - .second)
        _ = try await test.access(signedIn.secret)
        test.clock.advance(by: .days(14) - .second)
        _ = try await test.access(signedIn.secret)
        test.clock.advance(by: .days(14))
        await expect(.signedOut) { try await test.access(signedIn.secret) }
    }

    @Test("a name for people is the user's own, and ends with the user", arguments: TeamAdapter.all)
    func displayName(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let (anna, root) = (try await test.user("anna"), try await test.user("root"))
        try await anna.access.account.setDisplayName(DisplayName("Anna Berg"))
        #expect(try await test.access(anna.secret).displayName == "Anna Berg")
        #expect(try await test.access(root.secret).displayName == nil)
        await expect(.nameTaken) {
            try await root.access.account.setDisplayName(DisplayName("Anna"))
        }
        let machine = test.team.onMachine()
        let user = try await machine.user(named: UserName("anna"))
        #expect(user.displayName == "Anna Berg")
        try await anna.access.favorites.add("A", of: UUID())
        #expect(try await machine.counts(ofUser: user.id).counts.favorites == 1)
        try await machine.remove(user.id)
        #expect(try await machine.users().map(\.displayName) == [nil])
    }

    @Test("a session ends after 90 days, however much it is used", arguments: TeamAdapter.all)
    func absolute(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let signedIn = try await test.user("anna")
        for _ in 0..<9 {
            _ = try await test.access(signedIn.secret)
            test.clock.advance(by: .days(10))
        }
        await expect(.signedOut) { try await test.access(signedIn.secret) }
        await expect(.signedOut) { try await signedIn.access.favorites.all() }
    }

    @Test("the last request is recorded at most every five minutes", arguments: TeamAdapter.all)
    func touched(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let signedIn = try await test.user("anna")
        let start = test.clock.now
        test.clock.advance(by: .minutes(5) - .second)
        _ = try await test.access(signedIn.secret)
        #expect(try await signedIn.access.sessions.all().map(\.lastSeenAt) == [start])
        test.clock.advance(by: .second)
        _ = try await test.access(signedIn.secret)
        #expect(try await signedIn.access.sessions.all().map(\.lastSeenAt) == [test.clock.now])
    }

    @Test("signing out ends this session, or all of them", arguments: TeamAdapter.all)
    func signOut(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let first = try await test.user("anna")
        let second = try await test.signIn("anna")
        let third = try await test.signIn("anna")
        #expect(try await first.access.sessions.all().map(\.isCurrent) == [false, false, true])
        try await first.access.sessions.endCurrent()
        try await first.access.sessions.endCurrent()
        await expect(.signedOut) { try await test.access(first.secret) }
        await expect(.signedOut) { try await first.access.renewed() }
        try await second.access.sessions.endAll()
        for ended in [second, third] {
            await expect(.signedOut) { try await test.access(ended.secret) }
        }
    }

    @Test("a user has at most 100 sessions", arguments: TeamAdapter.all)
    func limit(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let first = try await test.user("anna")
        let owner = first.access.owner.text
        test.clock.advance(by: .second)
        let now = test.clock.now.milliseconds
        try await test.database.write(as: .server) { transaction in
            for number in 0..<99 {
                try transaction.execute(
                    """
                    INSERT INTO session (owner, id, hash, created_at, last_seen_at)
                    VALUES (?1, ?2, ?3, ?4, ?4)
                    """,
                    [
                        .text(owner), .text(UUID().text), .text(photoHash("\(number)")),
                        .integer(now),
                    ])
            }
        }
        _ = try await test.access(first.secret)
        _ = try await test.signIn("anna")
        await expect(.signedOut) { try await test.access(first.secret) }
        #expect(try await test.integer("SELECT count(*) FROM session") == 100)
    }

    @Test(
        "changing the password ends the other sessions and the tokens", arguments: TeamAdapter.all)
    func passwordChange(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let other = try await test.user("anna")
        let own = try await test.signIn("anna")
        let token = try await own.access.tokens.add(
            name: "laptop", scope: .read, lifetime: .days(90))
        await expect(.wrongPassword) {
            try await own.access.account.changePassword(
                from: Password("wrong password"), to: Password("another password"))
        }
        await expect(.invalid(.password, .tooShort(10))) {
            try await own.access.account.changePassword(
                from: Password(password), to: Password("short"))
        }
        try await own.access.account.changePassword(
            from: Password(password), to: Password("another password"))
        _ = try await test.access(own.secret)
        await expect(.signedOut) { try await test.access(other.secret) }
        await expect(.signedOut) {
            try await test.team.access(token: token.secret, from: home)
        }
        await expect(.wrongPassword) { try await test.signIn("anna") }
        _ = try await test.signIn("anna", "another password")
    }

    @Test("the current password cannot be guessed in a session", arguments: TeamAdapter.all)
    func guessing(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let account = try await test.user("anna").access.account
        for _ in 0..<5 {
            await expect(.wrongPassword) {
                try await account.changePassword(
                    from: Password("wrong password"), to: Password("another password"))
            }
        }
        await expect(.throttled(until: test.clock.now + .seconds(15))) {
            try await account.changePassword(
                from: Password(password), to: Password("another password"))
        }
    }

    @Test(
        "a reset link ends sessions, tokens and the old password at once",
        arguments: TeamAdapter.all)
    func reset(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let signedIn = try await test.user("anna")
        let token = try await signedIn.access.tokens.add(
            name: "laptop", scope: .write, lifetime: .days(90))
        let old = try await test.team.onMachine().resetPassword(of: test.id("anna"))
        await expect(.signedOut) { try await test.access(signedIn.secret) }
        await expect(.signedOut) { try await test.team.access(token: token.secret, from: home) }
        await expect(.wrongPassword) { try await test.signIn("anna") }

        let link = try await test.team.onMachine().resetPassword(of: test.id("anna"))
        await expect(.expiredLink) { try await test.team.userName(ofResetLink: old.secret) }
        #expect(try await test.team.userName(ofResetLink: link.secret) == "anna")
        let new = Password("another password")
        let fresh = try await test.team.resetPassword(
            link: link.secret, password: new, from: home)
        _ = try await test.access(fresh.secret)
        await expect(.expiredLink) {
            try await test.team.resetPassword(link: link.secret, password: new, from: home)
        }
        _ = try await test.signIn("anna", "another password")
    }

    @Test(
        "a reset link is valid for 24 hours, and not for a disabled user",
        arguments: TeamAdapter.all)
    func resetLifetime(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        _ = try await test.user("anna")
        let machine = test.team.onMachine()
        let link = try await machine.resetPassword(of: test.id("anna"))
        test.clock.advance(by: .hours(24) - .second)
        _ = try await test.team.userName(ofResetLink: link.secret)
        test.clock.advance(by: .second)
        await expect(.expiredLink) { try await test.team.userName(ofResetLink: link.secret) }
        let second = try await machine.resetPassword(of: test.id("anna"))
        try await machine.disable(test.id("anna"))
        await expect(.expiredLink) { try await test.team.userName(ofResetLink: second.secret) }
    }

    @Test(
        "a disabled user gets no reset link, and keeps the password", arguments: TeamAdapter.all)
    func resetOfDisabled(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        _ = try await test.user("anna")
        let (machine, anna) = (test.team.onMachine(), try await test.id("anna"))
        try await machine.disable(anna)
        await expect(.userDisabled) { try await machine.resetPassword(of: anna) }
        try await machine.enable(anna)
        _ = try await test.signIn("anna")
        _ = try await machine.resetPassword(of: anna)
    }

    @Test(
        "roles and disabling act at once, also on accesses made before", arguments: TeamAdapter.all)
    func atOnce(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let machine = test.team.onMachine()
        let signedIn = try await test.user("anna", .administrator)
        _ = try await test.user("zoe", .administrator)
        let administration = try signedIn.access.administration()
        let revision = try await test.team.accessRevision()
        try await machine.setRole(.viewer, of: test.id("anna"))
        #expect(try await test.team.accessRevision() > revision)
        await expect(.forbidden) { try await administration.users() }
        await expect(.forbidden) { try await signedIn.access.notes.add(NoteContent(text: "x")) }
        let renewed = try await signedIn.access.renewed()
        #expect(renewed.role == .viewer)
        #expect(throws: TeamError.forbidden) { try renewed.administration() }
        try await machine.disable(test.id("anna"))
        await expect(.signedOut) { try await signedIn.access.favorites.all() }
        try await machine.enable(test.id("anna"))
        await expect(.signedOut) { try await signedIn.access.favorites.all() }
        _ = try await test.signIn("anna")
    }

    @Test("an account knows when it was registered", arguments: TeamAdapter.all)
    func createdAt(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let start = test.clock.now
        let anna = try await test.user("anna").access
        test.clock.advance(by: .days(1))
        _ = try await test.user("bob")
        #expect(try await anna.account.createdAt() == start)
        try await test.team.onMachine().remove(anna.owner)
        await expect(.signedOut) { try await anna.account.createdAt() }
    }
}

@Suite(.ownThreads) struct TokenTests {
    @Test("a token reads, and one for writing writes", arguments: TeamAdapter.all)
    func scopes(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let tokens = try await test.user("anna").access.tokens
        let reader = try await test.access(
            token: tokens.add(name: "r", scope: .read, lifetime: .days(1)))
        let writer = try await test.access(
            token: tokens.add(name: "w", scope: .write, lifetime: .days(1)))
        await expect(.forbidden) { try await reader.favorites.add("a", of: source) }
        await expect(.forbidden) { try await reader.notes.add(NoteContent(text: "x")) }
        try await writer.favorites.add("a", of: source)
        #expect(try await reader.favorites.all().map(\.vehicleID) == ["a"])
    }

    @Test(
        "a token reaches neither the account nor other tokens and sessions",
        arguments: TeamAdapter.all)
    func account(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let session = try await test.user("anna", .administrator).access
        let token = try await test.access(
            token: session.tokens.add(name: "w", scope: .write, lifetime: .days(1)))
        await expect(.forbidden) { try await token.tokens.all() }
        await expect(.forbidden) {
            try await token.tokens.add(name: "x", scope: .read, lifetime: .days(1))
        }
        await expect(.forbidden) { try await token.sessions.all() }
        await expect(.forbidden) { try await token.sessions.endAll() }
        await expect(.forbidden) {
            try await token.account.changePassword(
                from: Password(password), to: Password("another password"))
        }
    }

    @Test("a token that reads does not administer", arguments: TeamAdapter.all)
    func administration(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let session = try await test.user("anna", .administrator).access
        let reader = try await test.access(
            token: session.tokens.add(name: "r", scope: .read, lifetime: .days(1)))
        #expect(try await reader.administration().users().count == 1)
        await expect(.forbidden) { try await reader.administration().invite(.administrator) }
    }

    @Test("a viewer's tokens only read, also those of a former member", arguments: TeamAdapter.all)
    func viewer(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let session = try await test.user("anna").access
        let writer = try await test.access(
            token: session.tokens.add(name: "w", scope: .write, lifetime: .days(1)))
        try await test.team.onMachine().setRole(.viewer, of: test.id("anna"))
        await expect(.forbidden) { try await writer.favorites.add("a", of: source) }
        await expect(.forbidden) {
            try await session.tokens.add(name: "w", scope: .write, lifetime: .days(1))
        }
        _ = try await session.tokens.add(name: "r", scope: .read, lifetime: .days(1))
        #expect(try await writer.favorites.all() == [])
    }

    @Test("a token expires, can be revoked, and revokes itself", arguments: TeamAdapter.all)
    func lifetime(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let tokens = try await test.user("anna").access.tokens
        let short = try await tokens.add(name: "a", scope: .read, lifetime: .days(1))
        let revoked = try await tokens.add(name: "b", scope: .read, lifetime: .days(2))
        let own = try await tokens.add(name: "c", scope: .read, lifetime: .days(2))
        test.clock.advance(by: .days(1))
        await expect(.signedOut) { try await test.access(token: short) }
        try await tokens.revoke(revoked.token.id)
        await expect(.signedOut) { try await test.access(token: revoked) }
        await expect(.notFound) { try await tokens.revoke(revoked.token.id) }
        let access = try await test.access(token: own)
        let used: [Timestamp?] = [test.clock.now, nil]
        #expect(try await tokens.all().map(\.lastUsedAt) == used)
        try await access.tokens.revokeCurrent()
        await expect(.signedOut) { try await test.access(token: own) }
    }

    @Test(
        "a token's name and lifetime are checked, and their number is limited",
        arguments: TeamAdapter.all)
    func limits(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let tokens = try await test.user("anna").access.tokens
        await expect(.invalid(.tokenName, .tooShort(1))) {
            try await tokens.add(name: " ", scope: .read, lifetime: .days(1))
        }
        await expect(.invalid(.tokenName, .malformed)) {
            try await tokens.add(name: "a\u{0}b", scope: .read, lifetime: .days(1))
        }
        for lifetime in [Duration.zero, .days(367)] {
            await expect(.invalid(.lifetime, .malformed)) {
                try await tokens.add(name: "a", scope: .read, lifetime: lifetime)
            }
        }
        let first = try await tokens.add(name: "a", scope: .read, lifetime: .days(1))
        try await test.database.write(as: .server) { transaction in
            for number in 0..<99 {
                try transaction.execute(
                    """
                    INSERT INTO api_token (owner, id, hash, name, scope, created_at, expires_at)
                    SELECT owner, ?1, ?2, name, scope, created_at, expires_at FROM api_token
                    WHERE id = ?3
                    """,
                    [
                        .text(UUID().text), .text(photoHash("\(number)")),
                        .text(first.token.id.text),
                    ])
            }
        }
        await expect(.tooMany(.tokens, limit: 100)) {
            try await tokens.add(name: "a", scope: .read, lifetime: .days(1))
        }
    }

    @Test("a session's secret is no token, and the reverse", arguments: TeamAdapter.all)
    func confused(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let signedIn = try await test.user("anna")
        let token = try await signedIn.access.tokens.add(
            name: "a", scope: .write, lifetime: .days(1))
        await expect(.signedOut) {
            try await test.team.access(token: signedIn.secret, from: home)
        }
        await expect(.signedOut) { try await test.access(token.secret) }
    }

    @Test("a secret with another user's ID gives no access", arguments: TeamAdapter.all)
    func forged(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna")
        let bob = try await test.user("bob")
        let forged = try #require(
            BearerSecret(
                String(anna.secret.reveal().prefix(20) + bob.secret.reveal().dropFirst(20))))
        await expect(.signedOut) { try await test.access(forged) }
    }
}

extension TestTeam {
    func access(token: NewToken) async throws -> Access {
        try await team.access(token: token.secret, from: home)
    }
}
