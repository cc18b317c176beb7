import Foundation
import Testing

@Suite("A watch calls a command for what was asked for", .slots)
struct NotifyCommandTests {
    /// A simulated fleet at a time when there is smoke in one of its depots.
    private static let smoke =
        "sim://?vehicles=100&now=2026-02-01T14:20:00Z&min_interval=0.05&max_interval=0.05"

    @Test("it is handed the alert as its last argument and as its input, and nothing of ours")
    func handed() async throws {
        let town = try await Notified(["A", "B"])
        let watch = try await town.watch(
            "--on", "appeared,reserved",
            "--notify", "\(Notified.command) 'two words' \"a \\\"b\\\"\" $HOME *")
        try town.write(["A", "B", "C"])
        let call = try #require(try await town.calls(1).first)
        let outcome = await town.end(watch)
        let arguments = try #require(call["arguments"] as? [String])
        #expect(arguments.dropLast() == ["two words", "a \"b\"", "$HOME", "*"])
        #expect(arguments.last == call.string("input"))
        #expect(call.string("event") == "appeared")
        #expect(call.string("id") == "C")
        #expect(call["leads"] as? Bool == true)
        #expect(call.string("output") == "/dev/null")
        // Neither the store nor a lock of the watch.
        let descriptors = try #require(call["descriptors"] as? [String])
        #expect(!descriptors.contains { $0.hasSuffix(".sqlite") || $0.hasSuffix(".lock") })
        #expect(call.alert.string("event") == "appeared")
        #expect(call.alert.string("vehicle_id") == "C")
        #expect(call.alert.string("source") == "town")
        #expect(call.alert.string("message") == "C: appeared")
        #expect(!outcome.text.contains("noise") && !outcome.talk.contains("noise"))
        #expect(try outcome.objects().allSatisfy { $0["state"] != nil })
    }

    @Test("hostile codes arrive as they are, run nothing, and are no options")
    func hostile() async throws {
        let codes = [
            "$(touch x)", "`touch x`", "-rf", "--help", "'; touch x; '", "\"", "a\nb", "a\0b", "\\",
            "\u{1B}]0;x\u{7}", "\u{202E}", "日本 👩‍👩‍👧", "{\"event\":\"smoke\"}",
            String(repeating: "x", count: 4096),
        ]
        let town = try await Notified(["A"])
        let watch = try await town.watch(
            "--on", "appeared", "--notify", Notified.command, "--notify-rate", "600")
        try town.write(["A"] + codes)
        let calls = try await town.calls(codes.count)
        _ = await town.end(watch)
        let told = calls.compactMap { $0.alert.string("vehicle_id") }
        #expect(told.sorted() == codes.sorted())
        #expect(
            calls.compactMap { $0.string("id") }
                == told.map { $0.replacing("\0", with: "\\u{0}") })
        #expect(calls.allSatisfy { ($0["arguments"] as? [String])?.count == 1 })
        #expect(try !town.home.files.contains("x"))
    }

    @Test("one that fails is called again")
    func retried() async throws {
        let town = try await Notified(["A"])
        try town.home.write("", to: "fail-1")
        let watch = try await town.watch("--on", "disappeared", "--notify", Notified.command)
        try town.write(["B"])
        let calls = try await town.calls(2)
        #expect(calls.map { $0.alert.string("vehicle_id") } == ["A", "A"])
        #expect(await !town.end(watch).talk.contains("not told"))
    }

    @Test("one that is not there is told of, and the watch goes on")
    func missing() async throws {
        let watch = try await FleetHome().run(
            "watch", "--source", Self.smoke, "--count", "3", "--format", "ndjson",
            "--notify", "no-such-program --token hush"
        ).succeeded()
        #expect(try watch.objects().filter { $0.string("state") == "live" }.count == 3)
        #expect(
            watch.talkLines == [
                "warning: 1 alert was not told by `no-such-program`: there is no such program"
            ])
    }

    @Test("one that takes too long is ended, with all that it started")
    func late() async throws {
        let town = try await Notified(["A"])
        let watch = try await town.watch(
            "--on", "appeared", "--notify-timeout", "0.2", "--notify",
            "sh -c 'sleep 1000 & echo $! >>identifiers; echo $$ >>identifiers; wait'")
        try town.write(["A", "B"])
        // It is called again when it was ended.
        let identifiers = try await town.identifiers(4)
        for identifier in identifiers.prefix(2) { try await untilEnded(identifier) }
        _ = await town.end(watch)
        for identifier in identifiers { try await untilEnded(identifier) }
    }

    @Test("one that does not want to end is ended all the same, by Ctrl-C too", arguments: [2, 15])
    func stubborn(signal: Int32) async throws {
        let town = try await Notified(["A"])
        let watch = try await town.watch(
            "--on", "appeared", "--notify",
            "sh -c 'trap \"\" TERM INT; sleep 1000 & echo $! >>identifiers; echo $$ >>identifiers; "
                + "while :; do wait; done'")
        try town.write(["A", "B"])
        let identifiers = try await town.identifiers(2)
        watch.send(signal)
        #expect(await watch.outcome().status == 128 + signal)
        for identifier in identifiers { try await untilEnded(identifier) }
    }

    @Test("nothing is left behind either by who interrupts twice")
    func twice() async throws {
        let town = try await Notified(["A"])
        let watch = try await town.watch(
            "--on", "appeared", "--notify",
            "sh -c 'trap \"\" TERM; echo $$ >>identifiers; while :; do sleep 0.1; done'")
        try town.write(["A", "B"])
        let identifiers = try await town.identifiers(1)
        watch.send(SIGINT)
        watch.send(SIGTERM)
        #expect(await watch.outcome().status >= 128)
        for identifier in identifiers { try await untilEnded(identifier) }
    }

    @Test("one that hangs neither stops nor holds up the watch, which ends without it")
    func hanging() async throws {
        let watch = try await FleetHome().run(
            "watch", "--source", Self.smoke, "--count", "20", "--format", "ndjson",
            "--notify", "sh -c 'sleep 1000'", "--notify-timeout", "3600"
        ).succeeded()
        #expect(try watch.objects().filter { $0.string("state") == "live" }.count == 20)
        #expect(
            watch.talkLines == [
                "warning: 1 alert was given up at the end: `sh` was not done"
            ])
    }

    @Test(
        "of 10,000 events at once sixty are told in the first minute, and what of the others is said"
    )
    func flood() async throws {
        let town = try await Notified(["A"])
        let watch = try await town.watch("--on", "appeared", "--notify", Notified.command)
        try town.write(["A"] + (0..<10_000).map { "V\($0)" })
        let calls = try await town.calls(60)
        let codes = (0..<10_000).map { "V\($0)" }.sorted()
        #expect(calls.compactMap { $0.alert.string("vehicle_id") } == Array(codes[9000..<9060]))
        let outcome = await town.end(watch)
        let counts = outcome.talkLines.compactMap { Int($0.split(separator: " ")[1]) }
        // The last call may be cut off by the end.
        #expect(counts == [9000, 940] || counts == [9000, 941], "\(outcome.talkLines)")
        #expect(try !town.home.files.contains("call-61"))
    }
}
