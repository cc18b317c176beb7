import FleetTestSupport
import Foundation
import POSIX
import SystemPackage
import Testing

@Suite("Atomic files")
struct AtomicFileTests {
    let scratch: TemporaryFolder
    let folder: OpenFolder

    init() throws {
        scratch = try TemporaryFolder()
        folder = try OpenFolder(FilePath(scratch.path))
    }

    var names: [String] { folder.entryNames.filter { $0 != "." && $0 != ".." } }

    /// Returns an incomplete file with the content `new`.
    func begin(_ name: String, temporary: String?) throws -> AtomicFile {
        let file = try AtomicFile(
            name, in: folder, temporary: temporary, permissions: .ownerReadWrite)
        try file.append(Array("new".utf8))
        return file
    }

    @Test(
        "The old file stays until the new one is complete, which leaves no other file",
        arguments: [nil, "temporary"])
    func replacement(temporary: String?) throws {
        try scratch.write("old", to: "a")
        let file = try begin("a", temporary: temporary)
        #expect(scratch.bytes(of: "a") == Array("old".utf8))
        try file.complete(durably: true)
        #expect(scratch.bytes(of: "a") == Array("new".utf8))
        #expect(names == ["a"])
    }

    @Test("An incomplete file is removed", arguments: [nil, "temporary"])
    func incomplete(temporary: String?) throws {
        _ = try begin("a", temporary: temporary)
        #expect(names == [])
    }

    @Test("A folder is not replaced, and no incomplete file stays", arguments: [nil, "temporary"])
    func isFolder(temporary: String?) throws {
        try FileManager.default.createDirectory(
            atPath: scratch.path + "/a", withIntermediateDirectories: false)
        let file = try begin("a", temporary: temporary)
        #expect(throws: Errno.isDirectory) { try file.complete(durably: false) }
        #expect(names == ["a"])
    }

    @Test("A taken temporary name is an error, and its file stays")
    func taken() throws {
        try scratch.write("other", to: "temporary")
        #expect(throws: Errno.fileExists) { try begin("a", temporary: "temporary") }
        #expect(names == ["temporary"])
    }

    #if os(Linux)
    @Test("Without a temporary name, an incomplete file has no name")
    func unnamed() throws {
        let file = try begin("a", temporary: nil)
        #expect(names == [])
        withExtendedLifetime(file) {}
    }
    #endif

    @Test("A link is replaced, and its target stays", arguments: [nil, "temporary"])
    func link(temporary: String?) throws {
        try scratch.write("old", to: "target")
        try FileManager.default.createSymbolicLink(
            atPath: scratch.path + "/a", withDestinationPath: "target")
        try begin("a", temporary: temporary).complete(durably: false)
        #expect(scratch.bytes(of: "target") == Array("old".utf8))
        #expect(try folder.status(of: "a").type == .regular)
    }

    @Test(
        "A full disk, an exceeded quota and a file that is too large count as a full disk",
        arguments: [ENOSPC, EDQUOT, EFBIG])
    func full(code: CInt) {
        #expect(Errno(rawValue: code).isDiskFull)
    }
}

@Suite("Paths")
struct PathTests {
    let scratch: TemporaryFolder

    init() throws {
        scratch = try TemporaryFolder()
        try scratch.write("", to: "file")
    }

    @Test("The slash at the end of a user's path requires a folder")
    func finalSlash() throws {
        #expect(FileSystem.exists(FilePath(argument: scratch.path + "/")))
        #expect(FileSystem.exists(FilePath(argument: scratch.path + "/file")))
        #expect(!FileSystem.exists(FilePath(argument: scratch.path + "/file/")))
        #expect(throws: Errno.notDirectory) {
            _ = try OpenFile(reading: FilePath(argument: scratch.path + "/file/"))
        }
    }

    @Test("Created folders are private, and existing ones are unchanged")
    func folders() throws {
        let path = FilePath(scratch.path + "/a/b")
        try FileSystem.createFolders(path)
        try FileSystem.createFolders(path)
        for folder in [path, path.removingLastComponent()] {
            #expect(try folder.stat().permissions == .ownerReadWriteExecute)
        }
        #expect(throws: Errno.notDirectory) {
            try FileSystem.createFolders(FilePath(scratch.path + "/file"))
        }
    }

    @Test("A file is read up to a limit")
    func limit() throws {
        try scratch.write("12345", to: "five")
        let path = FilePath(scratch.path + "/five")
        #expect(try OpenFile(reading: path).bytes(limit: 5) == Array("12345".utf8))
        #expect(try OpenFile(reading: path).bytes(limit: 4) == nil)
    }
}
