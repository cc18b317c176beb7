import FleetTestSupport
import Foundation
import Testing

@Suite("Every failure to read a file is reported", .slots)
struct FileFailureTests {
    @Test("a missing file is reported")
    func missing() async throws {
        try await FleetHome().run("list", "--source", "/no/such/feed.json").failed(
            74, "/no/such/feed.json: no such file", "check the path")
    }

    @Test("a folder is reported with a hint")
    func folder() async throws {
        let home = try FleetHome()
        try await home.run("list", "--source", home.path).failed(
            74, "\(home.path): this is a folder, not a file",
            "use a file in it that lists vehicles, such as gbfs.json")
    }

    @Test("an empty file is reported")
    func empty() async throws {
        let home = try FleetHome()
        let path = try home.write("", to: "empty.json")
        try await home.run("list", "--source", path)
            .failed(65, "\(path): the file is empty", ServiceFailure.feed)
    }

    @Test("empty standard input is reported")
    func emptyInput() async throws {
        let list = try await FleetHome().runProgram("list", "--source", "-")
        #expect(list.status == 65)
        #expect(list.errorLines.count == 2)
    }

    static let damagedFiles = try? FileManager.default
        .contentsOfDirectory(atPath: Project.fixture("damaged/refused")).sorted()
        // A feed of stations has no vehicles; its stations are listed instead.
        .filter { $0 != "stations.json" }

    @Test(
        "a damaged document is reported and never crashes the program",
        arguments: damagedFiles ?? [])
    func damaged(name: String) async throws {
        let list = try await FleetHome()
            .run("list", "--source", Project.fixture("damaged/refused/" + name))
        #expect(list.status == 65)
        #expect(list.errorLines.count == 2)
        #expect(list.data.isEmpty)
    }

    @Test("a file without read permission is reported")
    func unreadable() async throws {
        let home = try FleetHome()
        let path = try home.write(Feeds.vehicles("A"), to: "feed.json")
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
        try await home.runWithoutPrivileges("list", "--source", path).failed(
            74, "\(path): cannot read the file (permission denied)", "check the file's permissions")
    }
}
