import FleetCore
import FleetSQL
import FleetSQLite
import Foundation
import Testing

@testable import FleetTeam

@Suite("Favorites and notes of a team's server are mirrored")
struct HomeMirrorTests {
    let fixture: HomeFixture
    let login = UUID()

    init() throws { fixture = try HomeFixture() }

    private func note(
        _ number: Int64, _ text: String, id: UUID = UUID(), author: String? = nil
    ) -> MirroredNote {
        let photo = Photo(
            number: 2, hash: String(repeating: "a", count: 64),
            info: Photo.Info(format: .png, width: 1, height: 2), bytes: 3)
        return MirroredNote(
            Note(
                number: number, vehicleID: "v", text: text, createdAt: Timestamp(seconds: 1),
                editedAt: Timestamp(seconds: 2), position: Position(latitude: 1, longitude: 2),
                seenAt: Timestamp(seconds: 3), photos: author == nil ? [photo] : [],
                task: NoteTask(assignee: "amira", dueAt: Timestamp(seconds: 9)),
                doneAt: author == nil ? Timestamp(seconds: 4) : nil),
            id: id, version: 7, author: author, isMine: author == nil, visibility: .team,
            doneBy: author == nil ? "ben" : nil, photos: author == nil ? [2: UUID()] : [:])
    }

    @Test("everything is read as the server returned it, and replaced as a whole")
    func replaced() async throws {
        let mirror = fixture.opened(.login(login))
        let favorites = ["a", "b"].map { Favorite(id: $0, addedAt: Timestamp(seconds: 1)) }
        let (first, second) = (note(1, "one"), note(4, "two"))
        try await mirror.mirror(favorites, [first, second])
        #expect(try mirror.favorites() == favorites)
        #expect(try mirror.mirroredNotes() == [first, second])
        #expect(try mirror.notes() == [first.note, second.note])
        try await mirror.mirror([favorites[1]], [second])
        #expect(try mirror.favorites() == [favorites[1]])
        #expect(try mirror.mirroredNotes() == [second])
        #expect(try mirror.mirroredNote(1) == nil && mirror.mirroredNote(4) == second)
        #expect(try fixture.sqlite3("SELECT count(*) FROM photo_cleanup") == "0")
        try await mirror.mirror([], [])
        #expect(try mirror.counts().isEmpty)
        #expect(try fixture.sqlite3("SELECT count(*) FROM photo") == "0")
    }

    @Test("notes of others keep their large numbers, which no source of the server repeats")
    func foreign() async throws {
        let mirror = fixture.opened(.login(login))
        let (ben, eva) = (note(1, "b", author: "ben"), note(1, "e", author: "eva"))
        try await mirror.mirror([], [note(1, "mine"), ben, eva])
        func numbers(_ mirror: HomeAnnotations) throws -> [String: Int64] {
            Dictionary(
                uniqueKeysWithValues: try mirror.notes().map { ($0.text, $0.number) })
        }
        #expect(try numbers(mirror) == ["mine": 1, "b": 1_000_001, "e": 1_000_002])
        let other = fixture.opened(.login(login), of: UUID())
        try await other.mirror([], [note(1, "x", author: "ben")])
        #expect(try numbers(other) == ["x": 1_000_003])
        try await mirror.mirror([], [eva, note(2, "n", author: "ben")])
        #expect(try numbers(mirror) == ["e": 1_000_002, "n": 1_000_004])
        #expect(try numbers(other) == ["x": 1_000_003])
        #expect(try mirror.mirroredNotes().map(\.author) == ["eva", "ben"])
    }

    @Test("what is the same is not written again")
    func unchanged() async throws {
        let mirror = fixture.opened(.login(login))
        let notes = [note(1, "mine"), note(1, "b", author: "ben")]
        try await mirror.mirror([], notes)
        try fixture.sqlite3(
            "CREATE TRIGGER t BEFORE DELETE ON note BEGIN SELECT RAISE (ABORT, 'written'); END")
        try await mirror.mirror([], notes)
        await #expect(throws: StoreError.self) { try await mirror.mirror([], [notes[0]]) }
        #expect(try mirror.notes().count == 2)
    }

    @Test("no user of a server in this home sees the team notes of another one")
    func isolation() async throws {
        try await fixture.opened(.login(login)).mirror([], [note(1, "shared there")])
        let test = try fixture.team()
        let access = try await test.user("anna", .administrator).access
        #expect(try await access.notes.all().isEmpty)
        #expect(try fixture.opened().notes().isEmpty)
    }

    @Test("the end of a login deletes its owner, and nobody else's")
    func logout() async throws {
        let mirror = fixture.opened(.login(login))
        try await mirror.mirror(
            [Favorite(id: "a", addedAt: Timestamp(seconds: 1))], [note(1, "mine")])
        _ = try await fixture.add("local")
        try await HomeTeamFile(of: fixture.home).remove(.login(login))
        #expect(try mirror.counts().isEmpty)
        let tables = ["favorite", "photo", "note_photo", "mirrored_note", "photo_cleanup"]
        for table in tables {
            #expect(try fixture.sqlite3("SELECT count(*) FROM \(table)") == "0")
        }
        #expect(try fixture.sqlite3("SELECT count(*) FROM team_user") == "1")
        #expect(try fixture.opened().notes().map(\.text) == ["local"])
    }
}
