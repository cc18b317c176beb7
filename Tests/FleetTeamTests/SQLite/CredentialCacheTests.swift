import FleetSQLite
import Foundation
import Testing

@testable import FleetTeam

@Suite("A session or token that was looked up is not looked up again")
struct CredentialCacheTests {
    private let file: TemporaryTeamDatabase
    private let database: HookedDatabase
    private let test: TestTeam
    /// The same team in another process.
    private let other: TestTeam

    init() throws {
        file = try TemporaryTeamDatabase()
        database = HookedDatabase(file)
        test = try TestTeam(database)
        other = try TestTeam(SQLiteTeamDatabase(path: file.path), clock: test.clock)
    }

    @Test("requests without a write between them need no statement")
    func known() async throws {
        let anna = try await test.user("anna")
        let token = try await anna.access.tokens.add(
            name: "script", scope: .read, lifetime: .days(1))
        for access in [use(anna.secret), useToken(token.secret)] {
            _ = try await access()
            // The first use of a token is recorded.
            _ = try await access()
            let before = database.statements.count
            #expect(try await access().name == "anna")
            #expect(database.statements.count == before)
        }
    }

    @Test("what another process ends, ends at once")
    func ended() async throws {
        let anna = try await test.user("anna")
        let ben = try await test.user("ben")
        let token = try await anna.access.tokens.add(
            name: "script", scope: .read, lifetime: .days(1))
        for _ in 0..<2 {
            _ = try await test.access(anna.secret)
            _ = try await test.access(ben.secret)
            _ = try await useToken(token.secret)()
        }
        try await other.team.access(session: anna.secret, from: home).tokens.revoke(token.token.id)
        await expect(.signedOut) { try await useToken(token.secret)() }
        try await other.team.access(session: anna.secret, from: home).sessions.endCurrent()
        await expect(.signedOut) { try await test.access(anna.secret) }
        #expect(try await test.access(ben.secret).role == .member)
        let administration = other.team.onMachine()
        try await administration.setRole(.viewer, of: ben.access.userID)
        #expect(try await test.access(ben.secret).role == .viewer)
        try await administration.disable(ben.access.userID)
        await expect(.signedOut) { try await test.access(ben.secret) }
    }

    @Test("a token ends at its time, without any write")
    func expired() async throws {
        let anna = try await test.user("anna")
        let token = try await anna.access.tokens.add(
            name: "script", scope: .read, lifetime: .minutes(1))
        for _ in 0..<3 { _ = try await useToken(token.secret)() }
        test.clock.advance(by: .minutes(1))
        await expect(.signedOut) { try await useToken(token.secret)() }
    }

    @Test("a token is no session, and a session is no token, however often they were used")
    func kinds() async throws {
        let anna = try await test.user("anna")
        let token = try await anna.access.tokens.add(
            name: "script", scope: .read, lifetime: .days(1))
        for _ in 0..<3 {
            _ = try await test.access(anna.secret)
            _ = try await useToken(token.secret)()
            await expect(.signedOut) { try await test.access(token.secret) }
            await expect(.signedOut) { try await useToken(anna.secret)() }
        }
    }

    @Test("a secret with the ID of another user stands for nobody")
    func otherOwner() async throws {
        let anna = try await test.user("anna")
        let ben = try await test.user("ben")
        for _ in 0..<2 { _ = try await test.access(ben.secret) }
        let secret = try #require(Self.forged(ben.secret, by: anna.access.owner))
        await expect(.signedOut) { try await test.access(secret) }
        #expect(try await test.access(ben.secret).name == "ben")
    }

    private func use(_ secret: BearerSecret) -> () async throws -> Access {
        { try await test.access(secret) }
    }

    private func useToken(_ secret: BearerSecret) -> () async throws -> Access {
        { try await test.team.access(token: secret, from: home) }
    }

    /// Returns a secret with the ID of another user.
    private static func forged(_ secret: BearerSecret, by owner: UserID) -> BearerSecret? {
        let text = secret.reveal().replacing("-", with: "+").replacing("_", with: "/")
        guard let data = Data(base64Encoded: text) else { return nil }
        let bytes = Data(owner.uuid.bytes) + data.dropFirst(16)
        return BearerSecret(
            bytes.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_"))
    }
}
