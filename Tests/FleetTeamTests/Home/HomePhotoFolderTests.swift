import FleetCore
import FleetSettings
import FleetTestSupport
import Foundation
import Testing

@testable import FleetTeam

@Suite("Only files that a killed process left are removed from the photos of the command line")
struct HomePhotoFolderTests {
    let fixture: HomeFixture

    init() throws { fixture = try HomeFixture() }

    private func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: fixture.photosPath + "/" + name, withDestinationPath: target)
    }

    /// Writes entries for the cleanup, as a killed process leaves them.
    private func prepare(_ hashes: String...) throws {
        let owner = HomeOwner.local.uuid.text
        for hash in hashes {
            try fixture.sqlite3(
                "INSERT INTO photo_cleanup VALUES ('\(owner)', '\(hash)', 'jpeg', 1800000000000)")
        }
    }

    @Test("the next command removes the files that only an entry names, and incomplete ones")
    func cleared() async throws {
        let note = try await fixture.add("note", fixture.files(try fixture.write("one", to: "a")))
        let stored = note.photos[0]
        let (orphan, foreign) = (
            String(repeating: "a", count: 64), String(repeating: "b", count: 64)
        )
        for name in [orphan + ".jpg", foreign + ".jpg", ".fleet-x.tmp", "other.txt"] {
            try fixture.writePhoto("x", name)
        }
        try prepare(orphan, stored.hash)
        await fixture.opened().removeLeftoverPhotos()
        #expect(try fixture.names == [stored.fileName, foreign + ".jpg", "other.txt"].sorted())
        #expect(try fixture.text(of: fixture.photosPath + "/" + stored.fileName) == "one")
        #expect(try fixture.sqlite3("SELECT count(*) FROM photo_cleanup") == "0")
    }

    @Test("the files are left alone while another process is changing photos")
    func busy() async throws {
        _ = try await fixture.add("note", fixture.files(try fixture.write("one", to: "a")))
        let orphan = String(repeating: "a", count: 64)
        try fixture.writePhoto("x", orphan + ".jpg")
        try prepare(orphan)
        let left = try await fixture.annotations.photos.withLock {
            await fixture.opened().removeLeftoverPhotos()
            return try fixture.names
        }
        #expect(left.count == 2)
        await fixture.opened().removeLeftoverPhotos()
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
        #expect(try fixture.text(of: fixture.photosPath + "/" + name) == "two")
        try FileManager.default.removeItem(atPath: fixture.photosPath + "/" + name)
        try link(name, to: two)
        let photos = fixture.annotations.photos
        #expect(photos.bytes(of: note.photos[0]) == nil)
        #expect(photos.missing(among: note.photos) == [note.photos[0].hash])
        _ = try await fixture.annotations.removeNotes([note.number])
        #expect(try fixture.names.count == 1)
        #expect(try fixture.text(of: precious) == "precious" && fixture.text(of: two) == "two")
    }

    @Test("a photo folder that is a link is an error, and nothing is written through it")
    func folderIsLink() async throws {
        let outside = fixture.folder.path + "/outside"
        try FileManager.default.createDirectory(
            atPath: outside, withIntermediateDirectories: false)
        try FileManager.default.createDirectory(
            atPath: fixture.home.teamPhotosPath, withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(
            atPath: fixture.photosPath, withDestinationPath: outside)
        let error = PhotoError.unwritable(
            folder: fixture.home.teamPhotosPath, reason: "Not a directory")
        await #expect(throws: error) {
            try await fixture.add("note", fixture.files(try fixture.write("one", to: "a")))
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: outside) == [])
        #expect(try fixture.sqlite3("SELECT count(*) FROM note") == "0")
    }

    @Test("a folder with the name of a photo file is an error and stays")
    func folders() async throws {
        let one = try fixture.write("one", to: "a")
        _ = try await fixture.add("first", fixture.files(one))
        let path = fixture.photosPath + "/" + (try fixture.sha256("two")) + ".jpg"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        let two = try fixture.files(try fixture.write("two", to: "b"))
        await #expect(throws: PhotoError.self) { try await fixture.add("second", two) }
        #expect(FileManager.default.fileExists(atPath: path))
        #expect(try fixture.sqlite3("SELECT count(*) FROM note") == "1")
        try FileManager.default.removeItem(atPath: path)
        _ = try await fixture.add("second", two)
        #expect(try fixture.names.count == 2)
    }

    @Test("a photo whose file was modified by another program counts as missing")
    func changed() async throws {
        let note = try await fixture.add("note", fixture.files(try fixture.write("one", to: "a")))
        let photos = fixture.annotations.photos
        #expect(photos.missing(among: note.photos).isEmpty)
        try fixture.writePhoto("eno", note.photos[0].fileName)
        #expect(photos.bytes(of: note.photos[0]) == nil)
        try fixture.writePhoto("longer", note.photos[0].fileName)
        #expect(photos.missing(among: note.photos) == [note.photos[0].hash])
    }
}
