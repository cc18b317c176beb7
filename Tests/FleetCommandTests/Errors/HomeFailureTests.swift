import FleetTestSupport
import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

@Suite("Every failure of the home folder is reported and overwrites nothing", .slots)
struct HomeFailureTests {
    @Test("a read-only home still allows reading, with a warning")
    func readOnly() async throws {
        let home = try FleetHome()
        try home.transferOwnership(mode: 0o555)
        let list = try await home.runWithoutPrivileges(
            "list", "--source", "sim://demo", "--format", "json")
        list.succeeded()
        #expect(try await Tool.jq(".total", list.data) == ["120"])
        let filtered = try await home.runWithoutPrivileges("list", "--color", "red", "--limit", "1")
        filtered.succeeded()
        #expect(filtered.lines.count == 2)
        #expect(filtered.errorText.contains("warning: nothing is saved: "))
        #expect(filtered.errorText.contains("warning: could not save the filter: "))
    }

    @Test("a snapshot in a home that became read-only is shown")
    func readOnlySnapshot() async throws {
        let home = try FleetHome()
        let server = try TestServer { _, _ in .text(Feeds.vehicles("A", "B")) }
        let address = server.address()
        try await home.run("refresh", "--source", address).succeeded()
        try home.transferOwnership(mode: 0o555)
        let list = try await home.runWithoutPrivileges(
            "list", "--source", address, "--offline", "--format", "json")
        list.succeeded()
        #expect(try await Tool.jq(".total", list.data) == ["2"])
        #expect(list.errorText.hasPrefix("warning: nothing is saved: "))
    }

    @Test("a damaged store is reported with the command that moves it away")
    func damaged() async throws {
        let home = try FleetHome()
        let garbage = [UInt8](repeating: 0x5A, count: 20_000)
        let path = try home.write(garbage, to: "fleet.sqlite")
        try await home.run("list").failed(
            74, "the store \(path) is damaged",
            "move it away: `mv \(path) \(path).bad`; feeds are fetched again")
        #expect(home.bytes(of: "fleet.sqlite") == garbage)
        try await home.shell("mv \(path) \(path).bad").succeeded()
        try await home.run("list").succeeded()
    }

    @Test("damaged favorites and notes fail the commands that need them, and no list without them")
    func damagedAnnotations() async throws {
        let home = try FleetHome()
        _ = try await home.run("list", "--source", "demo").succeeded()
        let garbage = [UInt8](repeating: 0x5A, count: 20_000)
        let path = try home.write(garbage, to: "team.sqlite")
        for command in [["list"], ["count"], ["refresh"], ["list", "--offline"]] {
            let outcome = try await home.run(command).succeeded()
            #expect(!outcome.errorText.contains("team.sqlite"))
        }
        for command in [["list", "--favorites"], ["favorite"], ["note"]] {
            try await home.run(command).failed(
                74, "the store \(path) is damaged",
                "move it away: `mv \(path) \(path).bad`; "
                    + "favorites, notes and people exist only in this file")
        }
        #expect(home.bytes(of: "team.sqlite") == garbage)
    }

    @Test("only commands that change favorites and notes create their file")
    func noAnnotations() async throws {
        let home = try FleetHome()
        for command in [
            ["list"], ["list", "--favorites"], ["favorite"], ["note"], ["user", "list"],
            ["source", "add", "s", "sim://?vehicles=3"], ["source", "remove", "s"],
        ] { try await home.run(command).succeeded() }
        #expect(try !home.files.contains { $0.hasPrefix("team") })
        let list = try await home.run(
            "list", "--source", "demo", "--format", "json", "--limit", "1")
        let id = try #require(list.succeeded().ids.first)
        try await home.run("favorite", "add", id, "--source", "demo").succeeded()
        #expect(try home.files.contains("team.sqlite"))
        try await home.run("user", "list").succeeded()
    }

    @Test(
        "a store with a damaged page never crashes the program",
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
            #expect([0, 66, 74].contains(run.status), "\(run.errorText)")
            if run.status == 74 { #expect(run.errorLines.last?.hasPrefix("hint: ") == true) }
        }
    }

