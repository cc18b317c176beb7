import FleetCore
import FleetStore
import Foundation
import Testing

@Suite("The folder of photos is cleared of what a killed process left, and of nothing else")
struct PhotoFolderTests {
    let scene: PhotoScene

    init() throws {
        scene = try PhotoScene()
    }

    private func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: scene.photosPath + "/" + name, withDestinationPath: target)
    }

    @Test("the next start removes the files that the marker names and no row does, then the marker")
    func cleared() async throws {
        let note = try await scene.add("note", scene.files(try scene.write("one", to: "a")))
        let kept = note.photos[0].fileName
        let orphan = String(repeating: "a", count: 64) + ".jpg"
        let foreign = String(repeating: "b", count: 64) + ".jpg"
        for name in [orphan, foreign, ".3.tmp", "other.txt"] {
            try scene.write("x", to: "photos/" + name)
        }
        try scene.write(
            "\(kept)\n\(orphan)\n../fleet.sqlite\nother.txt\n", to: "photos/unfinished")
        _ = try FleetStore(path: scene.folder.file)
        #expect(try scene.names == [kept, foreign, "other.txt"].sorted())
        #expect(try scene.text(of: "photos/" + kept) == "one")
        #expect(try scene.folder.sqlite3("SELECT count(*) FROM note") == "1")
    }

    @Test("while a process is at work on photos, a start leaves its files alone")
    func busy() async throws {
        _ = try await scene.add("note", scene.files(try scene.write("one", to: "a")))
        try scene.write("x", to: "photos/.0.tmp")
        try scene.write("", to: "photos/unfinished")
        let path = scene.folder.path + "/locks/photos.lock"
        let lock = try #require(try FileLock.tryAcquire(path))
        _ = try FleetStore(path: scene.folder.file)
        #expect(try scene.names.contains(".0.tmp"))
        lock.release()
        _ = try FleetStore(path: scene.folder.file)
        #expect(try scene.names.count == 1)
    }

    @Test("a link in the folder is never followed: it is replaced or removed, its target stays")
    func links() async throws {
        let precious = try scene.write("precious", to: "precious")
        _ = try await scene.add("first", scene.files(try scene.write("one", to: "a")))
        let two = try scene.write("two", to: "b")
        let name = try scene.sha256("two") + ".jpg"
        try link(name, to: precious)
        let note = try await scene.add("second", scene.files(two))
        #expect(try scene.text(of: "photos/" + name) == "two")
        try FileManager.default.removeItem(atPath: scene.photosPath + "/" + name)
        try link(name, to: two)
        let photos = try #require(scene.store.photos)
        #expect(photos.bytes(of: note.photos[0]) == nil)
        #expect(photos.missing(among: note.photos) == [note.photos[0].hash])
        _ = try await scene.store.removeNotes([note.number], of: scene.key)
        #expect(try scene.names.count == 1)
        try link(".0.tmp", to: precious)
        try link("unfinished", to: precious)
        _ = try FleetStore(path: scene.folder.file)
        #expect(try scene.names.count == 1)
        #expect(try scene.text(of: "precious") == "precious" && scene.text(of: "b") == "two")
    }

    @Test("a folder that is a link is refused, and nothing is written through it")
    func folderIsLink() async throws {
        let outside = scene.folder.path + "/outside"
        try FileManager.default.createDirectory(
            atPath: outside, withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(
            atPath: scene.photosPath, withDestinationPath: outside)
        let failure = PhotoFailure.unwritable(folder: scene.photosPath, why: "Not a directory")
        await #expect(throws: failure) {
            try await scene.add("note", scene.files(try scene.write("one", to: "a")))
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: outside) == [])
    }

    @Test("folders and pipes in the place of a file stay, and are told")
    func folders() async throws {
        let one = try scene.write("one", to: "a")
        _ = try await scene.add("first", scene.files(one))
        let name = try scene.sha256("two") + ".jpg"
        for name in [name, ".0.tmp"] {
            let path = scene.photosPath + "/" + name
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: false)
            await #expect(throws: PhotoFailure.self) {
                try await scene.add("second", scene.files(try scene.write("two", to: "b")))
            }
            #expect(FileManager.default.fileExists(atPath: path))
            try FileManager.default.removeItem(atPath: path)
        }
        #expect(try scene.names.count == 1)
    }

    @Test(
        "what stands in the marker's place and is no file is named, and stays; starts go on",
        arguments: [("unfinished", "mkfifo"), ("unfinished", "mkdir"), (".0.tmp", "mkfifo")])
    func foreign(name: String, tool: String) async throws {
        let one = try scene.write("one", to: "a")
        let note = try await scene.add("first", scene.files(one))
        let path = scene.photosPath + "/" + name
        let process = try Process.run(URL(filePath: "/usr/bin/env"), arguments: [tool, path])
        process.waitUntilExit()
        let store = try FleetStore(path: scene.folder.file)
        let failure = PhotoFailure.foreign(path: path)
        await #expect(throws: failure) {
            try await scene.add("second", scene.files(try scene.write("two", to: "b")))
        }
        #expect(failure.hint.contains("remove " + path) && failure.cause.contains(path))
        #expect(try scene.names == [note.photos[0].fileName, name].sorted())
        #expect(try scene.folder.sqlite3("SELECT count(*) FROM note") == "1")
        try FileManager.default.removeItem(atPath: path)
        let more = try scene.files(scene.folder.path + "/b")
        _ = try await scene.add("second", more)
        #expect(try scene.names.count == 2)
        _ = store
    }

    @Test("a photo whose file was changed behind the program's back is no photo any more")
    func changed() async throws {
        let note = try await scene.add("note", scene.files(try scene.write("one", to: "a")))
        let photos = try #require(scene.store.photos)
        #expect(photos.missing(among: note.photos).isEmpty)
        try scene.write("eno", to: "photos/" + note.photos[0].fileName)
        #expect(photos.bytes(of: note.photos[0]) == nil)
        try scene.write("longer", to: "photos/" + note.photos[0].fileName)
        #expect(photos.missing(among: note.photos) == [note.photos[0].hash])
    }
}
