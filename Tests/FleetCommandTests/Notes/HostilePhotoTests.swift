import FleetTestSupport
import Foundation
import Testing

@Suite("Hostile photos are refused with a reason and leave nothing behind", .slots)
struct HostilePhotoTests {
    private func expectRefusal(
        of path: String, _ status: Int32, _ cause: String, in photos: PhotoHome,
        _ location: SourceLocation = #_sourceLocation
    ) async throws {
        let good = try photos.photo(0)
        let outcome = try await photos.home.run("note", "add", "A-1", "x", "--photo", good, path)
        #expect(outcome.status == status, "\(outcome.errorText)", sourceLocation: location)
        #expect(
            outcome.errorText.hasPrefix("error: the photo \(path) \(cause)"),
            sourceLocation: location)
        #expect(outcome.errorLines.count == 2, sourceLocation: location)
        #expect(outcome.errorText.contains("\nhint: "), sourceLocation: location)
        #expect(photos.names == [], sourceLocation: location)
        #expect(try await photos.home.run("note").succeeded().text == "", sourceLocation: location)
    }

    @Test("Truncated, oversized, damaged and non-image files are refused")
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
        let file = try photos.home.write(huge, to: "huge.png")
        try await expectRefusal(
            of: file, 65, "is too large: 100000 × 100000 pixels\n", in: photos)
        try await expectRefusal(
            of: photos.home.write(Array(png.dropLast(20)), to: "cut.png"), 65, "is incomplete\n",
            in: photos)
        png[60] ^= 1
        try await expectRefusal(
            of: photos.home.write(png, to: "damaged.png"), 65, "is damaged: ", in: photos)
        try await expectRefusal(
            of: photos.home.write(Array(photos.picture.dropLast(2)), to: "cut.jpg"), 65,
            "is incomplete\n", in: photos)
        for (name, text) in [
            "page.jpg": "<!DOCTYPE html><html>", "drawing.png": "<svg xmlns='x'/>", "empty.jpg": "",
        ] {
            let file = try photos.home.write(text, to: name)
            try await expectRefusal(
                of: file, 65, "is not a JPEG, PNG or WebP picture\n", in: photos)
        }
    }

    @Test("Special files are not read, and regular files only up to 20 MiB")
    func files() async throws {
        let photos = try await PhotoHome()
        let path = photos.home.path
        _ = try await Tool.run("mkfifo", path + "/pipe.jpg")
        try FileManager.default.createSymbolicLink(
            atPath: path + "/zero.jpg", withDestinationPath: "/dev/zero")
        for file in ["/dev/zero"] + ["/pipe.jpg", "/zero.jpg", "/user"].map({ path + $0 }) {
            try await expectRefusal(of: file, 74, "is not a regular file\n", in: photos)
        }
        let large = path + "/large.jpg"
        _ = try await Tool.run("truncate", "-s", "25M", large)
        try await expectRefusal(of: large, 65, "is larger than 20 MiB\n", in: photos)
        let (good, none) = (try photos.photo(0), path + "/none.jpg")
        try await photos.home.run("note", "add", "A-1", "x", "--photo", good, none).failed(
            74, "cannot read the photo \(none): No such file or directory",
            "check the path and its permissions; put the text before --photo")
        #expect(photos.names == [])
        #expect(try await photos.home.run("note").succeeded().text == "")
    }

    @Test("More than 20 photos are a usage error, but duplicates count once")
    func number() async throws {
        let photos = try await PhotoHome()
        let paths = try (0..<21).map(photos.photo)
        let same = try photos.home.write(photos.picture + Array("0".utf8), to: "same.jpg")
        let cause = "a note can have at most 20 photos"
        try await photos.home.run(["note", "add", "A-1", "x", "--photo"] + paths)
            .failed(64, cause, "add some of them to another note")
        #expect(photos.names == [])
        let maximum = paths.prefix(20) + [paths[0], same]
        let added = try await photos.home.run(["note", "add", "A-1", "x", "--photo"] + maximum)
        #expect(added.succeeded().errorText == "added note 1 about A-1, with 20 photos\n")
        try await photos.home.run("note", "edit", "1", "--photo", same).succeeded()
        try await photos.home.run("note", "edit", "1", "--photo", paths[20]).failed(
            64, cause,
            "remove some with `fleet note edit N --remove-photo …`, or write another note")
        #expect(photos.names.count == 20)
    }

    @Test("Escape sequences in a path are printed escaped")
    func path() async throws {
        let outcome = try await PhotoHome().home.run(
            "note", "add", "A-1", "x", "--photo", "a\u{1B}[2J.jpg")
        outcome.failed(
            74, #"cannot read the photo a\u{1B}[2J.jpg: No such file or directory"#,
            "check the path and its permissions; put the text before --photo")
    }

    @Test("A symbolic link is followed, and its target is stored instead of the link")
    func link() async throws {
        let photos = try await PhotoHome()
        let link = photos.home.path(of: "link")
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: try photos.photo(0))
        try await photos.home.run("note", "add", "A-1", "x", "--photo", link).succeeded()
        try await photos.expectWhole(notes: ["1"])
        let file = photos.home.path + "/\(PhotoHome.folder)/" + photos.names[0]
        let type = try FileManager.default.attributesOfItem(atPath: file)[.type]
        #expect(type as? FileAttributeType == .typeRegular)
    }

    @Test("A file without read permission is refused with the system's error message")
    func unreadable() async throws {
        let photos = try await PhotoHome()
        try photos.photo(0)
        try photos.home.transferOwnership(mode: 0o700)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0], ofItemAtPath: photos.home.path + "/photo0.jpg")
        let outcome = try await photos.home.runWithoutPrivileges(
            "note", "add", "A-1", "x", "--photo", photos.home.path + "/photo0.jpg")
        outcome.failed(
            74, "cannot read the photo \(photos.home.path)/photo0.jpg: Permission denied",
            "check the path and its permissions; put the text before --photo")
    }

    @Test("On a full disk nothing is stored, and the next run finds nothing to clean up")
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
            "cannot write the photo folder \(photos.home.path)/team-photos: the disk is full",
            "free some disk space; the stored photos are unchanged")
        #expect(photos.names.count == 1)
        try await photos.expectWhole(notes: ["1"])
    }
}
