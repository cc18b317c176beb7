import FleetCore
import FleetRuntime
import FleetService
import POSIX
import Synchronization
import SystemPackage

/// Table of a watch that is redrawn in place on a terminal: with every state, every second, and
/// when the size of the terminal changes.
protocol LiveTable: Sendable {
    var screen: LiveScreen { get }
    /// Whether nothing has been read yet.
    var isEmpty: Bool { get }

    /// Reads the content again, after a new snapshot or a resize.
    func reload() throws
    /// Returns the lines above those of the state, at most `rows`; `nil` before the first snapshot.
    func lines(_ style: TableStyle, rows: Int) throws -> [String]?
}

extension LiveTable {
    /// Shows a state, and the snapshot if it is new.
    func show(_ state: ServiceState) throws {
        screen.update(state)
        if case .live = state {
            try reload()
        } else if isEmpty, state.info != nil {
            try reload()
        }
        try draw()
    }

    /// Handles input; returns false if the watch should end.
    func handle(_ input: WatchInput) throws -> Bool {
        switch input {
        case .tick: try draw()
        case .resized:
            screen.clear()
            if !isEmpty { try reload() }
            try draw()
        case .nextPage:
            screen.turnPage()
            try draw()
        case .quit: return false
        }
        return true
    }

    private func draw() throws {
        try screen.draw { style, rows in try lines(style, rows: rows) }
    }
}

/// Screen of a watch: a table, the latest message, and a line with the state of the service.
final class LiveScreen: Sendable {
    private struct State {
        var service: ServiceState?
        /// Latest message and the time until which it is shown.
        var message: (text: String, until: Timestamp)?
        /// Number of times that the page was turned.
        var page = 0
        /// Whether the screen has been drawn; otherwise the next frame erases it first.
        var isDrawn = false
    }

    /// Time that a message stays.
    private static let messageDuration = Duration.seconds(30)

    private let subscription: Subscription
    private let ansi: AnsiChoice
    private let state = Mutex(State())

    init(of subscription: Subscription, ansi: AnsiChoice) {
        (self.subscription, self.ansi) = (subscription, ansi)
    }

    private var context: CommandContext { subscription.source.context }
    private var output: Output { context.output }

    /// Whether the shown snapshot is older than it should be.
    var isStale: Bool {
        switch state.withLock(\.service) {
        case .failed, .stopped: true
        case .idle, .loading, .live, nil: false
        }
    }

    private var terminalRows: Int { output.size?.rows ?? 24 }

    /// Maximum number of rows of the table, without the state line and the row of the cursor.
    var rows: Int { max(1, terminalRows - 2) }

    /// Runs `body` with messages shown on the screen, instead of on standard error.
    func withMessages(_ body: () async throws -> Void) async throws {
        guard output.showsMessagesOnTerminal else { return try await body() }
        output.redirectMessages { [self] in show($0) }
        defer { output.redirectMessages(to: nil) }
        try await body()
    }

    private func show(_ message: String) {
        let line = message.split(separator: "\n").first.map(String.init) ?? ""
        let until = context.now() + Self.messageDuration
        state.withLock { $0.message = (line, until) }
    }

    func update(_ service: ServiceState) {
        state.withLock { $0.service = service }
        if !output.errorIsTerminal { subscription.log(service) }
    }

    /// Erases the whole screen with the next frame: after a change of the size, its lines may have
    /// been wrapped.
    func clear() {
        state.withLock { $0.isDrawn = false }
    }

    /// Shows the next page with the next frame.
    func turnPage() { state.withLock { $0.page += 1 } }

    /// Returns the index of the current page of `count` pages; the first follows the last.
    func page(of count: Int) -> Int { state.withLock(\.page) % max(count, 1) }

    /// Returns the line below the page with an index.
    func pageLine(_ index: Int, of count: Int) -> String {
        let key = readsKeys ? "press space for the next page" : "use a taller terminal for the rest"
        return "page \(index + 1) of \(count); \(key)"
    }

    private var readsKeys: Bool { FileDescriptor.standardInput.isTerminal }

    /// Draws a frame.
    func draw(_ table: (TableStyle, Int) throws -> [String]?) throws {
        let style = context.tableStyle(ansi)
        let now = context.now()
        let (state, isFirst) = self.state.withLock { state in
            defer { state.isDrawn = true }
            if let message = state.message, message.until <= now { state.message = nil }
            return (state, !state.isDrawn)
        }
        let message = state.message.map { [Self.fitted($0.text, style)] } ?? []
        let status =
            state.service.map { subscription.lines(of: $0, end: end, width: style.width) } ?? [""]
        let lines = try table(style, max(1, rows + 1 - message.count - status.count)) ?? []
        let frame = lines + message + status
        // A line is erased before it is written: behind a full line, the cursor is on its last
        // column.
        let text = frame.suffix(max(1, terminalRows - 1)).map { "\u{1B}[K" + $0 + "\n" }.joined()
        try output.write((isFirst ? "\u{1B}[H\u{1B}[J" : "\u{1B}[H") + text + "\u{1B}[J")
        try output.finish()
    }

    /// The instruction for ending the watch.
    private var end: String {
        readsKeys ? "press q to stop" : "press Ctrl-C to stop"
    }

    private static func fitted(_ text: String, _ style: TableStyle) -> String {
        let safe = TerminalText.escaped(text)
        return style.width.map { DisplayWidth.shortened(safe, to: $0) } ?? safe
    }
}
