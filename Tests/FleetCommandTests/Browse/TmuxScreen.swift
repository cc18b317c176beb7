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

/// The program in an independent terminal: a pane of 80 × 24 characters in a separate tmux server,
/// which takes input and returns the screen.
///
/// The server ends with the last reference to the screen.
final class TmuxScreen: Sendable {
    private let home: FleetHome
    private let tmux: TmuxConnection
    /// IDs of the processes of the server and of its pane; `nil` when they have ended.
    private let processes: Observed<(server: pid_t, pane: pid_t)?>

    /// Starts the program; the screen shows its exit status at the end.
    convenience init(
        _ home: FleetHome, _ arguments: String..., environment: [String: String] = [:]
    ) async throws {
        let variables = environment.map { "\($0)=\($1)" }
        try await self.init(
            home, command: ["sh", "-c", Self.script] + variables + ["fleet"] + arguments)
    }

    /// Starts a command, with the program in the search path.
    init(_ home: FleetHome, command: [String]) async throws {
        self.home = home
        let tmux = try await TmuxConnection(home: home, command: command)
        self.tmux = tmux
        let reply = try await tmux.run(["display", "-p", "#{pid} #{pane_pid}"]).lines.joined()
        let numbers = reply.split(separator: " ").compactMap { pid_t($0) }
        try #require(numbers.count == 2, "\(reply)")
        processes = Observed((numbers[0], numbers[1]))
    }

    deinit {
        guard let (server, pane) = processes.value else { return }
        // No process may write into the home, which is deleted next.
        kill(-pane, SIGKILL)
        kill(server, SIGTERM)
    }

    /// Runs a program as an interactive shell does, which survives Ctrl-C, then prints the exit
    /// status and whether the program restored the terminal's modes.
    private static let script = """
        ulimit -c 0; trap : INT
        before=$(stty -g)
        env "$0" "$@"
        status=$?
        [ "$before" = "$(stty -g)" ] && modes=same || modes=different
        echo "ended $status, modes $modes"
        exec cat
        """
}

extension TmuxScreen {
    /// Presses keys by their names in tmux.
    func press(_ keys: String...) async throws { try await tmux.run(["send-keys"] + keys) }

    /// Types text or other input of a terminal.
    func type(_ text: String) async throws { try await tmux.run(["send-keys", "-l", text]) }

    /// Sends a mouse event at a position that counts from 0 (xterm control sequences, "Extended
    /// coordinates").
    func mouse(_ button: MouseButton, column: Int, row: Int, isRelease: Bool = false) async throws {
        try await type(
            "\u{1B}[<\(button.rawValue);\(column + 1);\(row + 1)\(isRelease ? "m" : "M")")
    }

    /// Presses and releases the left button.
    func click(column: Int, row: Int) async throws {
        try await mouse(.left, column: column, row: row)
        try await mouse(.left, column: column, row: row, isRelease: true)
    }

    enum MouseButton: Int {
        case left = 0
        case drag = 32
        case wheelUp = 64
        case wheelDown = 65
    }

    func resize(columns: Int, rows: Int) async throws {
        try await tmux.run(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
    }
}

extension TmuxScreen {
    /// Rows of the screen without trailing spaces.
    var rows: [String] { get async throws { try await capture().lines.map(String.init) } }

    private func capture() async throws -> TmuxConnection.Reply {
        try await tmux.run(["capture-pane", "-p"])
    }

    /// The screen with its color escape sequences.
    var styledText: String {
        get async throws {
            try await tmux.run(["capture-pane", "-p", "-e"]).lines.map { $0 + "\n" }.joined()
        }
    }

    /// Text that was copied last.
    var clipboard: String {
        get async throws { try await tmux.run(["show-buffer"]).lines.joined(separator: "\n") }
    }

    /// Returns the value of a tmux format such as `#{pane_title}`.
    func value(_ format: String) async throws -> String {
        try await tmux.run(["display", "-p", format]).lines.joined(separator: "\n")
    }

    /// Closes the terminal of the running command.
    func close() async throws {
        processes.change { $0 = nil }
        try await tmux.run(["kill-server"])
        await tmux.waitForEnd()
    }

    /// Sends a signal to the child process of the pane's command.
    func signal(_ number: Int32) async throws {
        let parent = try await value("#{pane_pid}")
        try await home.shell("kill -\(number) $(pgrep -P \(parent))").succeeded()
    }

    /// Returns the screen as soon as it shows a whole frame that meets the condition.
    @discardableResult
    func waitUntil(
        _ description: String, _ location: SourceLocation = #_sourceLocation,
        _ condition: ([String]) -> Bool
    ) async throws -> [String] {
        let deadline = Deadline(description, location)
        while true {
            let screen = try await capture()
            let rows = screen.lines.map(String.init)
            if screen.isWhole, condition(rows) { return rows }
            let isChanged = await tmux.waitForChange(since: screen.changes)
            try deadline.check(rows.joined(separator: "\n"))
            try #require(
                isChanged, "ended before \(description)\n\(rows.joined(separator: "\n"))",
                sourceLocation: location)
        }
    }

    /// Returns as soon as a condition outside the screen is met.
    func wait(
        for description: String, location: SourceLocation = #_sourceLocation,
        _ condition: () -> Bool
    ) async throws {
        try await FleetTestSupport.waitUntil(description, location) { condition() }
    }

    /// Returns the screen as soon as it shows all these texts.
    @discardableResult
    func waitUntil(
        _ texts: String..., location: SourceLocation = #_sourceLocation
    ) async throws -> [String] {
        try await waitUntil(texts.joined(separator: ", "), location) { rows in
            texts.allSatisfy { text in rows.contains { $0.contains(text) } }
        }
    }

    /// Returns the screen as soon as it no longer shows a text.
    @discardableResult
    func waitUntilGone(
        _ text: String, location: SourceLocation = #_sourceLocation
    ) async throws -> [String] {
        try await waitUntil("the end of \(text)", location) { rows in
            !rows.contains { $0.contains(text) }
        }
    }

    /// Expects the program to exit with this status and to restore the terminal.
    func expectExit(
        _ status: Int, location: SourceLocation = #_sourceLocation
    ) async throws {
        let rows = try await waitUntil("ended \(status), modes ", location: location)
        #expect(rows.contains("ended \(status), modes same"), sourceLocation: location)
        #expect(try await modes == "0 0 0 1", sourceLocation: location)
    }

    /// Flags (`0` or `1`) of the alternate screen, the mouse, the keypad and the visible cursor.
    var modes: String {
        get async throws {
            try await value("#{alternate_on} #{mouse_any_flag} #{keypad_flag} #{cursor_flag}")
        }
    }
}
