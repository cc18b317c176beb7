import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A program on a terminal that answers what it is asked about images, and that can be typed on.
final class AnsweringTerminal: Sendable {
    /// What a terminal answers that shows images by kitty's protocol and has cells of 8 × 16 pixels.
    static let kitty = "\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[6;16;8t\u{1B}[?62;c"
    /// The same of one that shows sixels.
    static let sixel = "\u{1B}[6;16;8t\u{1B}[?62;4c"

    let program: Program
    private let keyboard: Int32

    /// Starts the program, claims that it asks, and answers.
    init(
        _ home: FleetHome, _ arguments: [String], answers: String = kitty,
        environment: [String: String?] = [:], on terminal: Terminal? = nil
    ) async throws {
        var terminal = try terminal ?? Terminal(columns: 120, rows: 60)
        terminal.answers = answers
        let input = dup(terminal.program)
        defer { _ = close(input) }
        keyboard = dup(terminal.person)
        program = try home.start(
            arguments, environment: environment.merging(["TERM": "xterm-256color"]) { $1 },
            input: input, on: terminal)
        let asked = await program.until { $0.text.contains(Terminal.question) }
        try #require(asked.text.contains(Terminal.question), "the terminal is not asked")
    }

    deinit {
        _ = close(keyboard)
    }

    /// Types a text.
    func type(_ text: String) throws {
        let bytes = Array(text.utf8)
        try #require(write(keyboard, bytes, bytes.count) == bytes.count)
    }

    /// All that the program has written once it has ended well.
    func text() async throws -> String {
        await program.outcome().succeeded().text
    }

    /// The file that the first kitty sequence from `start` on carries, in base 64.
    static func image(in text: String, from start: String) throws -> [UInt8] {
        let start = try #require(text.range(of: start))
        var data = ""
        for chunk in text[start.lowerBound...].components(separatedBy: "\u{1B}_G").dropFirst() {
            let parts = chunk.components(separatedBy: "\u{1B}\\")[0].split(separator: ";")
            data += parts.count > 1 ? String(parts[1]) : ""
            if parts[0].hasSuffix("m=0") { break }
        }
        return Array(data.utf8)
    }
}