    @Test("a file in place of the home folder is reported and not changed")
    func file() async throws {
        let home = try FleetHome()
        let file = try home.write("", to: "file")
        let list = try await home.run("list", "--limit", "1", environment: ["FLEET_HOME": file])
        #expect(
            list.status == 74 || (list.status == 0 && list.errorText.hasPrefix("warning: ")),
            "\(list.errorText)")
        let refused = try await home.run(
            "source", "add", "a", "sim://demo", environment: ["FLEET_HOME": file])
        #expect(refused.status == 74)
        #expect(refused.errorLines.count == 2)
        #expect(home.bytes(of: "file").isEmpty)
    }

    @Test("a lock that cannot be opened is named, not the file that it protects")
    func lock() async throws {
        let home = try FleetHome()
        let lock = home.path(of: "preferences.lock")
        try FileManager.default.createDirectory(
            atPath: lock, withIntermediateDirectories: false)
        try await home.run("source", "add", "s", "sim://demo").failed(
            74, "cannot write \(lock): Is a directory",
            "check its folder's permissions, or set FLEET_HOME to another folder")
    }

    @Test("a socket folder that others control costs only the socket")
    func socketFolder() async throws {
        let home = try FleetHome()
        let file = try home.write("", to: "run")
        let watch = try await home.run("watch", "--count", "1", "--format", "ndjson").succeeded()
        #expect(
            watch.errorText == "warning: other processes cannot reach this one: "
                + "the folder \(file) is not safe: it is not a folder\n")
        try await home.run("refresh").succeeded()
    }

    @Test("too few descriptors are an error with the true cause")
    func descriptors() async throws {
        let home = try FleetHome()
        for limit in [6, 20] {
            let list = try await home.shell("ulimit -n \(limit); exec fleet list")
            #expect(list.status == 74)
            let cause = /error: only \d+ more files can be opened, and fleet needs 32/
            #expect(list.errorLines.first?.wholeMatch(of: cause) != nil, "\(list.errorText)")
            #expect(
                list.errorLines.last
                    == "hint: raise the limit of open files, as with `ulimit -n 256`")
        }
        try await home.shell("ulimit -Sn 20; exec fleet list --limit 1").succeeded()
        // A thread that was started too early would stop some of these.
        let runs = "for run in $(seq 50); do (ulimit -n 6; exec fleet list) 2>&1; done"
        let lines = try await home.shell("\(runs) | sort | uniq -c").succeeded().lines
        #expect(lines.count == 2 && lines.allSatisfy { $0.hasPrefix("     50 ") }, "\(lines)")
    }

    #if os(Linux)
    @Test(
        "without /proc, commands end with an error, and --version and --help still work",
        .enabled(if: geteuid() == 0, "only root can make a mount namespace everywhere"))
    func processFiles() async throws {
        let home = try FleetHome()
        func outcome(of arguments: String) async throws -> Outcome {
            try await home.shell(
                "exec unshare --mount sh -c 'mount -t tmpfs none /proc && exec fleet \(arguments)'")
        }
        for command in ["list", "detail ABP-PHY --art none", "serve"] {
            try await outcome(of: command).failed(
                74, "/proc is not mounted, and fleet needs it",
                "mount it in this root: `mount -t proc proc /proc`")
        }
        #expect(try home.files == ["user"])
        #expect(try await outcome(of: "--version").succeeded().text.hasPrefix("fleet "))
        #expect(try await outcome(of: "list --help").succeeded().text.contains("USAGE: fleet list"))
    }
    #endif

    @Test("while nothing can be saved, the fleet is shown and the service is asked once")
    func unwritable() async throws {
        let home = try FleetHome()
        let environment = ["FLEET_HOME": nil, "XDG_DATA_HOME": "/proc/none"]
        let feed = #"{"ttl":3600,"data":{"bikes":[{"bike_id":"A"},{"bike_id":"B"}]}}"#
        let server = try TestServer { _, _ in .text(feed) }
        for _ in 0..<3 {
            let list = try await home.run(
                "list", "--source", server.address(), environment: environment)
            #expect(list.succeeded().lines.count == 3)
            #expect(list.errorText.hasPrefix("warning: nothing is saved: "))
        }
        #expect(server.requests.count == 1)
    }

    @Test(
        "without a home folder, reading works with a warning that nothing is saved",
        .enabled(if: geteuid() == 0, "only root can become the user nobody"))
    func noHome() async throws {
        let home = try FleetHome()
        // The home folder of the user nobody in the user database does not exist.
        let list = try await home.runWithoutPrivileges(
            "list", "--limit", "1", environment: ["FLEET_HOME": nil, "HOME": nil])
        #expect(list.succeeded().lines.count == 2)
        #expect(list.errorText.hasPrefix("warning: nothing is saved: "))
    }

    @Test("the XDG folders are used if FLEET_HOME is not set")
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

    @Test("an invalid FLEET_NOW is a usage error")
    func clock() async throws {
        try await FleetHome().run("list", environment: ["FLEET_NOW": "noon"]).failed(
            64, "FLEET_NOW is not a valid time", "write it like 2026-01-31T12:00:00Z, or unset it")
    }
}
