import FleetCore
import FleetSQL
import FleetSQLite
import FleetTestSupport
import Foundation
import Testing

@testable import FleetTeam

@Suite("The owners in a home are no users of its team")
struct HomeOwnerTests {
    let fixture: HomeFixture

    init() throws { fixture = try HomeFixture() }

    private var localID: UserID { HomeOwner.local.id }

    /// Adds a favorite and a note of the command line.
    private func annotate() async throws {
        _ = try await fixture.annotations.addFavorites(["A-1"], at: Timestamp(seconds: 1))
        _ = try await fixture.add("private")
    }

    @Test("neither the list of users nor the set-up counts them, and a home with them has no team")
    func hidden() async throws {
        try await annotate()
        let file = HomeTeamFile(of: fixture.home, isReadOnly: true)
        #expect(try !file.hasUsers())
        let test = try fixture.team()
        #expect(try await test.team.onMachine().users().isEmpty)
        #expect(try await test.team.needsSetup())
        _ = try await test.user("anna", .administrator)
        #expect(try await test.team.onMachine().users().map(\.name) == ["anna"])
        #expect(try await !test.team.needsSetup() && file.hasUsers())
    }

    @Test("a user of the server sees nothing of them, and they see nothing of the team")
    func isolation() async throws {
        try await annotate()
        let test = try fixture.team()
        let access = try await test.user("anna", .administrator).access
        #expect(try await access.notes.all().isEmpty)
        #expect(try await access.favorites.all().isEmpty)
        _ = try await access.notes.add(
            NoteContent(
                text: "shared", source: fixture.source, vehicleID: "A-1", visibility: .team))
        #expect(try fixture.opened().notes().map(\.text) == ["private"])
        #expect(try fixture.opened().counts() == AnnotationCounts(favorites: 1, notes: 1))
    }

    @Test("nothing that an administrator does reaches them")
    func administration() async throws {
        try await annotate()
        let test = try fixture.team()
        let machine = test.team.onMachine()
        await expect(.notFound) { try await machine.enable(localID) }
        await expect(.notFound) { try await machine.disable(localID) }
        await expect(.notFound) { try await machine.setRole(.administrator, of: localID) }
        await expect(.notFound) { _ = try await machine.resetPassword(of: localID) }
        await expect(.notFound) { try await machine.remove(localID) }
        await expect(.notFound) { _ = try await machine.importLocal(OwnerContent(), to: localID) }
        try await test.team.prune()
        #expect(try fixture.opened().counts() == AnnotationCounts(favorites: 1, notes: 1))
    }

    @Test("no user can have the name of the command line, and no password signs it in")
    func signIn() async throws {
        try await annotate()
        let test = try fixture.team()
        await expect(.wrongPassword) { _ = try await test.signIn("local", "") }
        await expect(.invalid(.name, .reserved)) { _ = try await test.user("local") }
    }

    @Test("no session, token or link of them is valid, even if the file has one")
    func credentials() async throws {
        try await annotate()
        let test = try fixture.team()
        let secret = BearerSecret(id: localID.uuid, random: .system)
        let (owner, now) = (localID.text, test.clock.now.milliseconds)
        let (id, hash) = (UUID().text, secret.hash)
        try fixture.sqlite3(
            """
            INSERT INTO session (owner, id, hash, created_at, last_seen_at)
            VALUES ('\(owner)', '\(id)', '\(hash)', \(now), \(now));
            INSERT INTO api_token (owner, id, hash, name, scope, created_at, expires_at)
            VALUES ('\(owner)', '\(id)', '\(hash)', 't', 'write', \(now), \(now + 1_000_000));
            INSERT INTO reset_link (owner, hash, expires_at)
            VALUES ('\(owner)', '\(hash)', \(now + 1_000_000))
            """)
        await expect(.signedOut) { _ = try await test.access(secret) }
        await expect(.signedOut) { _ = try await test.team.access(token: secret, from: home) }
        await expect(.expiredLink) { _ = try await test.team.userName(ofResetLink: secret) }
        #expect(try await test.team.endedAccount(session: secret) == .removed)
    }

    @Test(
        "the schema refuses an owner with a name's rights",
        arguments: ["password = 'x'", "role = 'administrator'", "disabled_at = NULL"])
    func schema(change: String) async throws {
        try await annotate()
        await #expect(throws: StoreError.self) {
            try await HomeTeamFile(of: fixture.home).write(durably: false) { transaction in
                _ = try transaction.execute(
                    "UPDATE team_user SET \(change) WHERE name IS NULL", [])
            }
        }
        #expect(
            try fixture.sqlite3("SELECT password, role, disabled_at > 0 FROM team_user")
                == "|member|1")
    }

    @Test("vehicles of all owners are remembered")
    func remembered() async throws {
        try await annotate()
        let login = fixture.opened(.login(UUID()))
        _ = try await login.addFavorites(["B-2"], at: Timestamp(seconds: 1))
        let test = try fixture.team()
        let vehicles = try await test.team.annotatedVehicles()
        #expect(vehicles[fixture.source]?.sorted() == ["A-1", "B-2"])
    }
}
