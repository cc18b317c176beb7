import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

@Suite("Every failure of the home is told, and nothing of it is overwritten", .slots)
struct HomeFailureTests {
    @Test("a home that cannot be written still allows reading, with a warning")
    func readOnly() async throws {
        let home = try FleetHome()
        try home.handOver(mode: 0o555)
        let list = try await home.runWithoutPrivileges(
            "list", "--source", "sim://demo", "--format", "json")
        list.succeeded()
        #expect(try await Tool.jq(".total", list.data) == ["120"])
        let named = try await home.runWithoutPrivileges("list", "--color", "red", "--limit", "1")
        named.succeeded()
        #expect(named.lines.count == 2)
        #expect(named.talk.contains("warning: nothing is kept: "))
        #expect(named.talk.contains("warning: the filter is not saved: "))
    }

    @Test("a snapshot in a home that cannot be written any more is shown")
    func readOnlySnapshot() async throws {
        let home = try FleetHome()
        let server = try FeedServer { _, _ in .text(Feeds.vehicles("A", "B")) }
        let address = server.address()
        try await home.run("refresh", "--source", address).succeeded()
        try home.handOver(mode: 0o555)
        let list = try await home.runWithoutPrivileges(
            "list", "--source", address, "--offline", "--format", "json")
        list.succeeded()
        #expect(try await Tool.jq(".total", list.data) == ["2"])
        #expect(list.talk.hasPrefix("warning: nothing is kept: "))
    }

    @Test("a damaged store is told of, with the way to put it aside")
    func damaged() async throws {
        let home = try FleetHome()
        let garbage = [UInt8](repeating: 0x5A, count: 20_000)
        let path = try home.write(garbage, to: "fleet.sqlite")
        try await home.run("list").failed(
            74, "the store \(path) is damaged",
            "move it away: `mv \(path) \(path).bad`; feeds are read anew, favorites and notes are only there"
        )
        #expect(home.bytes(of: "fleet.sqlite") == garbage)
        try await home.shell("mv \(path) \(path).bad").succeeded()
        try await home.run("list").succeeded()
    }

    @Test(
        "a store that is damaged in its middle never crashes the program",
        arguments: [4_096, 8_192, 20_480])
    func damagedPages(offset: Int) async throws {
        let home = try FleetHome()
        try await home.run("refresh").succeeded()
        var bytes = home.bytes(of: "fleet.sqlite")
        try #require(bytes.count > offset + 4096)
        for index in offset..<offset + 4096 {
            bytes[index] = UInt8(truncatingIfNeeded: index &* 31)
        }
        try home.write(bytes, to: "fleet.sqlite")
        for arguments in [["list"], ["list", "--offline"], ["refresh"], ["detail", "A"]] {
            let run = try await home.run(arguments)
            #expect([0, 66, 74].contains(run.status), "\(run.talk)")
            if run.status == 74 { #expect(run.talkLines.last?.hasPrefix("hint: ") == true) }
        }
    }

    @Test("a home that is a file")
    func file() async throws {
        let home = try FleetHome()
        let file = try home.write("", to: "file")
        let list = try await home.run("list", "--limit", "1", environment: ["FLEET_HOME": file])
        #expect(
            list.status == 74 || (list.status == 0 && list.talk.hasPrefix("warning: ")),
            "\(list.talk)")
        let refused = try await home.run(
            "source", "add", "a", "sim://demo", environment: ["FLEET_HOME": file])
        #expect(refused.status == 74)
        #expect(refused.talkLines.count == 2)
        #expect(home.bytes(of: "file").isEmpty)
    }

    @Test(
        "a user without any home reads all the same, and is told that nothing is kept",
        .enabled(if: geteuid() == 0, "only root can become the user nobody"))
    func noHome() async throws {
        let home = try FleetHome()
        // The user nobody has a home in the user database that does not exist.
        let list = try await home.runWithoutPrivileges(
            "list", "--limit", "1", environment: ["FLEET_HOME": nil, "HOME": nil])
        #expect(list.succeeded().lines.count == 2)
        #expect(list.talk.hasPrefix("warning: nothing is kept: "))
    }

    @Test("the XDG folders are used where FLEET_HOME is not set")
    func folders() async throws {
        let home = try FleetHome()
        let environment: [String: String?] = [
            "FLEET_HOME": nil, "XDG_CONFIG_HOME": home.path + "/c",
            "XDG_DATA_HOME": home.path + "/d",
        ]
        try await home.run("list", "--color", "red", environment: environment).succeeded()
        #expect(!home.bytes(of: "c/fleet/preferences.json").isEmpty)
        #expect(!home.bytes(of: "d/fleet/fleet.sqlite").isEmpty)
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.path + "/user").isEmpty)
    }

    @Test("a clock that stopped at no time is a wrong use")
    func clock() async throws {
        try await FleetHome().run("list", environment: ["FLEET_NOW": "noon"]).failed(
            64, "FLEET_NOW is no time", "write it like 2026-01-31T12:00:00Z, or unset it")
    }
}
