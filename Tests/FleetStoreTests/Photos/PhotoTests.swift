import FleetCore
import FleetStore
import Foundation
import Testing

@Suite("Photos are kept by their content, as long as a note has them")
struct PhotoTests {
    let scene: PhotoScene

    init() throws {
        scene = try PhotoScene()
    }

    @Test("a photo's file is named by its SHA-256, is its owner's alone, and a row tells of it")
    func kept() async throws {
        let path = try scene.write("one", to: "a.png")
        let note = try await scene.add("note", scene.files(path))
        let hash = try scene.sha256("one")
        #expect(try scene.names == [hash + ".jpg"])
        #expect(try scene.text(of: "photos/\(hash).jpg") == "one")
        let attributes = try FileManager.default.attributesOfItem(atPath: scene.photosPath)
        #expect(attributes[.posixPermissions] as? Int == 0o700)
        let file = scene.photosPath + "/\(hash).jpg"
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        #expect(
            try scene.folder.sqlite3("SELECT * FROM photo NATURAL JOIN note_photo")
                == "\(hash)|jpeg|4|3|3|1|1")
        #expect(note.photos.map(\.hash) == [hash] && note.photos[0].number == 1)
        let photos = try #require(scene.store.photos)
        #expect(photos.bytes(of: note.photos[0]) == Array("one".utf8))
        #expect(photos.path(of: note.photos[0]) == file)
    }

    @Test("the same photo is kept once, and goes with the last note that has it")
    func shared() async throws {
        let path = try scene.write("one", to: "a")
        let first = try await scene.add("a", scene.files(path, path))
        let second = try await scene.add("b", scene.files(path))
        #expect(try scene.names.count == 1 && first.photos.count == 1)
        #expect(try await scene.store.removeNotes([first.number], of: scene.key) == [1])
        #expect(try scene.names.count == 1)
        #expect(try await scene.store.removeNotes([second.number, 9], of: scene.key) == [2])
        #expect(try scene.names == [])
        #expect(try scene.folder.sqlite3("SELECT count(*) FROM photo") == "0")
    }

    @Test("photos come to a note and go from it; their numbers in it stay")
    func edited() async throws {
        let paths = try ["x", "y", "z"].map { try scene.write($0, to: $0) }
        let note = try await scene.add("note", scene.files(paths[0], paths[1]))
        let edited = try await scene.store.edit(
            note.number, text: nil, adding: scene.files(paths[2], paths[1]), removing: [1],
            at: Timestamp(milliseconds: 2), of: scene.key)
        #expect(edited?.photos.map(\.number) == [2, 3] && edited?.text == "note")
        #expect(try scene.names == ["y", "z"].map { try scene.sha256($0) + ".jpg" }.sorted())
        #expect(edited?.editedAt == Timestamp(milliseconds: 2))
    }

    @Test("if one file is refused, nothing is kept, and nothing is left over")
    func refused() async throws {
        let (good, bad) = (try scene.write("one", to: "a"), try scene.write("bad", to: "b"))
        await #expect(throws: NoPhoto(path: bad)) {
            try await scene.add("note", scene.files(good, bad))
        }
        #expect(try scene.names == [])
        #expect(try scene.folder.sqlite3("SELECT count(*) FROM note") == "0")
    }

    @Test("a note has at most 20 photos, and all together at most 2 GiB")
    func limits() async throws {
        let paths = try (0..<21).map { try scene.write("\($0)", to: "\($0)") }
        await #expect(throws: PhotoFailure.tooMany) {
            try await scene.add("note", scene.files(paths))
        }
        #expect(try scene.names == [])
        let note = try await scene.add("note", scene.files(Array(paths.prefix(20))))
        await #expect(throws: PhotoFailure.noteFull) {
            try await scene.store.edit(
                note.number, text: nil, adding: scene.files(paths[20]),
                at: Timestamp(milliseconds: 2), of: scene.key)
        }
        #expect(try scene.names.count == 20)
        _ = try scene.folder.sqlite3(
            """
            WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 102)
            INSERT INTO photo SELECT printf('%064x', i), 'png', 1, 1, 20971520 FROM n
            """)
        await #expect(throws: PhotoFailure.noRoom) {
            try await scene.add("note", scene.files(paths[20]))
        }
        #expect(try scene.names.count == 20)
    }

    @Test("a store of before photos keeps its notes")
    func older() async throws {
        _ = try await scene.add("old")
        _ = try scene.folder.sqlite3(
            """
            DROP TABLE note_photo; DROP TABLE photo; DROP TABLE sample; DROP TABLE site;
            ALTER TABLE vehicle DROP COLUMN measurements; PRAGMA user_version = 3
            """)
        let store = try FleetStore(path: scene.folder.file)
        let notes = try store.snapshot { try $0.notes(of: scene.key) }
        #expect(notes.map(\.text) == ["old"] && notes[0].photos.isEmpty)
    }
}
