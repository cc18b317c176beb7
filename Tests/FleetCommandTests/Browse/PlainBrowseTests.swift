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

@Suite("`fleet browse --plain` works line by line, without control sequences", .slots)
struct PlainBrowseTests {
    @Test("commands from a pipe are answered one after the other, until the end of the input")
    func pipe() async throws {
        let commands = [
            #"printf '1\n+\nS\n1\nf\nl\n/ABP\nl'"#, #"printf '1\n+\nS\n1\nf\nl\n/ABP\nl\nq\n1'"#,
        ]
        var outputs: [String] = []
        for command in commands {
            let outcome = try await FleetHome().shell(
                command + " | fleet browse --plain --source '\(Feeds.frozen)'",
                environment: ["FLEET_NOW": "2026-01-31T12:00:00Z"]
            ).succeeded()
            #expect(outcome.errorText.isEmpty)
            outputs.append(outcome.text)
        }
        let text = outputs[0]
        for part in [
            "Type a key, then Enter", "\n1. ", "\nid: ", "\n11. ", "2 sites\n", "\nstate:\n",
            " · “ABP” · ",
        ] {
            #expect(text.contains(part), "\(part)")
        }
        #expect(outputs[1] == text)
    }

    /// Starts the command with a terminal as its input, too.
    private static func start(on terminal: Terminal, named name: String) throws -> Program {
        let input = dup(terminal.subsidiary)
        defer { _ = close(input) }
        return try FleetHome().start(
            ["browse", "--plain", "--source", Feeds.frozen], environment: ["TERM": name],
            input: input, on: terminal)
    }

    @Test(
        "on a terminal there are lines of at most its width, and q or the end of input quits",
        arguments: ["dumb", "xterm-256color"], ["q\n", "\u{4}"])
    func terminal(name: String, end: String) async throws {
        let terminal = try Terminal(columns: 80, rows: 24)
        let keyboard = dup(terminal.manager)
        defer { _ = close(keyboard) }
        let program = try Self.start(on: terminal, named: name)
        await program.waitUntil { $0.text.contains("10. ") }
        func type(_ text: String) throws {
            let bytes = Array(text.utf8)
            try #require(write(keyboard, bytes, bytes.count) == bytes.count)
        }
        try type("?\n")
        await program.waitUntil { $0.text.contains("end of input: quit") }
        try type(end)
        let text = await program.outcome().succeeded().text
        #expect(text.unicodeScalars.allSatisfy { $0 == "\r" || $0 == "\n" || $0 >= " " })
        #expect(text.split(whereSeparator: \.isNewline).allSatisfy { $0.count <= 80 })
    }

    @Test("an interruption ends it cleanly")
    func interruption() async throws {
        let program = try Self.start(on: try Terminal(), named: "xterm")
        await program.waitUntil { $0.text.contains("10. ") }
        program.send(SIGINT)
        let outcome = await program.outcome()
        #expect(outcome.status == 130)
        #expect(!outcome.text.contains("\u{1B}"))
    }

    @Test("the feed cannot come from the standard input that has the keys")
    func standardInput() async throws {
        try await FleetHome().run("browse", "--plain", "--source", "-").failed(
            64, "--plain reads its keys from standard input, so the feed cannot come from there",
            "save the feed to a file, and use `--source FILE`")
        let colored = try await FleetHome().run("browse", "--plain", "--ansi", "always")
        #expect(colored.status == 64)
    }
}
