import FleetCore
import FleetSQL
import FleetTestSupport
import Testing

@testable import FleetTeam

@Suite(.ownThreads) struct SignInTests {
    @Test(
        "a user signs in with the right password, in any case of the name",
        arguments: TeamAdapter.all)
    func right(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        _ = try await test.user("Jörg", .viewer)
        let signedIn = try await test.signIn("JÖRG")
        #expect(signedIn.access.name == "jörg")
        #expect(try await test.access(signedIn.secret).role == .viewer)
    }

    @Test(
        "a wrong password, an unknown name and a disabled user look the same",
        arguments: TeamAdapter.all)
    func wrong(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        _ = try await test.user("anna")
        _ = try await test.user("bob")
        try await test.team.onMachine().disable(test.id("bob"))
        await expect(.wrongPassword) { try await test.signIn("anna", "wrong password") }
        await expect(.wrongPassword) { try await test.signIn("nobody") }
        await expect(.wrongPassword) { try await test.signIn("bob") }
        await expect(.wrongPassword) { try await test.signIn("no name at all \u{0}") }
    }

    @Test("five failures delay an account, then each failure more", arguments: TeamAdapter.all)
    func delays(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        _ = try await test.user("anna")
        for number in 0..<5 {
            await expect(.wrongPassword) {
                try await test.signIn(
                    "anna", "wrong password", from: client(10, 0, 0, UInt8(number)))
            }
        }
        for delay in [15, 30, 60, 120, 240, 480, 900, 900] {
            let until = test.clock.now + .seconds(delay)
            // The right password does not help before the delay is over, from anywhere.
            await expect(.throttled(until: until)) {
                try await test.signIn("anna", from: client(10, 1, 0, 1))
            }
            test.clock.advance(by: .seconds(delay))
            await expect(.wrongPassword) {
                try await test.signIn(
                    "anna", "wrong password", from: client(10, 2, 0, UInt8(delay % 250)))
            }
        }
        test.clock.advance(by: .seconds(900))
        _ = try await test.signIn("anna", from: client(10, 1, 0, 1))
        await expect(.wrongPassword) {
            try await test.signIn("anna", "wrong password", from: client(10, 1, 0, 2))
        }
    }

    @Test(
        "failures of a clock that was ahead delay nobody once it is set", arguments: TeamAdapter.all
    )
    func clockWasAhead(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        _ = try await test.user("anna")
        test.clock.advance(by: .days(30))
        for number in 0..<9 {
            try? await test.team.write {
                try Throttle(in: $0).countFailure(of: Self.subjects(number))
            }
        }
        await expect(.throttled(until: test.clock.now + .seconds(240))) {
            try await test.signIn("anna", from: client(10, 1, 0, 1))
        }
        test.clock.advance(by: .days(-30))
        _ = try await test.signIn("anna", from: client(10, 1, 0, 1))
    }

    private static func subjects(_ number: Int) -> [String] {
        ThrottleSubjects(name: "anna", client(10, 0, 0, UInt8(number))).account
    }

    @Test("names that do not exist are delayed in the same way", arguments: TeamAdapter.all)
    func unknownNames(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        for number in 0..<5 {
            await expect(.wrongPassword) {
                try await test.signIn("nobody", from: client(10, 0, 0, UInt8(number)))
            }
        }
        await expect(.throttled(until: test.clock.now + .seconds(15))) {
            try await test.signIn("nobody", from: client(10, 1, 0, 1))
        }
    }

    @Test("five failures delay a network for every name", arguments: TeamAdapter.all)
    func networks(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        _ = try await test.user("anna")
        func address(_ network: UInt8, _ host: UInt8) -> Client {
            let bytes = [0x20, 0x01, 0x0D, 0xB8, 0, 0, 0, network, 0, 0, 0, 0, 0, 0, 0, host]
            return Client(address: IPAddress(bytes))
        }
        for host in UInt8(0)..<5 {
            await expect(.wrongPassword) {
                try await test.signIn("name\(host)", from: address(1, host))
            }
        }
        await expect(.throttled(until: test.clock.now + .seconds(15))) {
            try await test.signIn("anna", from: address(1, 99))
        }
        _ = try await test.signIn("anna", from: address(2, 99))
    }

