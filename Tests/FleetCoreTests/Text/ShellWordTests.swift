import FleetCore
import Foundation
import Testing

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
        let shell = Process()
        let pipe = Pipe()
        shell.executableURL = URL(fileURLWithPath: "/bin/sh")
        shell.arguments = ["-c", #"printf '%s\0' \#(words)"#]
        shell.standardOutput = pipe
        try shell.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        shell.waitUntilExit()
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
