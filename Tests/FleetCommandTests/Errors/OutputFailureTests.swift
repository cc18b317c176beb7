import FleetTestSupport
import Foundation
import Testing

@Suite("Every output failure is reported and loses nothing", .slots)
struct OutputFailureTests {
    private static let full = "check the disk and the target of the redirection"

    @Test(
        "a full disk on standard output is reported",
        arguments: [
            "list --source '\(Feeds.frozen)'", "list --source '\(Feeds.frozen)' --format csv",
            "refresh", "detail A --source feed.json --art none",
            "detail A --source feed.json --qr -",
            "watch --count 1 --format ndjson", "source list", "filter", "--help",
        ])
    func fullOutput(command: String) async throws {
        let home = try FleetHome()
        try home.write(Feeds.vehicles("A"), to: "feed.json")
        let run = try await home.shell("fleet \(command) > /dev/full")
        run.failed(73, "cannot write the output: No space left on device", Self.full)
    }

    @Test(
        "a closed pipe ends a list quietly in every format",
        arguments: ["table", "ndjson", "csv", "gbfs"])
    func closedPipe(format: String) async throws {
        let home = try FleetHome()
        let line =
            "(fleet list --source 'sim://?vehicles=5000' --format \(format) 2>errors; "
            + "echo $? >status) | head -1 >/dev/null"
        try await home.shell(line).succeeded()
        #expect(home.text(of: "status") == "0\n")
        #expect(!home.text(of: "errors").contains("error"))
    }

    @Test(
        "two outputs onto one file are refused, also through a link, and nothing is written",
        arguments: [
            (["detail", "A", "--qr", "@/a.png", "--picture", "@/./a.png"], "--qr and --picture"),
            (["detail", "A", "--qr", "@/link.png", "--report", "@/a.png"], "--qr and --report"),
            (
                ["labels", "--out", "@/a.pdf", "--report", "@/folder/../a.pdf"],
                "--out and --report"
            ),
            (
                ["labels", "--out", "@/folder/", "--report", "@/folder/index.csv"],
                "--out and --report"
            ),
            (
                ["labels", "--ids", "@/feed.json", "--out", "@/b.pdf", "--report", "@/feed.json"],
                "--ids and --report"
            ),
        ])
    func sameFile(arguments: [String], options: String) async throws {
        let home = try FleetHome()
        let feed = try home.write(Feeds.vehicles("A"), to: "feed.json")
        for name in ["a.png", "a.pdf"] { try home.write("old", to: name) }
        let files = FileManager.default
        try files.createSymbolicLink(
            atPath: home.path + "/link.png", withDestinationPath: "a.png")
        try files.createDirectory(
            atPath: home.path + "/folder", withIntermediateDirectories: false)
        let source = arguments.contains("--ids") ? [] : ["--source", feed]
        let paths = arguments.map { $0.replacing("@", with: home.path, maxReplacements: 1) }
        try await home.run(paths + source).failed(
            64, "\(options) are the same file", "use different files")
        #expect(home.text(of: "a.png") == "old" && home.text(of: "a.pdf") == "old")
        #expect(home.text(of: "feed.json") == Feeds.vehicles("A"))
    }

    @Test("an output that replaces a file keeps its mode and the link to it")
    func keptMode() async throws {
        let home = try FleetHome()
        let feed = try home.write(Feeds.vehicles("A"), to: "feed.json")
        try home.write("old", to: "a.png")
        let files = FileManager.default
        try files.setAttributes(
            [.posixPermissions: 0o640], ofItemAtPath: home.path + "/a.png")
        try files.createSymbolicLink(
            atPath: home.path + "/link.png", withDestinationPath: "a.png")
        let link = home.path + "/link.png"
        try await home.run("detail", "A", "--source", feed, "--qr", link).succeeded()
        #expect(home.bytes(of: "a.png").starts(with: [0x89, 0x50, 0x4E, 0x47]))
        let mode = try files.attributesOfItem(atPath: home.path + "/a.png")[.posixPermissions]
        #expect(mode as? Int == 0o640)
        #expect(
            try files.destinationOfSymbolicLink(atPath: home.path + "/link.png") == "a.png")
    }

    @Test("an image in a missing folder is reported", arguments: ["no/such/a.png", "/proc/a.png"])
    func missingFolder(path: String) async throws {
        let home = try FleetHome()
        try home.write(Feeds.vehicles("A"), to: "feed.json")
        let detail = try await home.run("detail", "A", "--source", "feed.json", "--qr", path)
        detail.failed(
            73, "cannot write \(path): No such file or directory",
            "check the folder, its permissions and the disk")
        #expect(detail.data.isEmpty)
    }

    @Test("an image in a folder without write permission is reported")
    func readOnlyFolder() async throws {
        let home = try FleetHome()
        let source = try home.write(Feeds.vehicles("A"), to: "feed.json")
        try FileManager.default.createDirectory(
            atPath: home.path + "/closed", withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o555])
        try home.transferOwnership(mode: 0o755)
        let image = home.path + "/closed/a.png"
        try await home.runWithoutPrivileges("detail", "A", "--source", source, "--qr", image)
            .failed(
                73, "cannot write \(image): Permission denied",
                "check the folder, its permissions and the disk")
    }

    @Test(
        "a disk that is too full for an image leaves the old one",
        .disabled(if: Sanitizer.isThreadSanitizerActive, "the sanitizer itself needs large files"))
    func fullDisk() async throws {
        let home = try FleetHome()
        try home.write(Feeds.vehicles("A"), to: "feed.json")
        try home.write("old", to: "a.png")
        let before = try home.files
        let detail = try await home.shell(
            "ulimit -f 0; exec fleet detail A --source feed.json --qr a.png")
        detail.failed(
            73, "cannot write a.png: File too large",
            "check the folder, its permissions and the disk")
        #expect(home.text(of: "a.png") == "old")
        #expect(try home.files == before)
    }

    @Test(
        "a disk that is too full for a snapshot leaves the stored one",
        .disabled(if: Sanitizer.isThreadSanitizerActive, "the sanitizer itself needs large files"))
    func fullDiskForStore() async throws {
        let home = try FleetHome()
        let server = try TestServer { number, _ in
            .text(Feeds.vehicles((0..<(number == 1 ? 3 : 20_000)).map { "V\($0)" }))
        }
        let address = server.address()
        try await home.run("refresh", "--source", address).succeeded()
        try await home.ageRequests()
        let refresh = try await home.shell("ulimit -f 512; exec fleet refresh --source \(address)")
        #expect(refresh.status == 74)
        #expect(refresh.errorLines.first?.contains("the disk is full") == true)
        #expect(refresh.errorLines.last?.hasPrefix("hint: ") == true)
        let list = try await home.run("list", "--source", address, "--offline", "--format", "json")
            .succeeded()
        #expect(list.ids == ["V0", "V1", "V2"])
    }
}
