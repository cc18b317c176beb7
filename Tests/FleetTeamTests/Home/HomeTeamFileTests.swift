import FleetCore
import FleetSQL
import FleetSQLite
import FleetTestSupport
import Foundation
import Testing

@testable import FleetTeam

@Suite("The file of the command line's favorites and notes", .ownThreads)
struct HomeTeamFileTests {
    let fixture: HomeFixture

    init() throws { fixture = try HomeFixture() }

    private var exists: Bool { FileManager.default.fileExists(atPath: fixture.file) }

    @Test("reading and removing never create it; writing does, for its owner only")
    func creation() async throws {
        let annotations = fixture.annotations
        #expect(try annotations.favorites().isEmpty && annotations.notes().isEmpty)
        #expect(try annotations.note(1) == nil && annotations.counts().isEmpty)
        let found = try annotations.summaries(containing: "x")
        #expect(found.all.isEmpty && found.matching == [])
        #expect(try await annotations.removeNotes([1]).isEmpty)
        #expect(try await annotations.removeFavorites(["a"]).isEmpty)
        #expect(
            try await annotations.edit(1, NoteChange(text: "x"), at: Timestamp(seconds: 1)) == nil)
        try await annotations.removeAll()
        try await annotations.mirror([], [])
        await annotations.removeLeftoverPhotos()
        try await HomeTeamFile(of: fixture.home).remove(.local)
        #expect(try !HomeTeamFile(of: fixture.home).hasUsers())
        #expect(!exists)
        _ = try await annotations.addFavorites(["a"], at: Timestamp(seconds: 1))
        let attributes = try FileManager.default.attributesOfItem(atPath: fixture.file)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try annotations.favorites().map(\.id) == ["a"])
    }

    @Test("an empty file is none, and a reader leaves it as it is")
    func empty() throws {
        try fixture.write("", to: "team.sqlite")
        #expect(try fixture.opened(isReadOnly: true).favorites().isEmpty)
        #expect(try fixture.text(of: fixture.file) == "")
    }

    @Test("a file that another process creates or changes is seen at once")
    func concurrent() async throws {
        let (reader, writer) = (fixture.opened(), fixture.opened())
        #expect(try reader.favorites().isEmpty)
        _ = try await writer.addFavorites(["a"], at: Timestamp(seconds: 1))
        #expect(try reader.favorites().map(\.id) == ["a"])
        _ = try await reader.addFavorites(["b"], at: Timestamp(seconds: 1))
        #expect(try writer.favorites().map(\.id) == ["a", "b"])
    }

    @Test("processes that write at once lose nothing, and each note has its number")
    func atOnce() async throws {
        let photo = try fixture.files(try fixture.write("one", to: "a"))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<4 {
                let annotations = fixture.opened()
                group.addTask {
                    _ = try await annotations.addFavorites(
                        ["v\(number)"], at: Timestamp(seconds: 1))
                    let note = Note(
                        number: 0, vehicleID: "v", text: "\(number)",
                        createdAt: Timestamp(seconds: 1))
                    _ = try await annotations.add(
                        note, photos: number.isMultiple(of: 2) ? photo : nil)
                }
            }
            try await group.waitForAll()
        }
        #expect(try fixture.annotations.favorites().count == 4)
        let notes = try fixture.annotations.notes()
        #expect(notes.map(\.number) == Array(1...4))
        #expect(Set(notes.map(\.text)).count == 4)
        #expect(notes.count { !$0.photos.isEmpty } == 2)
        #expect(try fixture.names.count == 1)
    }

    @Test("damaged and foreign files are errors, and stay as they are", arguments: [true, false])
    func damaged(isReadOnly: Bool) async throws {
        let garbage = String(repeating: "garbage ", count: 200)
        try fixture.write(garbage, to: "team.sqlite")
        #expect(throws: StoreError.self) {
            try fixture.opened(isReadOnly: isReadOnly).favorites()
        }
        await #expect(throws: StoreError.self) {
            try await fixture.opened().addFavorites(["a"], at: Timestamp(seconds: 1))
        }
        #expect(try fixture.text(of: fixture.file) == garbage)
    }
}
