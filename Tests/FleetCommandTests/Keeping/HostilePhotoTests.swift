import Foundation
import Testing

@Suite("Hostile photos are refused with the reason, and leave nothing", .slots)
struct HostilePhotoTests {
    private func expectRefusal(
        of path: String, _ status: Int32, _ cause: String, in photos: PhotoHome,
        _ location: SourceLocation = #_sourceLocation
    ) async throws {
        let good = try photos.photo(0)
        let outcome = try await photos.home.run("note", "add", "A-1", "x", "--photo", good, path)
        #expect(outcome.status == status, "\(outcome.talk)", sourceLocation: location)
        #expect(
            outcome.talk.hasPrefix("error: the photo \(path) \(cause)"), sourceLocation: location)
        #expect(outcome.talkLines.count == 2, sourceLocation: location)
        #expect(outcome.talk.contains("\nhint: "), sourceLocation: location)
        #expect(photos.names == [], sourceLocation: location)
        #expect(try await photos.home.run("note").succeeded().text == "", sourceLocation: location)
    }

    @Test("what is no picture, cut off, too large or damaged is not kept")
    func contents() async throws {
        let photos = try await PhotoHome()
        var png = try await PhotoHome.picture("PNG")
        let script = """
            import sys, struct, zlib
            png = bytearray(sys.stdin.buffer.read())
            png[16:24] = struct.pack(">II", 100000, 100000)
            png[29:33] = struct.pack(">I", zlib.crc32(png[12:29]))
            sys.stdout.buffer.write(png)
            """
        let huge = try await Tool.run(Tool.python, "-c", script, input: png)
        try photos.home.write(huge, to: "huge.png")
        try await expectRefusal(
            of: "huge.png", 65, "is too large: 100000 × 100000 pixels\n", in: photos)
        try photos.home.write(Array(png.dropLast(20)), to: "cut.png")
        try await expectRefusal(of: "cut.png", 65, "is cut off\n", in: photos)
        png[60] ^= 1
        try photos.home.write(png, to: "damaged.png")
        try await expectRefusal(of: "damaged.png", 65, "is damaged: ", in: photos)
        try photos.home.write(Array(photos.picture.dropLast(2)), to: "cut.jpg")
        try await expectRefusal(of: "cut.jpg", 65, "is cut off\n", in: photos)
        for (name, text) in [
            "page.jpg": "<!DOCTYPE html><html>", "drawing.png": "<svg xmlns='x'/>", "empty.jpg": "",
        ] {
            try photos.home.write(text, to: name)
            try await expectRefusal(
                of: name, 65, "is no JPEG, PNG or WebP picture\n", in: photos)
        }
    }

    @Test("what is no file is not read, and a file never beyond 20 MiB")
    func files() async throws {
        let photos = try await PhotoHome()
        let path = photos.home.path
        _ = try await Tool.run("mkfifo", path + "/pipe.jpg")
        try FileManager.default.createSymbolicLink(
            atPath: path + "/zero.jpg", withDestinationPath: "/dev/zero")
        for name in ["pipe.jpg", "zero.jpg", "/dev/zero", "user"] {
            try await expectRefusal(of: name, 74, "is no file\n", in: photos)
        }
        _ = try await Tool.run("truncate", "-s", "25M", path + "/large.jpg")
        try await expectRefusal(of: "large.jpg", 65, "is larger than 20 MiB\n", in: photos)
        try await expectRefusal(
            of: "none.jpg", 74, "cannot be read: No such file or directory\n", in: photos)
    }

    @Test("more than 20 photos are wrong usage, but the same one counts once")
    func number() async throws {
        let photos = try await PhotoHome()
        let paths = try (0..<21).map(photos.photo)
        let same = try photos.home.write(photos.picture + Array("0".utf8), to: "same.jpg")
        let cause = "a note has at most 20 photos"
        try await photos.home.run(["note", "add", "A-1", "x", "--photo"] + paths)
            .failed(64, cause, "give some of them to another note")
        #expect(photos.names == [])
        let most = paths.prefix(20) + ["photo0.jpg", same]
        let added = try await photos.home.run(["note", "add", "A-1", "x", "--photo"] + most)
        #expect(added.succeeded().talk == "note 1 about A-1, with 20 photos\n")
        try await photos.home.run("note", "edit", "1", "--photo", same).succeeded()
        try await photos.home.run("note", "edit", "1", "--photo", paths[20]).failed(
            64, cause,
            "remove some with `fleet note edit N --remove-photo …`, or write another note")
        #expect(photos.names.count == 20)
    }

    @Test("escape sequences in a path are shown as escapes")
    func path() async throws {
        let outcome = try await PhotoHome().home.run(
            "note", "add", "A-1", "x", "--photo", "a\u{1B}[2J.jpg")
        outcome.failed(
            74, #"the photo a\u{1B}[2J.jpg cannot be read: No such file or directory"#,
            "check the path and its permissions; a text comes before --photo")
    }

    @Test("a link that a person names is followed: the content is kept, not the link")
    func link() async throws {
        let photos = try await PhotoHome()
        try FileManager.default.createSymbolicLink(
            atPath: photos.home.path + "/link", withDestinationPath: try photos.photo(0))
        try await photos.home.run("note", "add", "A-1", "x", "--photo", "link").succeeded()
        try await photos.expectWhole(notes: ["1"])
        let file = photos.home.path + "/photos/" + photos.names[0]
        let type = try FileManager.default.attributesOfItem(atPath: file)[.type]
        #expect(type as? FileAttributeType == .typeRegular)
    }

    @Test("a file that may not be read is refused with the system's words")
    func unreadable() async throws {
        let photos = try await PhotoHome()
        try photos.photo(0)
        try photos.home.handOver(mode: 0o700)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0], ofItemAtPath: photos.home.path + "/photo0.jpg")
        let outcome = try await photos.home.runWithoutPrivileges(
            "note", "add", "A-1", "x", "--photo", photos.home.path + "/photo0.jpg")
        outcome.failed(
            74, "the photo \(photos.home.path)/photo0.jpg cannot be read: Permission denied",
            "check the path and its permissions; a text comes before --photo")
    }

    @Test("on a full disk nothing is kept, and the next start finds nothing to clear")
    func full() async throws {
        let photos = try await PhotoHome()
        try await photos.home.run("note", "add", "B-2", "first", "--photo", photos.photo(0))
            .succeeded()
        let large = try await PhotoHome.picture("PNG", size: "(1000, 1000)")
        try photos.home.write(large, to: "large.png")
        let outcome = try await photos.home.shell(
            "ulimit -f 1000; fleet note add A-1 x --photo photo0.jpg large.png")
        outcome.failed(
            74,
            "the folder of the photos \(photos.home.path)/photos cannot be written: the disk is full",
            "make room on the disk; what was kept is as it was")
        #expect(photos.names.count == 1)
        try await photos.expectWhole(notes: ["1"])
    }
}
