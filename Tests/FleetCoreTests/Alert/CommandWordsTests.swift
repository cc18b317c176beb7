import FleetCore
import Foundation
import Testing

@Suite("A command is split into words, and nothing more")
struct CommandWordsTests {
    private static let script = """
        import json, shlex, sys
        for text in json.load(sys.stdin):
            try:
                print(json.dumps(shlex.split(text)))
            except ValueError:
                print("null")
        """

    @Test("python's shlex splits every text of quotes, backslashes and blanks in the same way")
    func shlex() throws {
        var texts = [
            "a", "a b", "  a\tb \n", "'a b' c", "\"a b\" c", "a\\ b", "'a'\"b\"c", "''", "a '' b",
            "'a", "\"a", "a\\", "\"\\\"\"", "\"\\\\\"", "\"\\x\"", "'\\'",
            "$HOME `id` $(id) ; | & > *",
            "日本 'e\u{301} x'", "-rf", "# a", "a#b",
        ]
        var random = SystemRandomNumberGenerator()
        let signs = Array("ab '\"\\ \t$")
        for _ in 0..<2000 {
            let length = Int.random(in: 1...10, using: &random)
            texts.append(
                String((0..<length).map { _ in signs.randomElement(using: &random) ?? "a" }))
        }
        let lines = try Oracle.python(
            code: Self.script, input: [UInt8](JSONEncoder().encode(texts)))
        try #require(lines.count == texts.count)
        for (text, line) in zip(texts, lines) {
            let expected = try JSONDecoder().decode([String]?.self, from: Data(line.utf8))
            let words = CommandWords(text).map { [$0.program] + $0.arguments }
            // A command needs a program.
            #expect(words == (expected?.first?.isEmpty == false ? expected : nil), "\(text)")
        }
    }

    @Test(
        "there is no command in nothing, and none with a NUL", arguments: ["", " ", "''", "a\0b"])
    func none(text: String) {
        #expect(CommandWords(text) == nil)
    }

    @Test("a long text is split at once")
    func long() {
        let text = String(repeating: "'x y' \\z ", count: 100_000)
        #expect(CommandWords(text)?.arguments.count == 199_999)
    }
}
