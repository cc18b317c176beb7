import FleetCore
import FleetStore
import FleetTeam
import Testing

@testable import FleetTeam

@Suite("Limits of several servers of one team") struct SharedLimitTests {
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
        let signedIn = try await first.user("anna", .viewer)
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
}
