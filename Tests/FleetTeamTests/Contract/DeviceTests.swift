import Dispatch
import FleetCore
import FleetTeam
import FleetTestSupport
import Foundation
import POSIX
import Testing

@testable import FleetTeam

/// Attempts to sign in from a browser in which the user has signed in before.
@Suite(.ownThreads) struct DeviceTests {
    @Test(
        "a device signs in while others try passwords, from their network, too",
        arguments: TeamAdapter.all)
    func attacked(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let device = try await test.user("anna").device
        let until = try await test.attack("anna")
        await expect(.throttled(until: until)) { try await test.signIn("anna", from: home) }
        let signedIn = try await test.signIn("ANNA", on: device, from: stranger)
        #expect(try await test.access(signedIn.secret).name == "anna")
        // Those who do not know the password wait as before.
        await expect(.throttled(until: until)) { try await test.signIn("anna", from: home) }
        let attempts = try await test.integer("SELECT max(failures) FROM throttle")
        #expect(attempts == 5)
    }

    @Test(
        "five failures of a device count like those of strangers from then on",
        arguments: TeamAdapter.all)
    func dropped(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let device = try await test.user("anna").device
        let until = try await test.attack("anna")
        for _ in 0..<4 {
            await expect(.wrongPassword) {
                try await test.signIn("anna", "wrong password", on: device)
            }
        }
        let next = try await test.signIn("anna", on: device).device
        for _ in 0..<5 {
            await expect(.wrongPassword) {
                try await test.signIn("anna", "wrong password", on: next)
            }
        }
        for secret in [device, next] {
            await expect(.throttled(until: until)) { try await test.signIn("anna", on: secret) }
        }
        // A stranger's wrong passwords are not those of the device.
        #expect(try await test.integer("SELECT max(failures) FROM throttle") == 5)
        test.clock.advance(by: .seconds(15))
        let again = try await test.signIn("anna", on: next).device
        _ = try await test.attack("anna", from: otherStranger)
        _ = try await test.signIn("anna", on: again)
    }

