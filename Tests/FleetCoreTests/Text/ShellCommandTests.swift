import FleetCore
import FleetTestSupport
import Foundation
import Testing

@Suite("Shell commands")
struct ShellCommandTests {
    private static let script = """
        import json, shlex, sys
        for text in json.load(sys.stdin):
            try:
                print(json.dumps(shlex.split(text)))
            except ValueError:
                print("null")
        """

    @Test("Quotes, backslashes and blanks are split as by Python's shlex")
    func shlex() throws {
        var texts = [
            "a", "a b", "  a\tb \n", "'a b' c", "\"a b\" c", "a\\ b", "'a'\"b\"c", "''", "a '' b",
            "'a", "\"a", "a\\", "\"\\\"\"", "\"\\\\\"", "\"\\x\"", "'\\'",
            "$HOME `id` $(id) ; | & > *",
            "日本 'e\u{301} x'", "-rf", "# a", "a#b",
        ]
        var random = SystemRandomNumberGenerator()
        let characters = Array("ab '\"\\ \t$")
        for _ in 0..<2000 {
            let length = Int.random(in: 1...10, using: &random)
            texts.append(
                String((0..<length).map { _ in characters.randomElement(using: &random) ?? "a" }))
        }
        let lines = try Oracle.python(
            code: Self.script, input: [UInt8](JSONEncoder().encode(texts)))
        try #require(lines.count == texts.count)
        for (text, line) in zip(texts, lines) {
            let expected = try JSONDecoder().decode([String]?.self, from: Data(line.utf8))
            let words = ShellCommand(text).map { [$0.program] + $0.arguments }
            // A command needs a program name.
            #expect(words == (expected?.first?.isEmpty == false ? expected : nil), "\(text)")
        }
    }

    @Test(
        "A text without a program name or with a NUL is not a command",
        arguments: ["", " ", "''", "a\0b"])
    func none(text: String) {
        #expect(ShellCommand(text) == nil)
    }

    @Test("A long text is split quickly")
    func long() {
        let text = String(repeating: "'x y' \\z ", count: 100_000)
        #expect(ShellCommand(text)?.arguments.count == 199_999)
    }
}

@Suite("Shell words")
struct ShellWordTests {
    @Test("A shell parses a quoted text as one word with the same text")
    func oracle() throws {
        var texts = [
            "", "a b", "it's", "''", "$HOME `id` $(id)", "~", "*", "#", "a\\", "!x", "\t\n.",
        ]
        texts += [
            "/tmp/a b/t.json", "sim://demo?seed=1&count=2", "é 🛴", "{a,b}", "-n", "a;b|c>d<e",
        ]
        let words = texts.map(ShellWord.quoted).joined(separator: " ")
        let output = try Tool.output(of: ["/bin/sh", "-c", #"printf '%s\0' \#(words)"#])
        let read = String(decoding: output, as: UTF8.self)
            .split(separator: "\0", omittingEmptySubsequences: false).dropLast().map(String.init)
        #expect(read == texts)
    }

    @Test("A text without special characters is unchanged")
    func plain() {
        for text in ["town", "/tmp/t.json", "https://example.org:80/a_b-c", "user@host"] {
            #expect(ShellWord.quoted(text) == text)
        }
    }
}
