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

/// Program on a terminal that replies to queries about images, with a keyboard for tests.
final class TerminalProgram: Sendable {
    /// Replies of a terminal with kitty's image protocol and cells of 8 × 16 pixels.
    static let kittyReplies = "\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[6;16;8t\u{1B}[?62;c"
    /// Replies of a terminal with sixel images and cells of 8 × 16 pixels.
    static let sixelReplies = "\u{1B}[6;16;8t\u{1B}[?62;4c"

    let program: Program
    private let keyboard: Int32

    /// Starts the program and expects it to query the terminal.
    init(
        _ home: FleetHome, _ arguments: [String], replies: String = kittyReplies,
        environment: [String: String?] = [:], on terminal: Terminal? = nil
    ) async throws {
        let terminal = try terminal ?? Terminal(columns: 120, rows: 60, replies: replies)
        let input = dup(terminal.subsidiary)
        defer { _ = close(input) }
        keyboard = dup(terminal.manager)
        program = try home.start(
            arguments, environment: environment.merging(["TERM": "xterm-256color"]) { $1 },
            input: input, on: terminal)
        let query = Terminal.deviceAttributesQuery
        let outcome = await program.waitUntil { $0.text.contains(query) }
        try #require(outcome.text.contains(query), "the program did not query the terminal")
    }

    deinit {
        _ = close(keyboard)
    }

    func type(_ text: String) throws {
        let bytes = Array(text.utf8)
        try #require(write(keyboard, bytes, bytes.count) == bytes.count)
    }

    /// Waits for the program to succeed; returns its whole output.
    func text() async throws -> String {
        await program.outcome().succeeded().text
    }

    /// Returns the base64 data of the first image in kitty's protocol, from `start` on.
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
