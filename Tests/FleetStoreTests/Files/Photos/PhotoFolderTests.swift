import FleetCore
import FleetStore
import Foundation
import POSIX
import Testing

@Suite("Only files that a killed process left are removed from the photo folder")
struct PhotoFolderTests {
    let fixture: PhotoFixture

    init() throws {
        fixture = try PhotoFixture()
    }

    private func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: fixture.photosPath + "/" + name, withDestinationPath: target)
    }

    @Test("the next start removes the files that only the marker names, then the marker")
    func cleared() async throws {
        let note = try await fixture.add("note", fixture.files(try fixture.write("one", to: "a")))
        let stored = note.photos[0].fileName
        let orphan = String(repeating: "a", count: 64) + ".jpg"
        let foreign = String(repeating: "b", count: 64) + ".jpg"
        for name in [orphan, foreign, ".3.tmp", "other.txt"] {
            try fixture.write("x", to: "photos/" + name)
        }
        try fixture.write(
            "\(stored)\n\(orphan)\n../fleet.sqlite\nother.txt\n", to: "photos/unfinished")
        _ = try FleetStore(path: fixture.folder.file)
        #expect(try fixture.names == [stored, foreign, "other.txt"].sorted())
        #expect(try fixture.text(of: "photos/" + stored) == "one")
        #expect(try fixture.folder.sqlite3("SELECT count(*) FROM note") == "1")
    }

    @Test("a start leaves the files alone while another process is changing photos")
    func busy() async throws {
        _ = try await fixture.add("note", fixture.files(try fixture.write("one", to: "a")))
        try fixture.write("x", to: "photos/.0.tmp")
        try fixture.write("", to: "photos/unfinished")
        let path = fixture.folder.path + "/locks/photos.lock"
        let lock = try #require(try FileLock.tryAcquire(path))
        _ = try FleetStore(path: fixture.folder.file)
        #expect(try fixture.names.contains(".0.tmp"))
        lock.release()
        _ = try FleetStore(path: fixture.folder.file)
        #expect(try fixture.names.count == 1)
    }

    @Test("a link in the folder is never followed: it is replaced or removed, and its target stays")
    func links() async throws {
        let precious = try fixture.write("precious", to: "precious")
        _ = try await fixture.add("first", fixture.files(try fixture.write("one", to: "a")))
        let two = try fixture.write("two", to: "b")
        let name = try fixture.sha256("two") + ".jpg"
        try link(name, to: precious)
        let note = try await fixture.add("second", fixture.files(two))
        #expect(try fixture.text(of: "photos/" + name) == "two")
        try FileManager.default.removeItem(atPath: fixture.photosPath + "/" + name)
        try link(name, to: two)
        let photos = try #require(fixture.store.annotations.photos)
        #expect(photos.bytes(of: note.photos[0]) == nil)
        #expect(photos.missing(among: note.photos) == [note.photos[0].hash])
        _ = try await fixture.store.annotations.removeNotes([note.number], of: fixture.key)
        #expect(try fixture.names.count == 1)
        try link(".0.tmp", to: precious)
        try link("unfinished", to: precious)
        _ = try FleetStore(path: fixture.folder.file)
        #expect(try fixture.names.count == 1)
        #expect(try fixture.text(of: "precious") == "precious" && fixture.text(of: "b") == "two")
    }

    @Test("a photo folder that is a link is an error, and nothing is written through it")
    func folderIsLink() async throws {
        let outside = fixture.folder.path + "/outside"
        try FileManager.default.createDirectory(
            atPath: outside, withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(
            atPath: fixture.photosPath, withDestinationPath: outside)
        let error = PhotoError.unwritable(folder: fixture.photosPath, reason: "Not a directory")
        await #expect(throws: error) {
            try await fixture.add("note", fixture.files(try fixture.write("one", to: "a")))
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: outside) == [])
    }

    @Test("a folder with the name of a photo file is an error and stays")
    func folders() async throws {
        let one = try fixture.write("one", to: "a")
        _ = try await fixture.add("first", fixture.files(one))
        let name = try fixture.sha256("two") + ".jpg"
        for name in [name, ".0.tmp"] {
            let path = fixture.photosPath + "/" + name
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: false)
            await #expect(throws: PhotoError.self) {
                try await fixture.add("second", fixture.files(try fixture.write("two", to: "b")))
            }
            #expect(FileManager.default.fileExists(atPath: path))
            try FileManager.default.removeItem(atPath: path)
        }
        #expect(try fixture.names.count == 1)
    }

    @Test(
        "an entry that obstructs a file is named and stays, and does not fail a start",
        arguments: [("unfinished", "mkfifo"), ("unfinished", "mkdir"), (".0.tmp", "mkfifo")])
    func obstructed(name: String, tool: String) async throws {
        let one = try fixture.write("one", to: "a")
        let note = try await fixture.add("first", fixture.files(one))
        let path = fixture.photosPath + "/" + name
        let process = try Process.run(URL(filePath: "/usr/bin/env"), arguments: [tool, path])
        process.waitUntilExit()
        let store = try FleetStore(path: fixture.folder.file)
        let error = PhotoError.obstructed(path: path)
        await #expect(throws: error) {
            try await fixture.add("second", fixture.files(try fixture.write("two", to: "b")))
        }
        #expect(error.hint.contains("remove " + path) && error.cause.contains(path))
        #expect(try fixture.names == [note.photos[0].fileName, name].sorted())
        #expect(try fixture.folder.sqlite3("SELECT count(*) FROM note") == "1")
        try FileManager.default.removeItem(atPath: path)
        let more = try fixture.files(fixture.folder.path + "/b")
        _ = try await fixture.add("second", more)
        #expect(try fixture.names.count == 2)
        _ = store
    }

    @Test("a photo whose file was modified by another program counts as missing")
    func changed() async throws {
        let note = try await fixture.add("note", fixture.files(try fixture.write("one", to: "a")))
        let photos = try #require(fixture.store.annotations.photos)
        #expect(photos.missing(among: note.photos).isEmpty)
        try fixture.write("eno", to: "photos/" + note.photos[0].fileName)
        #expect(photos.bytes(of: note.photos[0]) == nil)
        try fixture.write("longer", to: "photos/" + note.photos[0].fileName)
        #expect(photos.missing(among: note.photos) == [note.photos[0].hash])
    }
}
