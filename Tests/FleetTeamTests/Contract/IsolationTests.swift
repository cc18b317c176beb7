import FleetCore
import FleetSQL
import FleetTestSupport
import Foundation
import Testing

@testable import FleetTeam

@Suite(.ownThreads) struct IsolationTests {
    @Test("favorites and filters of two users are apart", arguments: TeamAdapter.all)
    func collections(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna").access
        let bob = try await test.user("bob", .viewer).access
        let red = try #require(ColorFilter(["red", "blue-red"]))
        try await anna.favorites.add("a", of: source)
        try await anna.favorites.add("a", of: source)
        try await anna.favorites.add("b", of: source)
        try await anna.filters.save(red, of: source)
        #expect(try await bob.favorites.all() == [])
        #expect(try await bob.filters.colors(of: source) == .all)
        try await bob.favorites.add("b", of: source)
        try await bob.favorites.remove("a", of: source)
        try await bob.filters.save(.all, of: source)
        #expect(try await anna.favorites.all().map(\.vehicleID) == ["a", "b"])
        #expect(try await anna.favorites.all(of: UUID()) == [])
        #expect(try await anna.filters.colors(of: source) == red)
        #expect(try await anna.filters.all() == [source: red])
        try await anna.filters.save(.all, of: source)
        #expect(try await anna.filters.all() == [:])
    }

