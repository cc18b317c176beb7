import FleetCore
import FleetSettings
import Foundation
import Testing

@testable import FleetTeam

@Suite("Photos of the command line are stored by content for as long as a note uses them")
struct HomePhotoTests {
    let fixture: HomeFixture

    init() throws { fixture = try HomeFixture() }

    @Test("a photo's file is named by its SHA-256, is private to its owner and has a row")
    func stored() async throws {
        let path = try fixture.write("one", to: "a.png")
        let note = try await fixture.add("note", fixture.files(path))
        let hash = try fixture.sha256("one")
        #expect(try fixture.names == [hash + ".jpg"])
        let file = fixture.photosPath + "/\(hash).jpg"
        #expect(try fixture.text(of: file) == "one")
        let attributes = try FileManager.default.attributesOfItem(atPath: fixture.photosPath)
        #expect(attributes[.posixPermissions] as? Int == 0o700)
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        #expect(
            try fixture.sqlite3(
                """
                SELECT hash, format, width, height, bytes, number
                FROM photo JOIN note_photo USING (owner, hash)
                """) == "\(hash)|jpeg|4|3|3|1")
        #expect(note.photos.map(\.hash) == [hash] && note.photos[0].number == 1)
        let photos = fixture.annotations.photos
        #expect(photos.bytes(of: note.photos[0]) == Array("one".utf8))
        #expect(photos.path(of: note.photos[0]) == file)
        #expect(try fixture.sqlite3("SELECT count(*) FROM photo_cleanup") == "0")
    }

    @Test("a photo is stored once and removed with the last note that uses it")
    func shared() async throws {
        let path = try fixture.write("one", to: "a")
        let first = try await fixture.add("a", fixture.files(path, path))
        let second = try await fixture.add("b", fixture.files(path))
        #expect(try fixture.names.count == 1 && first.photos.count == 1)
        #expect(try await fixture.annotations.removeNotes([first.number]) == [1])
        #expect(try fixture.names.count == 1)
        #expect(try await fixture.annotations.removeNotes([second.number, 9]) == [2])
        #expect(try fixture.names == [])
        #expect(try fixture.sqlite3("SELECT count(*) FROM photo") == "0")
    }

    @Test("photos can be added to a note and removed; the others keep their numbers")
    func edited() async throws {
        let paths = try ["x", "y", "z"].map { try fixture.write($0, to: $0) }
        let note = try await fixture.add("note", fixture.files(paths[0], paths[1]))
        let edited = try await fixture.annotations.edit(
            note.number, NoteChange(), adding: fixture.files(paths[2], paths[1]), removing: [1],
            at: Timestamp(milliseconds: 2))
        #expect(edited?.photos.map(\.number) == [2, 3] && edited?.text == "note")
        #expect(try fixture.names == ["y", "z"].map { try fixture.sha256($0) + ".jpg" }.sorted())
        #expect(edited?.editedAt == Timestamp(milliseconds: 2))
    }

    @Test("if one file is rejected or changes, nothing is stored and no file is left")
    func rejected() async throws {
        let (good, bad) = (try fixture.write("one", to: "a"), try fixture.write("bad", to: "b"))
        #expect(throws: InvalidPhotoError(path: bad)) { try fixture.files(good, bad) }
        let other = try fixture.write("two", to: "b")
        let files = try fixture.files(good, other)
        try fixture.write("changed", to: "b")
        let error = PhotoError.unreadable(path: other, reason: "it was changed meanwhile")
        await #expect(throws: error) { try await fixture.add("note", files) }
        #expect(try fixture.names == [])
        #expect(try fixture.sqlite3("SELECT count(*) FROM note") == "0")
        #expect(try fixture.sqlite3("SELECT count(*) FROM photo_cleanup") == "0")
    }

    @Test("a note can have at most 20 photos, and all photos at most 2 GiB")
    func limits() async throws {
        let paths = try (0..<21).map { try fixture.write("\($0)", to: "\($0)") }
        #expect(throws: PhotoError.tooMany) { try fixture.files(paths) }
        let note = try await fixture.add("note", fixture.files(Array(paths.prefix(20))))
        await #expect(throws: PhotoError.noteFull) {
            try await fixture.annotations.edit(
                note.number, NoteChange(), adding: fixture.files(paths[20]),
                at: Timestamp(milliseconds: 2))
        }
        #expect(try fixture.names.count == 20)
        try fixture.sqlite3(
            """
            WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 102)
            INSERT INTO photo SELECT '\(HomeOwner.local.uuid.text)', printf('%064x', i), 'png', 1, 1,
                20971520 FROM n
            """)
        await #expect(throws: PhotoError.totalTooLarge) {
            try await fixture.add("note", fixture.files(paths[20]))
        }
        #expect(try fixture.names.count == 20)
    }
}