    @Test(
        "attempts of a device at the same time do not evade its limit", arguments: TeamAdapter.all)
    func simultaneous(adapter: TeamAdapter) async throws {
        let first = try TestTeam(adapter)
        let second = try TestTeam(first.database, clock: first.clock)
        let device = try await first.user("anna").device
        let until = try await first.attack("anna")
        let outcomes = await withTaskGroup(of: TeamError?.self) { group in
            for number in 0..<16 {
                group.addTask {
                    do {
                        let test = number % 2 == 0 ? first : second
                        _ = try await test.signIn("anna", "wrong password", on: device)
                        return nil
                    } catch { return error as? TeamError }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.count { $0 == .wrongPassword } == 5)
        #expect(outcomes.count { $0 == .throttled(until: until) } == 11)
    }

    @Test("the secret of a device is of use for its own account alone", arguments: TeamAdapter.all)
    func bound(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna")
        let eve = try await test.user("eve")
        let until = try await test.attack("anna")
        _ = try await test.attack("nobody", from: otherStranger)
        let forged = BearerSecret(id: anna.access.owner.uuid, random: .system)
        for secret in [nil, eve.device, forged, anna.secret] {
            for name in ["anna", "nobody"] {
                await expect(.throttled(until: until)) { try await test.signIn(name, on: secret) }
            }
        }
        for secret in [anna.device, eve.device] {
            await expect(.signedOut) { try await test.access(secret) }
            await expect(.signedOut) { try await test.team.access(token: secret, from: home) }
        }
        _ = try await test.signIn("anna", on: anna.device)
    }

    @Test(
        "a device is asked about in the same way, whether a name exists or not",
        arguments: TeamAdapter.all)
    func enumeration(adapter: TeamAdapter) async throws {
        let database = HookedDatabase(try adapter.make())
        let test = try TestTeam(database)
        _ = try await test.user("anna")
        let eve = try await test.user("eve").device
        func statements(_ name: String) async -> [String] {
            let before = database.statements.count
            await expect(.wrongPassword) { try await test.signIn(name, "wrong password", on: eve) }
            return database.statements.dropFirst(before).map(\.sql)
        }
        let known = await statements("anna")
        #expect(await statements("nobody") == known)
        #expect(known.contains { $0.contains("FROM device") })
    }

    @Test(
        "signing out everywhere, a new password and disabling forget devices; signing out does not",
        arguments: TeamAdapter.all)
    func revoked(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let machine = test.team.onMachine()
        _ = try await test.user("anna")
        let id = try await test.id("anna")
        let ends: [(SignedIn) async throws -> Void] = [
            { try await $0.access.sessions.endAll() },
            {
                try await $0.access.account.changePassword(
                    from: Password(password), to: Password(password))
            },
            { _ in
                try await machine.disable(id)
                try await machine.enable(id)
            },
            { _ in
                let link = try await machine.resetPassword(of: id).secret
                _ = try await test.team.resetPassword(
                    link: link, password: Password(password), from: home)
            },
        ]
        for end in ends {
            let first = try await test.signIn("anna").device
            let signedIn = try await test.signIn("anna", from: client(192, 0, 2, 7))
            try await test.signIn("anna", on: first).access.sessions.endCurrent()
            try await end(signedIn)
            let until = try await test.attack("anna")
            for device in [first, signedIn.device] {
                await expect(.throttled(until: until)) { try await test.signIn("anna", on: device) }
            }
            test.clock.advance(by: .hours(1))
        }
        let device = try await test.signIn("anna").device
        let last = try await test.signIn("anna", on: device)
        try await last.access.sessions.endCurrent()
        _ = try await test.attack("anna")
        _ = try await test.signIn("anna", on: last.device)
        try await machine.remove(id)
        #expect(try await test.integer("SELECT count(*) FROM device") == 0)
    }

    @Test("a device is forgotten 90 days after its last sign-in", arguments: TeamAdapter.all)
    func expired(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        var device = try await test.user("anna").device
        let times = test.clock.now
        test.clock.advance(by: .days(89))
        let signedIn = try await test.signIn("anna", on: device)
        device = signedIn.device
        #expect(
            try await signedIn.access.devices.all().first
                == Device(
                    signedInAt: times + .days(89), expiresAt: times + .days(179)))
        test.clock.advance(by: .days(90) - .second)
        try await test.team.prune()
        #expect(try await test.integer("SELECT count(*) FROM device") == 1)
        test.clock.advance(by: .second)
        let until = try await test.attack("anna")
        await expect(.throttled(until: until)) { try await test.signIn("anna", on: device) }
        try await test.team.prune()
        #expect(try await test.integer("SELECT count(*) FROM device") == 0)
    }

    @Test(
        "each sign-in replaces the secret, and the former one is valid for a minute",
        arguments: TeamAdapter.all)
    func replaced(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let first = try await test.user("anna").device
        let second = try await test.signIn("anna", on: first).device
        test.clock.advance(by: .seconds(59))
        // The answer with the second secret got lost.
        let third = try await test.signIn("anna", on: first).device
        #expect(Set([first, second, third].map { $0.reveal() }).count == 3)
        test.clock.advance(by: .second)
        let until = try await test.attack("anna")
        await expect(.throttled(until: until)) { try await test.signIn("anna", on: first) }
        _ = try await test.signIn("anna", on: second)
        _ = try await test.signIn("anna", on: third)
    }

    @Test(
        "a user has at most 100 devices, of which the oldest is dropped", arguments: TeamAdapter.all
    )
    func limit(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let oldest = try await test.user("anna").device
        let bob = try await test.user("bob").device
        test.clock.advance(by: .hours(1))
        let second = try await test.signIn("anna").device
        for _ in 0..<99 {
            test.clock.advance(by: .second)
            _ = try await test.signIn("anna")
        }
        #expect(try await test.integer("SELECT count(*) FROM device") == 101)
        let until = try await test.attack("anna")
        await expect(.throttled(until: until)) { try await test.signIn("anna", on: oldest) }
        _ = try await test.signIn("anna", on: second)
        _ = try await test.attack("bob", from: otherStranger)
        _ = try await test.signIn("bob", on: bob)
    }

    @Test("a device changes its password while others try passwords", arguments: TeamAdapter.all)
    func changedPassword(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna")
        let until = try await test.attack("anna")
        let (old, new) = (Password(password), Password("another password"))
        await expect(.throttled(until: until)) {
            try await anna.access.account.changePassword(from: old, to: new)
        }
        await expect(.wrongPassword) {
            try await anna.access.account.changePassword(from: new, to: new, device: anna.device)
        }
        try await anna.access.account.changePassword(from: old, to: new, device: anna.device)
        #expect(try await test.access(anna.secret).name == "anna")
    }

    @Test("a device has a place at the hasher that a flood of strangers cannot take")
    func flooded() async throws {
        let passwords = try PasswordHasher(
            cost: .init(passes: 1, memory: 8192), threads: 1, queue: 0)
        let test = try TestTeam(TemporaryTeamDatabase(), passwords: passwords)
        let device = try await test.user("anna").device
        let gate = DispatchSemaphore(value: 0)
        let flood = Task { try await passwords.run { gate.wait() } }
        while passwords.hasRoom { await Task.yield() }
        await expect(.busy) { try await test.signIn("anna") }
        await expect(.busy) { try await test.signIn("nobody", on: device) }
        let ended = PathList()
        let signedIn = Task {
            defer { ended.append("sign-in") }
            return try await test.signIn("anna", on: device)
        }
        while passwords.slots.waitingCount == 0, ended.paths.isEmpty { await Task.yield() }
        #expect(ended.paths.isEmpty)
        gate.signal()
        #expect(try await signedIn.value.access.name == "anna")
        try await flood.value
    }

    @Test("a password longer than any account has costs neither a hash nor a statement")
    func longPassword() async throws {
        let database = HookedDatabase(try TemporaryTeamDatabase())
        let test = try TestTeam(database)
        let anna = try await test.user("anna")
        let before = database.statements.count
        let long = String(repeating: "x", count: 1025)
        await expect(.wrongPassword) { try await test.signIn("anna", long) }
        await expect(.wrongPassword) {
            try await anna.access.account.changePassword(
                from: Password(long), to: Password("another password"))
        }
        #expect(database.statements.count == before)
    }
}

private let stranger = client(10, 9, 9, 9)
private let otherStranger = client(10, 9, 9, 8)

extension TestTeam {
    fileprivate func signIn(
        _ name: String, _ typed: String = password, on device: BearerSecret?,
        from client: Client = home
    ) async throws -> SignedIn {
        try await team.signIn(
            name: name, password: Password(typed), device: device, from: client)
    }

    /// Tries wrong passwords from one network, until it and the account are delayed.
    /// - Returns: The time of the next attempt.
    fileprivate func attack(
        _ name: String, from attacker: Client = stranger
    ) async throws -> Timestamp {
        for _ in 0..<5 {
            await expect(.wrongPassword) {
                try await team.signIn(
                    name: name, password: Password("wrong password"), from: attacker)
            }
        }
        return clock.now + .seconds(15)
    }
}
