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

/// A separate tmux server with one pane, and its client in control mode (tmux(1), "CONTROL MODE"),
/// which runs commands and reports each change of the pane.
///
/// The server ends with the client: when the connection is released, or with the tests.
final class TmuxConnection: Sendable {
    /// Output of a command.
    struct Reply {
        let lines: [Substring]
        let hasFailed: Bool
        /// Number of changes of the pane before the command.
        let changes: Int
        /// Whether the pane showed a whole frame, and none that was only partly drawn.
        let isWhole: Bool
    }

    private let client: Program
    private let input: Int32
    private let state = Observed(State())

    /// Starts a server with its socket in a home, and a command in a pane of 80 × 24 characters.
    init(home: FleetHome, command: [String]) async throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        input = ends[1]
        defer { _ = close(ends[0]) }
        let name = "tmux-\(UUID().uuidString.prefix(4))"
        let settings = try home.write(
            """
            set -g status off
            set -s set-clipboard on
            set -g default-terminal tmux-256color
            set -g destroy-unattached on
            """, to: name + ".conf")
        var environment = home.environment
        environment["PATH"] = FleetHome.programs + ":" + (environment["PATH"] ?? "")
        let options = ["-u", "-S", home.path(of: name), "-f", settings, "-C"]
        client = try Program(
            "/usr/bin/env",
            ["tmux"] + options + ["new-session", "-x", "80", "-y", "24"] + command,
            environment: environment, folder: home.path, input: ends[0], retaining: home)
        Task { [client, state] in
            var count = 0
            while true {
                let read = count
                let outcome = await client.waitUntil { $0.data.count > read }
                state.change { $0.read(outcome.data[read...], isEnd: outcome.isEnded) }
                if outcome.isEnded { return }
                count = outcome.data.count
            }
        }
        // Commands before would have no pane.
        await state.waitUntil(within: Deadline.seconds) { $0.isAttached || $0.isEnded }
    }

    deinit { _ = close(input) }

    /// Runs a command, which must succeed.
    @discardableResult
    func run(_ command: [String], _ location: SourceLocation = #_sourceLocation) async throws
        -> Reply
    {
        let line = Array((command.map(Self.quoted).joined(separator: " ") + "\n").utf8)
        // The order of the replies is that of the lines.
        let index = state.change { state in
            _ = write(input, line, line.count)
            state.sentCount += 1
            return state.sentCount - 1
        }
        await state.waitUntil(within: Deadline.seconds) { $0.replies.count > index || $0.isEnded }
        let reply = state.value.replies.dropFirst(index).first
        let succeeded = try #require(
            reply, "no reply to \(command)\n\(client.output.errorText)", sourceLocation: location)
        try #require(
            !succeeded.hasFailed, "\(command): \(succeeded.lines.joined())",
            sourceLocation: location)
        return succeeded
    }

    /// Waits until the pane has changed since a number of changes; returns false if the server has
    /// ended or if it takes too long.
    func waitForChange(since changes: Int) async -> Bool {
        await state.waitUntil(within: Deadline.seconds) {
            $0.changes > changes && $0.isWhole || $0.isEnded
        } && !state.value.isEnded
    }

    /// Waits until the server has ended.
    func waitForEnd() async { _ = await client.outcome() }

    /// Returns an argument in double quotes (tmux(1), "PARSING SYNTAX").
    private static func quoted(_ argument: String) -> String {
        let characters = argument.unicodeScalars.map { scalar in
            switch scalar {
            case "\"", "\\", "$": "\\\(scalar)"
            case "\0"..<" ", "\u{7F}": "\\" + octal(scalar.value)
            default: String(scalar)
            }
        }
        return "\"" + characters.joined() + "\""
    }

    private static func octal(_ value: UInt32) -> String {
        let digits = String(value, radix: 8)
        return String(repeating: "0", count: 3 - digits.count) + digits
    }
}

extension TmuxConnection {
    /// What the client has read.
    private struct State {
        var sentCount = 0
        var replies: [Reply] = []
        var changes = 0
        var isWhole = true
        var isAttached = false
        var isEnded = false
        private var rest: [UInt8] = []
        /// The guard of the reply that is being read, and its lines.
        private var reply: (guardText: Substring, lines: [Substring])?
        /// The end of the pane's output, in which a mark may be incomplete.
        private var tail: Substring = ""

        /// Marks of a synchronized frame in the notation of the control mode.
        private static let marks = (begin: #"\033[?2026h"#, end: #"\033[?2026l"#)

        mutating func read(_ bytes: ArraySlice<UInt8>, isEnd: Bool) {
            rest += bytes
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                read(Substring(decoding: rest[..<end], as: UTF8.self))
                rest.removeSubrange(...end)
            }
            isEnded = isEnd
        }

        private mutating func read(_ line: Substring) {
            if let (guardText, lines) = reply {
                let hasFailed = line == "%error \(guardText)"
                guard hasFailed || line == "%end \(guardText)" else {
                    return reply = (guardText, lines + [line])
                }
                reply = nil
                // Other replies are of commands that the client did not read from its input.
                guard guardText.hasSuffix(" 1") else { return }
                replies.append(
                    Reply(lines: lines, hasFailed: hasFailed, changes: changes, isWhole: isWhole))
            } else if line.hasPrefix("%begin ") {
                reply = (line.dropFirst("%begin ".count), [])
            } else if line.hasPrefix("%session-changed ") {
                isAttached = true
            } else if line.hasPrefix("%output ") {
                let text = tail + line.dropFirst("%output ".count)
                let begin = text.ranges(of: Self.marks.begin).last?.lowerBound
                let end = text.ranges(of: Self.marks.end).last?.lowerBound
                if begin != nil || end != nil {
                    isWhole = (begin ?? text.startIndex) <= (end ?? text.startIndex)
                }
                tail = text.suffix(Self.marks.begin.count - 1)
                changes += 1
            }
        }
    }
}
