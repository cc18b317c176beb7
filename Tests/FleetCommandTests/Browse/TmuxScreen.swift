import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The program on a terminal that others wrote: a pane of 80 × 24 characters of a tmux server of its
/// own, which a person types into and looks at.
///
/// The server ends with the last reference to the screen.
final class TmuxScreen: Sendable {
    /// How long something may take to be seen, in seconds.
    static let patience = 10.0

    private let tmux: Tmux
    /// The processes of the server and of what it runs; `nil` when they have ended.
    private let processes: Observed<(server: pid_t, pane: pid_t)?>

    /// Starts the program, and tells of its end.
    convenience init(
        _ home: FleetHome, _ arguments: String..., environment: [String: String] = [:]
    ) async throws {
        let variables = environment.map { "\($0)=\($1)" }
        try await self.init(
            home, command: ["sh", "-c", Self.script] + variables + ["fleet"] + arguments)
    }

    /// Starts a command, with the program on the path.
    init(_ home: FleetHome, command: [String]) async throws {
        let tmux = Tmux(home: home)
        let options = [
            ["set", "-g", "status", "off"], ["set", "-s", "set-clipboard", "on"],
            ["set", "-g", "default-terminal", "tmux-256color"],
        ]
        let session = [
            "new-session", "-d", "-P", "-F", "#{pid} #{pane_pid}", "-x", "80", "-y", "24",
        ]
        let words = (["start-server", ";"] + options.joined(separator: [";"]))
        let answer = try await tmux.run(words + [";"] + session + command)
        self.tmux = tmux
        let numbers = answer.split(whereSeparator: \.isWhitespace).compactMap { pid_t($0) }
        try #require(numbers.count == 2, "\(answer)")
        processes = Observed((numbers[0], numbers[1]))
    }

    deinit {
        guard let (server, pane) = processes.value else { return }
        // Nothing may write into the home any more, which goes now.
        kill(-pane, SIGKILL)
        kill(server, SIGTERM)
    }

    /// Runs a program as an interactive shell does that the terminal's signals leave alone, and then
    /// tells its end and how the terminal's modes were before and after.
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
    /// Presses keys, each by the name that tmux gives it.
    func press(_ keys: String...) async throws { try await tmux.run(["send-keys"] + keys) }

    /// Types a text, or whatever else a terminal sends.
    func type(_ text: String) async throws { try await tmux.run(["send-keys", "-l", text]) }

    /// Reports something that was done with the mouse, at a place that counts from 0 (xterm control
    /// sequences, "Extended coordinates").
    func mouse(_ button: MouseButton, column: Int, row: Int, isUp: Bool = false) async throws {
        try await type(
            "\u{1B}[<\(button.rawValue);\(column + 1);\(row + 1)\(isUp ? "m" : "M")")
    }

    /// Presses the left button and lets it go.
    func click(column: Int, row: Int) async throws {
        try await mouse(.left, column: column, row: row)
        try await mouse(.left, column: column, row: row, isUp: true)
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
    /// The rows of the screen, without the spaces at their ends.
    var rows: [String] {
        get async throws {
            let text = try await tmux.run(["capture-pane", "-p"])
            return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
                .map(String.init)
        }
    }

    /// The screen with the escape sequences that draw it so.
    var drawn: String { get async throws { try await tmux.run(["capture-pane", "-p", "-e"]) } }

    /// What was copied last.
    var clipboard: String { get async throws { try await tmux.run(["show-buffer"]) } }

    /// What tmux makes of a format, such as `#{pane_title}`.
    func value(_ format: String) async throws -> String {
        String(try await tmux.run(["display", "-p", format]).dropLast())
    }

    /// Takes the terminal away from what runs in it.
    func close() async throws {
        processes.change { $0 = nil }
        try await tmux.run(["kill-server"])
    }

    /// Sends a signal to the process that the pane's command runs.
    func signal(_ number: Int32) async throws {
        let parent = try await value("#{pane_pid}")
        try await tmux.home.shell("kill -\(number) $(pgrep -P \(parent))").succeeded()
    }

    /// Returns the screen as soon as the condition holds for it; nobody tells of it, so it is looked
    /// at.
    @discardableResult
    func until(
        _ wish: String, _ location: SourceLocation = #_sourceLocation,
        _ condition: ([String]) -> Bool
    ) async throws -> [String] {
        let end = Date(timeIntervalSinceNow: Self.patience)
        while true {
            let rows = try await rows
            if condition(rows) { return rows }
            let picture = rows.joined(separator: "\n")
            try #require(
                Date() < end, "never seen: \(wish)\n\(picture)", sourceLocation: location)
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Returns as soon as something else than the screen is so.
    func wait(
        for wish: String, location: SourceLocation = #_sourceLocation, _ condition: () -> Bool
    ) async throws {
        try await until(wish, location) { _ in condition() }
    }

    /// Returns the screen as soon as all these texts are on it.
    @discardableResult
    func until(
        _ texts: String..., location: SourceLocation = #_sourceLocation
    ) async throws -> [String] {
        try await until(texts.joined(separator: ", "), location) { rows in
            texts.allSatisfy { text in rows.contains { $0.contains(text) } }
        }
    }

    /// Returns the screen as soon as a text is on it no longer.
    @discardableResult
    func untilGone(
        _ text: String, location: SourceLocation = #_sourceLocation
    ) async throws -> [String] {
        try await until("the end of \(text)", location) { rows in
            !rows.contains { $0.contains(text) }
        }
    }

    /// Claims that the program ends so, and that the terminal is as it was.
    func ends(
        _ status: Int, location: SourceLocation = #_sourceLocation
    ) async throws {
        let rows = try await until("ended \(status), modes ", location: location)
        #expect(rows.contains("ended \(status), modes same"), sourceLocation: location)
        #expect(try await modes == "0 0 0 1", sourceLocation: location)
    }

    /// Whether the alternate screen, the mouse and the keypad are on, and the cursor is shown.
    var modes: String {
        get async throws {
            try await value("#{alternate_on} #{mouse_any_flag} #{keypad_flag} #{cursor_flag}")
        }
    }
}
