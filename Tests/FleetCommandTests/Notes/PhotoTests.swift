import FleetTestSupport
import Foundation
import Testing

@Suite("Photos are stored with notes", .slots)
struct PhotoTests {
    @Test(
        "The format of a photo follows from its content, and its bytes are stored unchanged",
        arguments: ["JPEG", "PNG", "WEBP"])
    func formats(format: String) async throws {
        let photos = try await PhotoHome()
        let picture = try await PhotoHome.picture(format)
        let file = try photos.home.write(picture, to: "notes.txt")
        let added = try await photos.home.run("note", "add", "A-1", "x", "--photo", file)
        #expect(added.succeeded().errorText == "added note 1 about A-1, with 1 photo\n")
        let list = try await photos.home.run("note", "list", "--format", "json").succeeded()
        let photo = try await Tool.jq(
            ".notes[0].photos[0] | [.photo, .format, .width, .height, .bytes, .missing]", list.data)
        #expect(photo == ["[1,\"\(format.lowercased())\",40,30,\(picture.count),false]"])
        let path = try await Tool.jq(".notes[0].photos[0].path", list.data)[0]
        #expect(try [UInt8](Data(contentsOf: URL(filePath: path))) == picture)
        let sum = try await Tool.run("sha256sum", path).prefix(64)
        #expect(path.contains(PhotoHome.folder + "/" + String(decoding: sum, as: UTF8.self) + "."))
    }

    @Test("Photos are removed from a note by number or hash, without changing its text")
    func cycle() async throws {
        let photos = try await PhotoHome()
        let files = try (0..<3).map { try photos.photo($0) }
        try await photos.home.run(["note", "add", "A-1", "text", "--photo"] + files).succeeded()
        let hash = try await photos.sqlite("SELECT hash FROM note_photo WHERE number = 2")[0]
        let edited = try await photos.home.run(
            "note", "edit", "1", "--remove-photo", "1", String(hash.prefix(8)).uppercased())
        #expect(edited.succeeded().errorText == "changed note 1, with 1 photo\n")
        let text = try await photos.home.run("note").succeeded().lines
        #expect(text[1] == "    text" && text[2].hasPrefix("    photo 3: jpeg 40×30, "))
        let unknown = try await photos.home.run("note", "edit", "1", "--remove-photo", "1")
        unknown.failed(
            66, "note 1 has no photo 1",
            "run `fleet note list` to see the photos and their numbers")
        try await photos.home.run("note", "remove", "1").succeeded()
        #expect(photos.names == [])
    }

    @Test("A photo without its file is listed as missing, and its note stays")
    func missing() async throws {
        let photos = try await PhotoHome()
        try await photos.home.run("note", "add", "A-1", "text", "--photo", photos.photo(0))
            .succeeded()
        let path = PhotoHome.folder + "/" + photos.names[0]
        try FileManager.default.removeItem(atPath: photos.home.path + "/" + path)
        let list = try await photos.home.run("note").succeeded()
        #expect(list.text.hasSuffix(path + " (missing)\n"))
    }

    @Test("The next command for notes cleans up after a killed one")
    func cleared() async throws {
        let photos = try await PhotoHome()
        try await photos.home.run("note", "add", "A-1", "text", "--photo", photos.photo(0))
            .succeeded()
        let orphan = String(repeating: "0", count: 64)
        for name in [orphan + ".jpg", ".fleet-1.tmp"] {
            try photos.home.write("x", to: PhotoHome.folder + "/" + name)
        }
        _ = try await photos.sqlite(
            "INSERT INTO photo_cleanup SELECT owner, '\(orphan)', 'jpeg', 0 FROM photo")
        try await photos.home.run("note").succeeded()
        #expect(photos.names.count == 1 && photos.names[0] != orphan + ".jpg")
    }

    @Test("Notes and their photos are removed with the source, and the files of the photos, too")
    func removedSource() async throws {
        let photos = try await PhotoHome()
        try await photos.home.run("note", "add", "A-1", "text", "--photo", photos.photo(0))
            .succeeded()
        try await photos.home.run("source", "remove", "town").failed(
            64, "town has 1 note and 1 photo, which would be removed",
            "--yes removes them, --keep-notes keeps them")
        #expect(photos.names.count == 1)
        try await photos.home.run("source", "remove", "town", "--yes").succeeded()
        #expect(photos.names.isEmpty)
        #expect(try await photos.sqlite("SELECT count(*) FROM note_photo") == ["0"])
    }

    @Test("A photo that is added and removed concurrently stays with the notes that have it")
    func atOnce() async throws {
        let photos = try await PhotoHome()
        let add = ["note", "add", "A-1", "x", "--photo", try photos.photo(0)]
        try await photos.home.run(add).succeeded()
        var programs = try (0..<6).map { _ in try photos.home.start(add) }
        programs.append(try photos.home.start("note", "remove", "1"))
        for program in programs { await program.outcome().succeeded() }
        let notes = Set(try await photos.sqlite("SELECT number FROM note"))
        #expect(notes.count == 6 && photos.names.count == 1)
        try await photos.expectWhole(notes: notes)
        try await photos.home.run(["note", "remove"] + notes).succeeded()
        #expect(photos.names == [])
    }
}
