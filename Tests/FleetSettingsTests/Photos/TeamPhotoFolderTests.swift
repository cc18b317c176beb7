import FleetCore
import FleetSettings
import FleetTestSupport
import Foundation
import Testing

@Suite struct TeamPhotoFolderTests {
    private let folder: TemporaryFolder
    private let photos: TeamPhotoFolder

    init() throws {
        folder = try TemporaryFolder()
        photos = TeamPhotoFolder(path: folder.path + "/a/team-photos")
    }

    @Test("a file is written, replaced, read and removed, and leaves nothing else behind")
    func written() throws {
        #expect(photos.bytes(of: "o/1.jpg", limit: 10) == nil)
        try photos.write([1, 2], to: "o/1.jpg")
        try photos.write([3], to: "o/1.jpg")
        try photos.write([4], to: "p/1.jpg")
        #expect(photos.bytes(of: "o/1.jpg", limit: 10) == [3])
        #expect(photos.bytes(of: "o/1.jpg", limit: 0) == nil)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: photos.path + "/o") == ["1.jpg"])
        try photos.remove("o/1.jpg")
        try photos.remove("o/1.jpg")
        try photos.remove("nobody/1.jpg")
        #expect(photos.bytes(of: "o/1.jpg", limit: 10) == nil)
        #expect(photos.bytes(of: "p/1.jpg", limit: 10) == [4])
    }

    @Test("only the owner of the process can read files and folders")
    func permissions() throws {
        try photos.write([1], to: "o/1.jpg")
        for (path, mode) in [("", 0o700), ("/o", 0o700), ("/o/1.jpg", 0o600)] {
            let attributes = try FileManager.default.attributesOfItem(atPath: photos.path + path)
            #expect(attributes[.posixPermissions] as? Int == mode)
        }
    }

    @Test("links are not followed, and what is in the way is an error")
    func obstructed() throws {
        try photos.write([1], to: "o/1.jpg")
        try FileManager.default.createSymbolicLink(
            atPath: photos.path + "/p", withDestinationPath: photos.path + "/o")
        #expect(throws: PhotoError.self) { try photos.write([2], to: "p/1.jpg") }
        #expect(photos.bytes(of: "p/1.jpg", limit: 10) == nil)
        let other = TeamPhotoFolder(path: photos.path + "/o/1.jpg")
        #expect(throws: PhotoError.self) { try other.write([2], to: "o/1.jpg") }
    }

    @Test("what killed processes left behind is removed, and nothing else")
    func incomplete() throws {
        let names = [".fleet-old.tmp", ".fleet-new.tmp", "old.jpg"]
        for name in names { try photos.write([1], to: "o/" + name) }
        for name in names where !name.contains("new") {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1_000_000)],
                ofItemAtPath: photos.path + "/o/" + name)
        }
        photos.removeIncompleteFiles(before: Timestamp(seconds: 1_000_000))
        #expect(photos.bytes(of: "o/.fleet-old.tmp", limit: 10) == [1])
        photos.removeIncompleteFiles(before: Timestamp(seconds: 1_000_001))
        let left = try FileManager.default.contentsOfDirectory(atPath: photos.path + "/o")
        #expect(left.sorted() == [".fleet-new.tmp", "old.jpg"])
    }
}
