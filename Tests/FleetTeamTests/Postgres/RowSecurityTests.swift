import FleetCore
import FleetPostgres
import FleetSQL
import FleetTestSupport
import Foundation
import Testing

@testable import FleetTeam

/// The second wall: what the statements of the program never ask for, the database refuses.
@Suite(.ownThreads) struct RowSecurityTests {
    private let team: PostgresTeam
    private let anna: Access
    private let eve: Access

    /// Anna has one of everything; Eve, an administrator, has nothing.
    init() async throws {
        team = try PostgresTeam()
        let test = try TestTeam(team)
        anna = try await test.user("anna").access
        eve = try await test.user("eve", .administrator).access
        try await anna.favorites.add("a", of: source)
        try await anna.filters.save(try #require(ColorFilter(["red"])), of: source)
        try await anna.followed.save([source])
        _ = try await anna.tokens.add(name: "t", scope: .read, lifetime: .days(1))
        let note = try await anna.notes.add(NoteContent(text: "secret")).note
        _ = try await anna.addPhoto("p", to: note.id)
        _ = try await anna.notes.prepareFile(hash: photoHash("q"), format: .png, for: note.id)
        try await anna.sightings.add(
            NewSighting(
                of: "a", source: source,
                at: try #require(Position(latitude: 48, longitude: 11))))
        try await anna.countRefresh()
        let request = RepeatableRequest("POST /views", key: "k")
        _ = try await RepeatableRequest.$current.withValue(request) {
            try await anna.views.add(ViewName("v"), ViewContent("color=red"))
        }
    }

    private func asEve<T: Sendable>(
        _ body: @escaping @Sendable (any SQLTransaction) throws -> T
    ) async throws -> T {
        try await team.write(as: .user(eve.owner.uuid), body)
    }

    private static let tables = [
        "favorite", "saved_filter", "followed_sources", "saved_view", "session", "api_token",
        "note",
        "note_photo", "photo", "photo_cleanup", "user_refresh", "device", "request_key",
        "sighting",
    ]

    @Test("a user sees no row of another one, whatever the statement", arguments: tables)
    func hidden(table: String) async throws {
        let (anna, eve) = (anna.owner.text, eve.owner.text)
        let count = "SELECT count(*) FROM \(table) WHERE owner = ?1"
        for statement in [
            count, count + " OR true", "SELECT count(*) FROM \(table)",
            "SELECT count(*) FROM team_user AS u JOIN \(table) AS t ON t.owner = u.id "
                + "WHERE CAST(?1 AS TEXT) IS NOT NULL",
        ] {
            let values: [SQLValue] = statement.contains("?1") ? [.text(anna)] : []
            let seen = try await asEve { try $0.integer(statement, values) }
            let own = try await asEve { try $0.integer(count, [.text(eve)]) }
            #expect(seen == (statement == count ? 0 : own), "\(statement)")
        }
        let stored = try await team.read(as: .server) { try $0.integer(count, [.text(anna)]) }
        #expect(stored == 1)
    }

    @Test("a user deletes no row of another one, whatever the statement", arguments: tables)
    func kept(table: String) async throws {
        // Nobody may delete the row of a photo, which a trigger does with its last note.
        _ = try? await asEve { try $0.execute("DELETE FROM \(table)", []) }
        let count = try await team.read(as: .server) { [anna] in
            try $0.integer(
                "SELECT count(*) FROM \(table) WHERE owner = ?1", [.text(anna.owner.text)])
        }
        #expect(count == 1)
    }

    @Test(
        "a user can neither write as another one nor read secrets",
        arguments: [
            "INSERT INTO favorite (owner, source, vehicle_id, added_at) VALUES (?1, ?2, 'b', 0)",
            """
            INSERT INTO note (owner, id, number, text, visibility, created_at)
            VALUES (?1, ?2, 9, 'x', 'private', 0)
            """,
            "INSERT INTO photo_cleanup (owner, hash, format, at) VALUES (?1, ?2, 'png', 0)",
            """
            INSERT INTO saved_view (owner, id, name, name_key, filter, created_at, changed_at)
            VALUES (?1, ?2, 'v', 'v', '', 0, 0)
            """,
            """
            INSERT INTO team_view (id, name, name_key, filter, created_by, created_at, changed_at)
            VALUES (?2, 'v', 'v', '', ?1, 0, 0)
            """,
            "UPDATE team_view SET filter = '' WHERE id IN (?1, ?2)",
            "UPDATE saved_view SET owner = ?1 WHERE id = ?2",
            "DELETE FROM team_view WHERE id IN (?1, ?2)",
            "INSERT INTO user_refresh (owner, id, at) VALUES (?1, ?2, 0)",
            """
            INSERT INTO request_key (owner, key, request, item, salt, created_at)
            VALUES (?1, repeat('0', 64), '', ?2, '', 0)
            """,
            "INSERT INTO audit (id, at, action, actor) VALUES (?2, 0, 'x', ?1)",
            "INSERT INTO session (owner, id, hash, created_at, last_seen_at) VALUES (?1,?2,?2,0,0)",
            "INSERT INTO device (owner, hash, created_at, expires_at, failures) VALUES (?1,?2,0,0,0)",
            """
            INSERT INTO sighting (owner, id, source, vehicle_id, seen_at, reported_at, latitude,
                longitude)
            VALUES (?1, ?2, ?2, 'a', 0, 0, 48, 11)
            """,
            "UPDATE sighting SET latitude = 1 WHERE id IN (?1, ?2)",
            "UPDATE device SET failures = 0 WHERE owner IN (?1, ?2)",
            "UPDATE note SET owner = ?1 WHERE id = ?2",
            "UPDATE team_user SET role = 'administrator' WHERE id IN (?1, ?2)",
            "UPDATE team_user SET password = '' WHERE id IN (?1, ?2)",
            "SELECT count(password) FROM team_user WHERE id IN (?1, ?2)",
            "SELECT count(*) FROM reset_link WHERE owner IN (?1, ?2)",
            "SELECT count(*) FROM invitation WHERE id IN (?1, ?2)",
            "SELECT count(*) FROM throttle WHERE subject IN (?1, ?2)",
            "SELECT count(*) FROM alert WHERE id IN (?1, ?2)",
            "SELECT count(*) FROM audit WHERE id IN (?1, ?2)",
            "SELECT count(*) FROM inventory WHERE source IN (?1, ?2)",
            "SELECT count(*) FROM inventory_row WHERE source IN (?1, ?2)",
        ])
    func refused(statement: String) async throws {
        let values: [SQLValue] = [.text(anna.owner.text), .text(UUID().text)]
        let error = await #expect(throws: StoreError.self) {
            try await asEve { _ = try $0.execute(statement, values) }
        }
        guard case .unwritable(_, let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        let reasons = ["permission denied for", "new row violates row-level security policy"]
        #expect(reasons.contains(where: reason.hasPrefix), "\(reason)")
    }

    @Test("an edited team note stays its author's, and with the team")
    func edited() async throws {
        let note = try await anna.notes.add(NoteContent(text: "ours", visibility: .team)).note
        try await #require(throws: StoreError.self) {
            try await asEve {
                _ = try $0.execute(
                    "UPDATE note SET visibility = 'private' WHERE id = ?1", [.text(note.id.text)])
            }
        }
        #expect(try await eve.notes.note(note.id).content.text == "ours")
    }

    @Test("a photo that a hidden note has, too, stays when a team note loses it")
    func sharedPhoto() async throws {
        let shared = try await anna.notes.add(NoteContent(text: "ours", visibility: .team)).note
        let photo = try await eve.addPhoto("p", to: shared.id)
        try await eve.notes.removePhoto(photo.id, from: shared.id)
        #expect(try await anna.notes.all().flatMap(\.photos).map(\.file.hash) == [photoHash("p")])
    }

    @Test("the role that owns the tables sees no personal data", arguments: tables)
    func owner(table: String) throws {
        let owner = "SET ROLE fleet; SELECT count(*) FROM fleet.\(table)"
        #expect(try team.database.sql(owner) == ["0"])
        #expect(try team.database.sql("SELECT count(*) > 0 FROM fleet.\(table)") == ["t"])
    }

    @Test(
        "not even a superuser changes or cuts the audit log",
        arguments: [
            "UPDATE fleet.audit SET at = 0", "DELETE FROM fleet.audit", "TRUNCATE fleet.audit",
        ]
    )
    func audit(statement: String) throws {
        try team.database.sql(
            """
            DO $$ BEGIN
                \(statement);
                RAISE 'the log was changed';
            EXCEPTION WHEN integrity_constraint_violation THEN
                NULL;
            END $$
            """)
        #expect(try team.database.sql("SELECT count(*) > 0 FROM fleet.audit") == ["t"])
    }
}
