import FleetTestSupport
import Foundation
import Testing

@Suite("A program for alerts is checked before the watch starts", .slots)
struct NotifyStartTests {
    private func expectFailure(
        _ program: String, in home: FleetHome, _ cause: String, _ hint: String
    ) async throws {
        let watch = try await home.run(
            "watch", "--source", "sim://demo", "--count", "1", "--notify", program)
        watch.failed(64, "cannot run `\(program)` for --notify: \(cause)", hint)
        #expect(watch.text.isEmpty)
    }

    /// Writes a program; returns its path.
    private func program(_ text: String, mode: Int = 0o755, in home: FleetHome) throws -> String {
        try home.write(text, to: "page.sh")
        let path = home.path(of: "page.sh")
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        return path
    }

    @Test("a program that no folder of PATH has is refused, also with --test")
    func unknownName() async throws {
        let home = try FleetHome()
        let hint =
            "check the spelling; a program elsewhere needs its path, such as ./no-such-program"
        try await expectFailure(
            "no-such-program", in: home, "no folder of PATH has this program", hint)
        try await home.run("watch", "--notify", "no-such-program --token hush", "--test").failed(
            64, "cannot run `no-such-program` for --notify: no folder of PATH has this program",
            hint)
    }

    @Test("a missing file and a folder are refused")
    func noFile() async throws {
        let home = try FleetHome()
        let hint = "check the path; it is relative to the current folder unless it starts with /"
        try await expectFailure(home.path(of: "none"), in: home, "no such file", hint)
        try await expectFailure("/usr/", in: home, "it is a folder", hint)
    }

    @Test("a file that is not executable is refused with the command that makes it so")
    func notExecutable() async throws {
        let home = try FleetHome()
        let path = try program("#!/bin/sh\n", mode: 0o644, in: home)
        try await expectFailure(path, in: home, "it is not executable", "run `chmod +x \(path)`")
    }

    @Test(
        "a script whose first line names no interpreter that can run is refused",
        arguments: [
            (
                "echo hello\n", "it is neither a program nor a script",
                "begin a script with a line that names its interpreter, such as #!/bin/sh"
            ),
            (
                "", "it is neither a program nor a script",
                "begin a script with a line that names its interpreter, such as #!/bin/sh"
            ),
            (
                "#!/no/such -x\n",
                "its interpreter '/no/such' cannot run: No such file or directory",
                "correct the script's first line"
            ),
            (
                "#!/bin/sh\r\n", "its first line ends with a carriage return",
                "save the script with Unix line endings"
            ),
        ])
    func notRunnable(text: String, cause: String, hint: String) async throws {
        let home = try FleetHome()
        try await expectFailure(try program(text, in: home), in: home, cause, hint)
    }

    @Test("a script with an interpreter and options, and a program of PATH, are accepted")
    func runnable() async throws {
        let home = try FleetHome()
        let path = try program("#! /bin/sh -e\ncat\n", in: home)
        for program in [path, "sh -c cat"] {
            try await home.run(
                "watch", "--source", "sim://demo", "--count", "1", "--format", "ndjson",
                "--notify", program
            ).succeeded()
        }
    }
}

@Suite("Undelivered alerts are the end of a watch with status 69", .slots)
struct NotifyLossTests {
    private static let smoke =
        "sim://?vehicles=100&now=2026-02-01T14:20:00Z&min_interval=0.05&max_interval=0.05"

    @Test("a failed delivery is warned about, counted at the end and sets the status")
    func failed() async throws {
        let watch = try await FleetHome().run(
            "watch", "--source", Self.smoke, "--count", "3", "--format", "ndjson", "--notify",
            "sh -c 'cat; exit 1'")
        #expect(watch.status == 69)
        #expect(try watch.objects().filter { $0.string("state") == "live" }.count == 3)
        #expect(
            watch.errorLines.suffix(2) == [
                "error: 1 alert was not delivered to `sh`", NotifyFixture.lossHint,
            ])
        #expect(watch.errorLines.first?.hasPrefix("warning: ") == true)
    }
}

@Suite("`--test` sends one alert of each kind at once", .slots)
struct NotifyTestRunTests {
    @Test("a webhook gets each kind once, marked as a test, without a request to the source")
    func all() async throws {
        let hook = try TestServer { _, _ in .text("") }
        let source = try TestServer { _, _ in .text("") }
        let run = try await FleetHome().run(
            "watch", "--source", source.address(), "--notify", hook.address("/hook"), "--test"
        ).succeeded()
        #expect(run.text == "sent 26 of 26 test alerts to \(hook.address(""))\n")
        let alerts = try hook.requests.map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.body)) as? [String: Any])
        }
        #expect(
            alerts.compactMap { $0.string("event") } == [
                "appeared", "disappeared", "moved", "reserved", "freed", "disabled", "enabled",
                "zone_entered", "zone_left", "battery_changed", "battery_low", "battery_charged",
                "temperature", "noise_level", "smoke", "humidity", "connectivity",
                "battery_percent", "speed", "tipped_over", "feed_stale", "feed_restored",
                "system_alert", "feed_quality", "feed_digest", "limit",
            ])
        #expect(alerts.allSatisfy { $0["test"] as? Bool == true })
        #expect(alerts.allSatisfy { $0.string("message")?.hasPrefix("test: ") == true })
        #expect(source.requests.isEmpty)
    }

    @Test("--on selects the kinds")
    func selected() async throws {
        let run = try await FleetHome().run(
            "watch", "--source", "sim://demo", "--notify", "sh -c cat", "--on", "smoke,moved",
            "--notify-timeout", "300s", "--test"
        ).succeeded()
        #expect(run.text == "sent 2 of 2 test alerts to `sh`\n")
    }

    @Test("kinds that a command rejects are named, and the status is 69")
    func rejected() async throws {
        let run = try await FleetHome().run(
            "watch", "--source", "sim://demo", "--test", "--notify-timeout", "300s", "--notify",
            #"sh -c 'cat; case $FLEET_EVENT in smoke | moved) exit 3; esac'"#)
        #expect(run.status == 69)
        #expect(run.text == "sent 24 of 26 test alerts to `sh`\n")
        #expect(
            run.errorLines == [
                "warning: could not deliver moved, smoke to `sh`: exited with status 3",
                "error: not all test alerts were delivered to `sh`",
                "hint: the warnings above have the causes; a command must end with status 0",
            ])
    }

    @Test("--test needs --notify")
    func alone() async throws {
        try await FleetHome().run("watch", "--test").failed(
            64, "--test needs --notify", "run `fleet watch --help`")
    }
}
