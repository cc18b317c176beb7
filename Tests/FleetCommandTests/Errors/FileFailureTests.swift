import Foundation
import Testing

@Suite("Every failure of a file that is read is told", .slots)
struct FileFailureTests {
    @Test("a file that is not there")
    func missing() async throws {
        try await FleetHome().run("list", "--source", "/no/such/feed.json").failed(
            74, "/no/such/feed.json: there is no such file", "check the path")
    }

    @Test("a folder")
    func folder() async throws {
        let home = try FleetHome()
        try await home.run("list", "--source", home.path).failed(
            74, "\(home.path): it is a folder",
            "give the file in it that tells of the vehicles, such as gbfs.json")
    }

    @Test("an empty file")
    func empty() async throws {
        let home = try FleetHome()
        let path = try home.write("", to: "empty.json")
        try await home.run("list", "--source", path)
            .failed(65, "\(path): there is nothing in it", ServiceFailure.feed)
    }

    @Test("nothing on the standard input")
    func nothing() async throws {
        let list = try await FleetHome().run("list", "--source", "-")
        #expect(list.status == 65)
        #expect(list.talkLines.count == 2)
    }

    static let refused = try? FileManager.default
        .contentsOfDirectory(atPath: FleetHome.fixture("damaged/refused")).sorted()

    @Test("no damaged document crashes the program", arguments: refused ?? [])
    func damaged(name: String) async throws {
        let list = try await FleetHome()
            .run("list", "--source", FleetHome.fixture("damaged/refused/" + name))
        #expect(list.status == 65)
        #expect(list.talkLines.count == 2)
        #expect(list.data.isEmpty)
    }

    @Test("a file that others keep to themselves")
    func unreadable() async throws {
        let home = try FleetHome()
        let path = try home.write(Feeds.vehicles("A"), to: "feed.json")
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
        try await home.runWithoutPrivileges("list", "--source", path).failed(
            74, "\(path): it cannot be read (permission denied)", "check the file's permissions")
    }
}
