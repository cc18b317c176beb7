import FleetTestSupport
import Foundation
import Testing

@Suite("A watch reports every state until it ends", .slots)
struct WatchTests {
    @Test("--count ends after this many snapshots, and sequence numbers increase")
    func count() async throws {
        let watch = try await FleetHome().run(
            "watch", "--source", Feeds.quick, "--count", "3", "--format", "ndjson"
        ).succeeded()
        let states = try watch.objects()
        #expect(states.filter { $0["state"] as? String == "live" }.count == 3)
        #expect(states.last?["state"] as? String == "live")
        #expect(states.last?["total"] as? Int == 5)
        let sequence = states.compactMap { $0["seq"] as? Int }
        #expect(sequence.count == states.count)
        #expect(zip(sequence, sequence.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test(
        "A file named like a database in memory breaks nothing", arguments: ["", "text", "folder"])
    func memory(content: String) async throws {
        let home = try FleetHome()
        let make = content == "folder" ? "mkdir :memory:" : "printf '\(content)' > :memory:"
        let watch = try await home.shell(
            make + " && fleet watch --source '\(Feeds.frozen)' --count 1"
        ).succeeded()
        #expect(watch.text.contains("20 of 20 vehicles"))
    }

    @Test("--for ends after this many seconds, with success if there was a snapshot")
    func limit() async throws {
        let home = try FleetHome()
        let server = try TestServer { _, _ in .text(Feeds.vehicles("A")) }
        // The time is over when the first response has led to a second request.
        try await home.run(
            ["watch", "--source", server.address(), "--for", "3", "--interval", "0.02"],
            sleep: { time in
                guard time == .seconds(3) else { return await Task.yield() }
                try await waitUntil("a second request") { server.requests.count >= 2 }
            }
        ).succeeded()
        let failed = try await home.run(
            "watch", "--source", "sim://?failure_rate=1", "--for", "0.3")
        #expect(failed.status == 69)
        #expect(failed.errorLines.last?.hasPrefix("hint: ") == true)
    }

