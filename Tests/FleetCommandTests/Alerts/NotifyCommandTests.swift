import FleetTestSupport
import Foundation
import Testing

@Suite("A watch runs a command for each selected alert", .slots)
struct NotifyCommandTests {
    /// Simulated fleet at a time with smoke in one of its depots.
    private static let smoke =
        "sim://?vehicles=100&now=2026-02-01T14:20:00Z&min_interval=0.05&max_interval=0.05"

    @Test("the command gets the alert as its last argument and input, and inherits no files")
    func invocation() async throws {
        let town = try await NotifyFixture(["A", "B"])
        let watch = try await town.watch(
            "--on", "appeared,reserved",
            "--notify", "\(NotifyFixture.command) 'two words' \"a \\\"b\\\"\" $HOME *")
        try town.write(["A", "B", "C"])
        let call = try #require(try await town.calls(1).first)
        let outcome = await town.stop(watch)
        let arguments = try #require(call["arguments"] as? [String])
        #expect(arguments.dropLast() == ["two words", "a \"b\"", "$HOME", "*"])
        #expect(arguments.last.map { $0 + "\n" } == call.string("input"))
        #expect(call.string("event") == "appeared")
        #expect(call.string("id") == "C")
        #expect(call["leads_group"] as? Bool == true)
        #expect(call.string("output") == "/dev/null")
        // It inherits neither the store nor a lock of the watch.
        let descriptors = try #require(call["descriptors"] as? [String])
        #expect(!descriptors.contains { $0.hasSuffix(".sqlite") || $0.hasSuffix(".lock") })
        #expect(call.alert.string("event") == "appeared")
        #expect(call.alert.string("vehicle_id") == "C")
        #expect(call.alert.string("source") == "town")
        #expect(call.alert.string("message") == "C: appeared")
        #expect(!outcome.text.contains("noise") && !outcome.errorText.contains("noise"))
        #expect(try outcome.objects().allSatisfy { $0["state"] != nil })
    }

    @Test("hostile IDs arrive unchanged, run nothing and are not read as options")
    func hostile() async throws {
        let ids = [
            "$(touch x)", "`touch x`", "-rf", "--help", "'; touch x; '", "\"", "a\nb", "a\0b", "\\",
            "\u{1B}]0;x\u{7}", "\u{202E}", "日本 👩‍👩‍👧", "{\"event\":\"smoke\"}",
            String(repeating: "x", count: 4096),
        ]
        let town = try await NotifyFixture(["A"])
        let watch = try await town.watch(
            "--on", "appeared", "--notify", NotifyFixture.command, "--notify-rate", "600")
        try town.write(["A"] + ids)
        // A vehicle whose ID contains NUL is skipped.
        let accepted = ids.filter { !$0.contains("\0") }
        let calls = try await town.calls(accepted.count)
        _ = await town.stop(watch)
        let received = calls.compactMap { $0.alert.string("vehicle_id") }
        #expect(received.sorted() == accepted.sorted())
        #expect(calls.compactMap { $0.string("id") } == received)
        #expect(calls.allSatisfy { ($0["arguments"] as? [String])?.count == 1 })
        #expect(try !town.home.files.contains("x"))
    }

    @Test("a failed command is retried")
    func retried() async throws {
        let town = try await NotifyFixture(["A"])
        try town.home.write("", to: "fail-1")
        let watch = try await town.watch("--on", "disappeared", "--notify", NotifyFixture.command)
        try town.write(["B"])
        let calls = try await town.calls(2)
        #expect(calls.map { $0.alert.string("vehicle_id") } == ["A", "A"])
        #expect(await !town.stop(watch).errorText.contains("could not deliver"))
    }

    @Test("a loop of `read` gets the alert, and a test is sent only if it was read whole")
    func wholeLines() async throws {
        let home = try FleetHome()
        try home.write(
            "while read -r line; do echo \"$line\" >>'\(home.path)/lines'; done\n",
            to: "lines.sh")
        try home.write("head -c 5 >/dev/null\n", to: "part.sh")
        let test = ["watch", "--source", "sim://demo", "--test", "--on", "smoke,battery_low"]
        let sent = try await home.run(test + ["--notify", "sh \(home.path(of: "lines.sh"))"])
            .succeeded()
        #expect(sent.text == "sent 2 of 2 test alerts to `sh`\n")
        let lines = home.text(of: "lines").split(separator: "\n")
        #expect(lines.count == 2 && lines.allSatisfy { $0.contains("\"test\":true") })
        let part = try await home.run(test + ["--notify", "sh \(home.path(of: "part.sh"))"])
        #expect(part.status == 69 && part.text == "sent 0 of 2 test alerts to `sh`\n")
        #expect(
            part.errorLines.first?.hasSuffix("to `sh`: it read only a part of the alert") == true)
    }

    @Test(
        "a command that ignores signals is killed when a signal ends the watch, and its alert is still reported as lost",
        arguments: [2, 15])
    func stubborn(signal: Int32) async throws {
        let town = try await NotifyFixture(["A"])
        let watch = try await town.watch(
            "--on", "appeared", "--notify",
            "sh -c 'trap \"\" TERM INT; sleep 1000 & echo $! >>pids; echo $$ >>pids; "
                + "while :; do wait; done'")
        try town.write(["A", "B"])
        let pids = try await town.pids(2)
        watch.send(signal)
        let outcome = await watch.outcome()
        #expect(outcome.status == 128 + signal)
        #expect(outcome.errorLines.last == "warning: 1 alert was not delivered to `sh`")
        for pid in pids { try await waitForExit(of: pid) }
    }

    @Test("a second interrupt leaves no process behind")
    func twice() async throws {
        let town = try await NotifyFixture(["A"])
        let watch = try await town.watch(
            "--on", "appeared", "--notify",
            "sh -c 'trap \"\" TERM; echo $$ >>pids; while :; do sleep 0.1; done'")
        try town.write(["A", "B"])
        let pids = try await town.pids(1)
        watch.send(SIGINT)
        watch.send(SIGTERM)
        #expect(await watch.outcome().status >= 128)
        for pid in pids { try await waitForExit(of: pid) }
    }

    @Test("a hanging command delays neither the watch nor its exit")
    func hanging() async throws {
        let watch = try await FleetHome().run(
            "watch", "--source", Self.smoke, "--count", "20", "--format", "ndjson",
            "--notify", "sh -c 'sleep 1000'", "--notify-timeout", "3600",
            environment: ["FLEET_TIMEOUT_FACTOR": "1"])
        #expect(watch.status == 69)
        #expect(try watch.objects().filter { $0.string("state") == "live" }.count == 20)
        #expect(
            watch.errorLines == [
                "warning: 1 alert not sent before exit: `sh` was still busy",
                "error: 1 alert was not delivered to `sh`", NotifyFixture.lossHint,
            ])
    }
}
