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
