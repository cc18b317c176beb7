import FleetCore
import FleetSQL
import FleetTestSupport
import Foundation
import Testing

@testable import FleetTeam

@Suite(.ownThreads) struct ImportTests {
    let fixture: HomeFixture

    init() throws { fixture = try HomeFixture() }

    /// Adds a note of the command line.
    private func add(_ text: String, at seconds: Double) async throws -> Note {
        try await fixture.annotations.add(
            Note(
                number: 0, vehicleID: "v-\(text)", text: text,
                createdAt: Timestamp(seconds: seconds),
                position: Position(latitude: 1, longitude: 2), seenAt: Timestamp(seconds: 5)))
    }

    private func add(favorites: [String]) async throws {
        _ = try await fixture.annotations.addFavorites(favorites, at: Timestamp(seconds: 7))
    }

    @Test("local notes and favorites are copied once, as private ones", arguments: TeamAdapter.all)
    func twice(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let access = try await test.user("anna").access
        _ = try await access.notes.add(NoteContent(text: "first on the server"))
        let (machine, anna) = (test.team.onMachine(), try await test.id("anna"))
        let new = try await add("new", at: 200)
        let old = try await add("old", at: 100)
        _ = try await fixture.annotations.edit(
            old.number, NoteChange(), at: Timestamp(seconds: 101))
        try await add(favorites: ["f1"])
        let first = try await machine.importLocal(fixture.content(), to: anna)
        #expect(first == ImportReport(favorites: 1, notes: 2))
        let copied = try await access.notes.all()
        #expect(copied.map(\.content.text) == ["first on the server", "new", "old"])
        #expect(copied.map(\.number) == [1, 3, 2])
        #expect(copied[2].createdAt == Timestamp(seconds: 100))
        #expect(copied[2].editedAt == Timestamp(seconds: 101))
        #expect(copied[2].editedBy == "anna")
        #expect(copied[1].editedBy == nil)
        #expect(
            copied[1].content
                == NoteContent(
                    text: "new", source: fixture.source, vehicleID: "v-new",
                    position: Position(latitude: 1, longitude: 2), seenAt: Timestamp(seconds: 5)))
        #expect(try await access.favorites.all().map(\.addedAt) == [Timestamp(seconds: 7)])

        _ = try await fixture.annotations.edit(
            old.number, NoteChange(text: "old, edited"), at: Timestamp(seconds: 300))
        _ = try await fixture.annotations.removeNotes([new.number])
        _ = try await add("newest", at: 300)
        try await add(favorites: ["f2"])
        let second = try await machine.importLocal(fixture.content(), to: anna)
        #expect(second == ImportReport(favorites: 1, notes: 1, known: 2))
        #expect(try await access.notes.all().count == 4)
        #expect(try await machine.auditEntries(limit: 1).map(\.action) == [.imported])
        #expect(try fixture.opened().counts() == AnnotationCounts(favorites: 2, notes: 2))
    }

    @Test(
        "nobody else sees what was copied, and another user gets a copy",
        arguments: TeamAdapter.all)
    func isolation(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna").access
        let bob = try await test.user("bob", .administrator).access
        _ = try await add("mine", at: 1)
        let machine = test.team.onMachine()
        _ = try await machine.importLocal(fixture.content(), to: anna.userID)
        #expect(try await bob.notes.all().isEmpty)
        #expect(try await bob.favorites.all().isEmpty)
        let report = try await machine.importLocal(fixture.content(), to: bob.userID)
        #expect(report == ImportReport(notes: 1))
        let ids = (try await anna.notes.all() + bob.notes.all()).map(\.id)
        #expect(Set(ids).count == 2)
    }

    @Test("photos are counted, and not copied", arguments: TeamAdapter.all)
    func photos(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let access = try await test.user("anna").access
        _ = try await fixture.add("note", fixture.files(try fixture.write("one", to: "a")))
        let content = try fixture.content()
        #expect(content.photos == 1)
        _ = try await test.team.onMachine().importLocal(content, to: access.userID)
        #expect(try await access.notes.all().map(\.photos) == [[]])
    }

    @Test("too many favorites copy nothing", arguments: TeamAdapter.all)
    func tooMany(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let access = try await test.user("anna").access
        _ = try await add("x", at: 1)
        try await add(favorites: (1...Favorite.limit).map { "f\($0)" })
        try await access.favorites.add("own", of: fixture.source)
        let content = try fixture.content()
        await expect(.tooMany(.favorites, limit: Favorite.limit)) {
            try await test.team.onMachine().importLocal(content, to: access.userID)
        }
        #expect(try await access.notes.all().isEmpty)
        #expect(try await access.favorites.all().map(\.vehicleID) == ["own"])
    }

    @Test("only the machine's administrator copies, and only to a user", arguments: TeamAdapter.all)
    func refusals(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let access = try await test.user("anna", .administrator).access
        let (anna, web) = (try await test.id("anna"), try access.administration())
        await expect(.forbidden) { try await web.importLocal(OwnerContent(), to: anna) }
        let nobody = try #require(UserID(UUID().uuidString))
        await expect(.notFound) {
            try await test.team.onMachine().importLocal(OwnerContent(), to: nobody)
        }
    }
}
