import Foundation
import Testing

@Suite("Every failure of the output is told, and loses nothing", .slots)
struct OutputFailureTests {
    private static let full = "check the disk, and where the output is redirected to"

    @Test(
        "a full disk behind the standard output",
        arguments: [
            "list --source '\(Feeds.still)'", "list --source '\(Feeds.still)' --format csv",
            "refresh", "detail A --source feed.json --art none",
            "detail A --source feed.json --qr -",
            "watch --count 1 --format ndjson", "source list", "filter", "--help",
        ])
    func fullOutput(command: String) async throws {
        let home = try FleetHome()
        try home.write(Feeds.vehicles("A"), to: "feed.json")
        let run = try await home.shell("fleet \(command) > /dev/full")
        run.failed(73, "the output cannot be written: No space left on device", Self.full)
    }

    @Test(
        "a closed pipe ends every command quietly", arguments: ["table", "ndjson", "csv", "gbfs"])
    func closedPipe(format: String) async throws {
        let home = try FleetHome()
        let line =
            "(fleet list --source 'sim://?vehicles=5000' --format \(format) 2>talk; "
            + "echo $? >status) | head -1 >/dev/null"
        try await home.shell(line).succeeded()
        #expect(home.text(of: "status") == "0\n")
        #expect(!home.text(of: "talk").contains("error"))
    }

    @Test("an image whose folder is not there", arguments: ["no/such/a.png", "/proc/a.png"])
    func noFolder(path: String) async throws {
        let home = try FleetHome()
        try home.write(Feeds.vehicles("A"), to: "feed.json")
        let detail = try await home.run("detail", "A", "--source", "feed.json", "--qr", path)
        detail.failed(
            73, "\(path) cannot be written: No such file or directory",
            "check the folder, its permissions and the disk")
        #expect(detail.data.isEmpty)
    }

    @Test("an image in a folder that is closed")
    func closedFolder() async throws {
        let home = try FleetHome()
        let source = try home.write(Feeds.vehicles("A"), to: "feed.json")
        try FileManager.default.createDirectory(
            atPath: home.path + "/closed", withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o555])
        try home.handOver(mode: 0o755)
        let image = home.path + "/closed/a.png"
        try await home.runWithoutPrivileges("detail", "A", "--source", source, "--qr", image)
            .failed(
                73, "\(image) cannot be written: Permission denied",
                "check the folder, its permissions and the disk")
    }

    @Test(
        "a disk without room for an image leaves the one that was there",
        .disabled(if: Sanitizer.isOfThreads, "the sanitizer needs large files itself"))
    func noRoom() async throws {
        let home = try FleetHome()
        try home.write(Feeds.vehicles("A"), to: "feed.json")
        try home.write("old", to: "a.png")
        let before = try home.files
        let detail = try await home.shell(
            "ulimit -f 0; exec fleet detail A --source feed.json --qr a.png")
        detail.failed(
            73, "a.png cannot be written: File too large",
            "check the folder, its permissions and the disk")
        #expect(home.text(of: "a.png") == "old")
        #expect(try home.files == before)
    }

    @Test(
        "a disk without room for the store keeps what was stored",
        .disabled(if: Sanitizer.isOfThreads, "the sanitizer needs large files itself"))
    func noRoomForStore() async throws {
        let home = try FleetHome()
        let server = try FeedServer { number, _ in
            .text(Feeds.vehicles((0..<(number == 1 ? 3 : 20_000)).map { "V\($0)" }))
        }
        let address = server.address()
        try await home.run("refresh", "--source", address).succeeded()
        try await home.age()
        let refresh = try await home.shell("ulimit -f 512; exec fleet refresh --source \(address)")
        #expect(refresh.status == 74)
        #expect(refresh.talkLines.first?.contains("the disk is full") == true)
        #expect(refresh.talkLines.last?.hasPrefix("hint: ") == true)
        let list = try await home.run("list", "--source", address, "--offline", "--format", "json")
            .succeeded()
        #expect(list.codes == ["V0", "V1", "V2"])
    }
}