    @Test(
        "Ctrl-C ends the watch with status 130, SIGTERM with 143, and the socket is removed",
        arguments: [(2, 130), (15, 143)] as [(Int32, Int32)])
    func interrupted(signal: Int32, status: Int32) async throws {
        let home = try FleetHome()
        try await home.run("source", "add", "s", Feeds.quick).succeeded()
        let watch = try home.start("watch", "--source", "s", "--format", "ndjson")
        await watch.waitUntil { $0.text.contains(#""state":"live""#) }
        try await home.waitForFile(endingWith: ".sock")
        watch.send(signal)
        let outcome = await watch.outcome()
        #expect(outcome.status == status)
        #expect(outcome.errorText.isEmpty)
        #expect(try !home.files.contains { $0.hasSuffix(".sock") })
    }

    @Test("A closed pipe ends the watch quietly", arguments: ["ndjson", "table"])
    func closedPipe(format: String) async throws {
        let home = try FleetHome()
        let line =
            "(fleet watch --source '\(Feeds.quick)' --format \(format) 2>stderr; echo $? >status) | head -1"
        let outcome = try await home.shell(line).succeeded()
        #expect(outcome.lines.count == 1)
        #expect(home.text(of: "status") == "0\n")
        #expect(!home.text(of: "stderr").contains("error"))
    }

    @Test("On a terminal the table is redrawn in place, and the state line is below it")
    func terminal() async throws {
        let program = try FleetHome().start(
            "watch", "--source", Feeds.quick, "--count", "2", "--sort", "battery",
            on: try Terminal(columns: 80, rows: 10))
        let watch = await program.outcome().succeeded()
        #expect(watch.text.hasPrefix("\u{1B}[H\u{1B}[J"))
        let frames = watch.text.components(separatedBy: "\u{1B}[H").dropFirst()
        // The state before the first snapshot is shown only if there is time.
        #expect(frames.count >= 2)
        for frame in frames { #expect(frame.split(separator: "\n").count < 10 + 1, "\(frame)") }
        #expect(watch.text.contains("press Ctrl-C to stop"))
    }

    @Test("A terminal of an unknown type gets one table after the other, without escapes")
    func unknownTerminal() async throws {
        let watch = try await FleetHome().runProgram(
            "watch", "--source", Feeds.quick, "--count", "2", environment: ["TERM": "no-such-type"],
            on: try Terminal()
        ).succeeded()
        #expect(!watch.text.contains("\u{1B}"))
        #expect(watch.lines.count { $0.contains("5 of 5 vehicles") } == 2)
    }

    @Test("Ages and the countdown tick, a resize redraws, and q ends the watch")
    func keys() async throws {
        let home = try FleetHome()
        let server = try TestServer { _, _ in .text(Feeds.longLived("A", "B", "C")) }
        let screen = try await TmuxScreen(home, "watch", "--source", server.address())
        let rows = try await screen.waitUntil(
            "3 of 3 vehicles", "next update in", "press q to stop")
        try await screen.waitUntil("another second") { $0 != rows }
        try await screen.resize(columns: 70, rows: 6)
        let small = try await screen.waitUntil("… and 2 more", "press q to stop")
        #expect(small.count { $0.contains("next update in") } == 1)
        try await screen.resize(columns: 80, rows: 24)
        let large = try await screen.waitUntil("all rows") { rows in
            rows.contains { $0.hasPrefix("C") }
        }
        #expect(large.count { $0.hasPrefix("ID ") } == 1 && !large.contains { $0.hasPrefix("…") })
        try await screen.press("q")
        try await screen.waitUntil("ended 0, modes same")
        #expect(server.requests.count == 1)
    }

    @Test("The order and the limit apply to the table only")
    func order() async throws {
        let table = try await FleetHome().run(
            "watch", "--source", Feeds.frozen, "--count", "1", "--sort", "battery", "--limit", "3"
        ).succeeded()
        #expect(table.text.contains("3 of 20 vehicles"))
        for output in [["--events"], ["--format", "ndjson"]] {
            let watch = try await FleetHome().run(["watch", "--limit", "3"] + output)
            #expect(watch.status == 64)
            let option = output.joined(separator: " ")
            #expect(
                watch.errorLines.first == "error: --limit cannot be used with \(option)")
        }
    }

    @Test("The filter applies to the table and is not saved")
    func filter() async throws {
        let home = try FleetHome()
        let watch = try await home.run(
            "watch", "--source", Feeds.frozen, "--count", "1", "--color", "pink")
        #expect(watch.succeeded().text.contains("0 of 20 vehicles · color pink"))
        #expect(try await home.run("filter").text == "no color filter is saved\n")
    }

    @Test("After an error the failed state has the time of the next attempt")
    func failed() async throws {
        let began = Date()
        let watch = try FleetHome().start(
            "watch", "--source", "sim://?failure_rate=1", "--format", "ndjson")
        await watch.waitUntil { $0.text.contains(#""state":"failed""#) }
        let state = try #require(
            try watch.output.objects().first { $0["state"] as? String == "failed" })
        #expect(state["attempt"] as? Int == 1)
        let retryAt = try #require(
            (state["retry_at"] as? String).flatMap { try? Date($0, strategy: Self.time) })
        // The failure happened in between; the back-off is 5 s plus up to 0.5 s of jitter.
        #expect(retryAt >= began.addingTimeInterval(4.999))
        #expect(retryAt <= Date(timeIntervalSinceNow: 5.501))
        await watch.interrupt()
    }

    private static let time = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    @Test("On a terminal, --no-retry stops after an error until a refresh restarts it")
    func stopped() async throws {
        let home = try FleetHome()
        let server = try TestServer { number, _ in
            number == 1 ? .status("500 Internal Server Error") : .text(Feeds.vehicles("A"))
        }
        let watch = try home.start(
            ["watch", "--source", server.address(), "--no-retry", "--format", "ndjson"],
            on: try Terminal())
        await watch.waitUntil { $0.text.contains(#""state":"stopped""#) }
        let states = try watch.output.objects()
        #expect(states.suffix(2).compactMap { $0["state"] as? String } == ["failed", "stopped"])
        #expect(states.last?["error_kind"] as? String == "service")
        #expect(states.allSatisfy { $0["retry_at"] == nil })
        #expect(server.requests.count == 1)
        try await home.run("refresh", "--source", server.address()).succeeded()
        await watch.waitUntil { $0.text.contains(#""state":"live""#) }
        await watch.interrupt()
    }

    @Test(
        "Without a terminal, --no-retry ends with the error",
        arguments: [[], ["--events"], ["--format", "ndjson"], ["--events", "--format", "ndjson"]])
    func ended(output: [String]) async throws {
        let server = try TestServer { _, _ in .status("500 Internal Server Error") }
        let watch = try await FleetHome().run(
            ["watch", server.address(), "--no-retry"] + output)
        watch.failed(
            69, "the service at \(server.address()) failed: HTTP status 500", "try again later")
        let states = output == ["--format", "ndjson"] ? ["failed", "stopped"] : []
        #expect(try watch.objects().compactMap { $0["state"] as? String }.suffix(2) == states[...])
        #expect(server.requests.count == 1)
    }

    @Test("Without a terminal, --no-retry ends with 69 also if the feed cannot be read")
    func endedByContent() async throws {
        let server = try TestServer { _, _ in .text("{") }
        let watch = try await FleetHome().run("watch", server.address(), "--no-retry")
        watch.failed(
            69, "\(server.address()): not valid JSON (unexpected end)",
            "use a vehicles document, a GBFS gbfs.json, one of its vehicle feeds or MDS vehicles")
    }

    @Test("Without a terminal, each failure is an error with its hint and the next attempt")
    func failures() async throws {
        let server = try TestServer { _, _ in .status("404 Not Found") }
        let watch = try FleetHome().start("watch", server.address())
        await watch.waitUntil { $0.errorText.contains("next attempt in ") }
        let lines = watch.output.errorLines
        #expect(lines.contains("error: the service at \(server.address()) failed: HTTP status 404"))
        #expect(lines.contains("hint: check the address; the service has no such feed"))
        watch.send(SIGINT)
        #expect(await watch.outcome().status == 130)
    }

    @Test(
        "Invalid numbers are refused",
        arguments: ["--count=0", "--for=0", "--for=nan", "--interval=-1", "--interval=inf"])
    func refused(option: String) async throws {
        let watch = try await FleetHome().run("watch", option)
        #expect(watch.status == 64)
        #expect(watch.errorLines.last == "hint: run `fleet watch --help`")
    }
}
