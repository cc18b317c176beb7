import FleetCore
import FleetStore
import FleetTeam
import Foundation
import Testing

@testable import FleetTeam

@Suite struct ImportTests {
    private func note(_ number: Int64, _ text: String, at seconds: Double) -> Note {
        Note(
            number: number, vehicleID: "v\(number)", text: text,
            createdAt: Timestamp(seconds: seconds),
            editedAt: number == 1 ? Timestamp(seconds: seconds + 1) : nil,
            position: Position(latitude: 1, longitude: 2), seenAt: Timestamp(seconds: 5))
    }

    private func annotations(_ notes: [Note], favorites: [String] = ["f1"]) -> LocalAnnotations {
        LocalAnnotations(
            source: source,
            favorites: favorites.map { Favorite(id: $0, addedAt: Timestamp(seconds: 7)) },
            notes: notes)
    }

    @Test("local notes and favorites are copied once, as private ones", arguments: TeamAdapter.all)
    func twice(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let access = try await test.user("anna").access
        _ = try await access.notes.add(NoteContent(text: "first on the server"))
        let machine = test.team.onMachine()
        let anna = try await test.id("anna")
        let local = annotations([note(2, "new", at: 200), note(1, "old", at: 100)])
        let first = try await machine.importLocal([local], to: anna)
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
                    text: "new", source: source, vehicleID: "v2",
                    position: Position(latitude: 1, longitude: 2), seenAt: Timestamp(seconds: 5)))
        #expect(try await access.favorites.all().map(\.addedAt) == [Timestamp(seconds: 7)])

        let more = annotations(
            [note(1, "old, edited", at: 100), note(3, "newest", at: 300)], favorites: ["f1", "f2"])
        let second = try await machine.importLocal([more], to: anna)
        #expect(second == ImportReport(favorites: 1, notes: 1, known: 2))
        #expect(try await access.notes.all().count == 4)
        #expect(try await machine.auditEntries(limit: 1).map(\.action) == [.imported])
    }

    @Test("nobody else sees what was copied", arguments: TeamAdapter.all)
    func isolation(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        _ = try await test.user("anna")
        let bob = try await test.user("bob", .administrator).access
        _ = try await test.team.onMachine()
            .importLocal([annotations([note(1, "mine", at: 1)])], to: test.id("anna"))
        #expect(try await bob.notes.all().isEmpty)
        #expect(try await bob.favorites.all().isEmpty)
    }

    @Test("what a team cannot store is left out and counted", arguments: TeamAdapter.all)
    func invalid(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let access = try await test.user("anna").access
        let report = try await test.team.onMachine().importLocal(
            [annotations([note(1, "a\0b", at: 1), note(2, "ok", at: 2)], favorites: ["", "f"])],
            to: test.id("anna"))
        #expect(report == ImportReport(favorites: 1, notes: 1, invalid: 2))
        #expect(try await access.notes.all().map(\.content.text) == ["ok"])
    }

    @Test("too many favorites copy nothing", arguments: TeamAdapter.all)
    func tooMany(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let access = try await test.user("anna").access
        let ids = (0...Favorite.limit).map { "f\($0)" }
        let anna = try await test.id("anna")
        await expect(.tooMany(.favorites, limit: Favorite.limit)) {
            try await test.team.onMachine().importLocal(
                [annotations([note(1, "x", at: 1)], favorites: ids)], to: anna)
        }
        #expect(try await access.notes.all().isEmpty)
        #expect(try await access.favorites.all().isEmpty)
    }

    @Test("only the machine's administrator copies, and only to a user", arguments: TeamAdapter.all)
    func refusals(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let access = try await test.user("anna", .administrator).access
        let (anna, web) = (try await test.id("anna"), try access.administration())
        await expect(.forbidden) { try await web.importLocal([], to: anna) }
        let nobody = try #require(UserID(UUID().uuidString))
        await expect(.notFound) { try await test.team.onMachine().importLocal([], to: nobody) }
    }
}