    @Test("the followed sources of two users are apart", arguments: TeamAdapter.all)
    func followed(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna")
        let bob = try await test.user("bob", .viewer).access
        let other = UUID()
        #expect(anna.access.followedSources == [])
        try await anna.access.followed.save([source, other])
        #expect(Set(try await anna.access.followed.all()) == [source, other])
        #expect(try await bob.followed.all() == [])
        try await bob.followed.save([other])
        #expect(try await bob.renewed().followedSources == [other])
        // The next request of the session has them, and so has an open stream.
        let client = Client(address: nil)
        let next = try await test.team.access(session: anna.secret, from: client)
        #expect(Set(next.followedSources) == [source, other])
        try await anna.access.followed.save([])
        #expect(try await anna.access.followed.all() == [])
        #expect(
            try await test.team.access(session: anna.secret, from: client).followedSources == [])
        #expect(try await bob.followed.all() == [other])
        await expect(.tooMany(.sources, limit: 1000)) {
            try await bob.followed.save(Set((0...1000).map { _ in UUID() }))
        }
        let token = try await bob.tokens.add(name: "t", scope: .read, lifetime: .days(1))
        let reader = try await test.team.access(token: token.secret, from: client)
        #expect(reader.followedSources == [other])
        await expect(.forbidden) { try await reader.followed.save([]) }
    }

    @Test("sessions and tokens of others cannot be listed or ended", arguments: TeamAdapter.all)
    func credentials(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna")
        let token = try await anna.access.tokens.add(
            name: "a", scope: .read, lifetime: .days(1))
        let eve = try await test.user("eve", .administrator).access
        let session = try await anna.access.sessions.all()[0]
        await expect(.notFound) { try await eve.sessions.end(session.id) }
        await expect(.notFound) { try await eve.tokens.revoke(token.token.id) }
        try await eve.sessions.endAll()
        #expect(try await anna.access.sessions.all() == [session])
        #expect(try await anna.access.tokens.all() == [token.token])
    }

    @Test("a favorite needs an ID, and a source can have 10,000", arguments: TeamAdapter.all)
    func favoriteLimit(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna").access
        await expect(.invalid(.vehicle, .malformed)) {
            try await anna.favorites.add("", of: source)
        }
        let owner = anna.owner.text
        try await test.database.write(as: .server) { transaction in
            for number in 0..<10_000 {
                try transaction.execute(
                    """
                    INSERT INTO favorite (owner, source, vehicle_id, added_at)
                    VALUES (?1, ?2, ?3, 0)
                    """, [.text(owner), .text(source.text), .text("v\(number)")])
            }
        }
        await expect(.tooMany(.favorites, limit: 10_000)) {
            try await anna.favorites.add("one more", of: source)
        }
        try await anna.favorites.add("v1", of: source)
    }

    @Test(
        "every statement of a user on personal data is bound to that user",
        arguments: TeamAdapter.all)
    func statements(adapter: TeamAdapter) async throws {
        let database = HookedDatabase(try adapter.make())
        let test = try TestTeam(database)
        let anna = try await test.user("anna").access
        try await useEverything(anna)
        let personal = [
            "session", "api_token", "favorite", "saved_filter", "followed_sources", "saved_view",
            "note", "note_photo", "team_user", "sighting",
        ]
        let statements = database.statements.filter { $0.role == .user(anna.owner.uuid) }
        #expect(statements.count > 40)
        for statement in statements {
            let names = statement.sql.split { !$0.isLetter && $0 != "_" }.map(String.init)
            // The views for everybody are nobody's, and name their authors; snoozes are the team's.
            guard personal.contains(where: names.contains), !names.contains("team_view"),
                !names.contains("snooze")
            else { continue }
            let isBound = ["owner = ?1", "id = ?1", "(owner,"].contains(
                where: statement.sql.contains)
            #expect(isBound, "\(statement.sql)")
            guard case .text(let first)? = statement.values.first else {
                Issue.record("no owner in \(statement.sql)")
                continue
            }
            #expect(first == anna.owner.text)
        }
    }

    /// Calls each function of the collections once.
    private func useEverything(_ access: Access) async throws {
        try await access.favorites.add("a", of: source)
        _ = try await access.favorites.all()
        try await access.favorites.remove("a", of: source)
        try await access.filters.save(try #require(ColorFilter(["red"])), of: source)
        _ = try await access.filters.colors(of: source)
        _ = try await access.filters.all()
        try await access.followed.save([source])
        _ = try await access.followed.all()
        try await access.followed.save([])
        let view = try await access.views.add(ViewName("v"), .all)
        _ = try await access.views.change(view.id, ViewChange(name: ViewName("w")))
        _ = try await access.views.all()
        _ = try await access.views.own()
        try await access.views.remove(view.id)
        let snooze = try await access.attention.snooze(
            NewSnooze(
                .idle, .vehicle("a"), of: source, reason: "r",
                until: access.team.now() + .seconds(60)))
        try await access.attention.endSnooze(snooze.id)
        _ = try await access.attention.handled()
        _ = try await access.attention.actions(since: access.team.now())
        _ = try await access.attention.dueTasks(
            at: access.team.now(), in: AttentionScope())
        _ = try await access.attention.ownSnoozes()
        try await access.sightings.add(
            NewSighting(
                of: "a", source: source,
                at: try #require(Position(latitude: 48, longitude: 11))))
        _ = try await access.sightings.latest(of: "a", in: source)
        _ = try await access.sightings.own()
        try await access.sightings.undoLatest(of: "a", in: source)
        let note = try await access.notes.add(NoteContent(text: "a"), idempotencyKey: "k").note
        let photo = try await access.addPhoto("p", to: note.id)
        _ = try await access.notes.photo(photo.id, of: note.id)
        try await access.notes.removePhoto(photo.id, from: note.id)
        _ = try await access.notes.change(note.id, version: 3, NoteChange(text: "b"))
        _ = try await access.notes.all()
        _ = try await access.notes.openCounts(of: source)
        _ = try await access.notes.counts()
        try await access.notes.remove(note.id)
        let token = try await access.tokens.add(name: "t", scope: .read, lifetime: .days(1))
        _ = try await access.tokens.all()
        try await access.tokens.revoke(token.token.id)
        _ = try await access.account.createdAt()
        try await access.account.changePassword(
            from: Password(password), to: Password("another password"))
        try await access.account.recordExport()
        _ = try await access.renewed()
        _ = try await access.sessions.all()
        try await access.sessions.endAll()
    }
}