    @Test("attempts at the same time do not evade the limit", arguments: TeamAdapter.all)
    func concurrent(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        _ = try await test.user("anna")
        let wrong = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<12 {
                group.addTask {
                    do {
                        _ = try await test.signIn(
                            "anna", "wrong password", from: client(10, 0, 0, UInt8(number)))
                    } catch { return error as? TeamError == .wrongPassword }
                    return false
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(wrong == 5)
    }

    @Test(
        "the right password is accepted however many attempts run at the same time",
        arguments: TeamAdapter.all)
    func simultaneous(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        _ = try await test.user("anna")
        let outcomes = await withTaskGroup(of: TeamError?.self) { group in
            for number in 0..<16 {
                // Four failures alone cause no delay.
                let typed = number % 4 == 0 ? "wrong password" : password
                group.addTask {
                    do {
                        _ = try await test.signIn(
                            "anna", typed, from: client(10, 0, 0, UInt8(number)))
                    } catch { return error as? TeamError ?? .notFound }
                    return nil
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.count { $0 == nil } == 12)
        #expect(outcomes.count { $0 == .wrongPassword } == 4)
    }

    @Test("failures are forgotten after an hour, and by signing in", arguments: TeamAdapter.all)
    func forgotten(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        _ = try await test.user("anna")
        for round in 0..<3 {
            for _ in 0..<4 {
                await expect(.wrongPassword) {
                    try await test.signIn(
                        "anna", "wrong password", from: client(10, 0, UInt8(round), 1))
                }
            }
            if round == 0 { _ = try await test.signIn("anna", from: client(10, 0, 9, 1)) }
            if round == 1 { test.clock.advance(by: .hours(1)) }
        }
        #expect(try await test.integer("SELECT max(failures) FROM throttle") == 4)
    }

    @Test(
        "signing in elsewhere does not reset the failures of a network", arguments: TeamAdapter.all)
    func ownAccount(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        _ = try await test.user("eve")
        for _ in 0..<4 {
            await expect(.wrongPassword) {
                try await test.signIn("anna", from: client(10, 0, 0, 1))
            }
        }
        _ = try await test.signIn("eve", from: client(10, 0, 0, 1))
        await expect(.wrongPassword) { try await test.signIn("anna2", from: client(10, 0, 0, 1)) }
        await expect(.throttled(until: test.clock.now + .seconds(15))) {
            try await test.signIn("eve", from: client(10, 0, 0, 1))
        }
    }

    @Test("a hash with older parameters is replaced at sign-in", arguments: TeamAdapter.all)
    func rehashed(adapter: TeamAdapter) async throws {
        let database = try adapter.make()
        _ = try await TestTeam(database).user("anna")
        let passwords = try PasswordHasher(cost: .init(passes: 2, memory: 16_384))
        let newer = try TestTeam(database, passwords: passwords)
        _ = try await newer.signIn("anna")
        let stored = try await database.read(as: .server) {
            try $0.rows("SELECT \($0.dialect.password) FROM team_user", []) { $0.text(0) }
        }
        #expect(stored[0].hasPrefix("$argon2id$v=19$m=16,t=2,p=1$"))
        _ = try await newer.signIn("anna")
    }

    @Test("a sign-in fails if the password changes while it is checked", arguments: TeamAdapter.all)
    func overtaken(adapter: TeamAdapter) async throws {
        let database = try adapter.make()
        let test = try TestTeam(database)
        _ = try await test.user("anna")
        // The hook runs between the two transactions of a sign-in.
        let racing = HookedDatabase(database)
        let team = try TestTeam(racing)
        racing.afterFirstWrite {
            let link = try await test.team.onMachine().resetPassword(of: test.id("anna"))
            _ = try await test.team.resetPassword(
                link: link.secret, password: Password("another password"), from: home)
        }
        await expect(.wrongPassword) { try await team.signIn("anna") }
        _ = try await test.signIn("anna", "another password")
    }
}
