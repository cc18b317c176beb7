import FleetCore
import FleetService

/// Description of a feed failure for the screen.
struct FailureBanner: Equatable, Sendable {
    /// Likely origin of a failure.
    enum Origin: Equatable, Sendable {
        /// The network, often the user's own connection.
        case connection
        /// The service.
        case service
        /// The user's setup: credentials, addresses, files.
        case setup
    }

    let origin: Origin
    /// Kind of failure, in a few words.
    let title: String
    /// Cause, with the address or file.
    let cause: String
    /// Cause without the address or file.
    let reason: String
    /// Suggested action.
    let hint: String
    /// Next step, with a countdown.
    let next: String
    /// Next step in a few words.
    let shortNext: String

    /// Time from an error until a service without retries stops, as set in the service.
    private static let stopsAfter = Duration.seconds(5)

    /// Creates the banner for a state; `nil` if nothing failed.
    init?(_ update: StateUpdate?, now: Timestamp) {
        switch update?.state {
        case .failed(let failure, let retryAt?, let attempt, _):
            let wait = (retryAt - now).secondsToWait
            let tries = attempt > 1 ? " (failed \(attempt) times)" : ""
            self.init(
                failure, next: "next attempt in \(wait) s\(tries); r retries now",
                shortNext: "next attempt in \(wait) s; r: now")
        case .failed(let failure, nil, _, _):
            let end = (update?.at ?? now) + Self.stopsAfter
            let wait = (end - now).secondsToWait
            self.init(
                failure, next: "stopping in \(wait) s; r retries",
                shortNext: "stopping in \(wait) s; r: retry")
        case .stopped(let failure?, _):
            self.init(
                failure, next: "stopped; r restarts", shortNext: "stopped; r: restart")
        case .idle, .loading, .live, .stopped(nil, _), nil: return nil
        }
    }

    private init(_ failure: FeedFailure, next: String, shortNext: String) {
        (origin, title) = Self.originAndTitle(of: failure)
        cause = failure.cause
        reason = failure.message
        hint = Self.hint(for: failure)
        (self.next, self.shortNext) = (next, shortNext)
    }

    /// Returns a hint that fits the screen; the hints for commands mention options.
    private static func hint(for failure: FeedFailure) -> String {
        switch failure.reason {
        case .network(.unreachable), .network(.connectTimeout), .network(.readTimeout),
            .network(.connectionReset), .network(.truncated),
            .network(.connection):
            "check your network connection"
        case .service(.status)
        where failure.kind == .service && failure.retryAfterSeconds == nil && !failure.isThrottled,
            .service(.simulatedServerError):
            "the service has a problem; nothing to fix on your side"
        default: failure.hint
        }
    }

    private static func originAndTitle(of failure: FeedFailure) -> (Origin, String) {
        switch (failure.kind, failure.reason) {
        case (.connection, _): (.connection, "No connection")
        case (.service, .service(.status(500...))), (.service, .service(.simulatedServerError)):
            (.service, "Internal server error")
        case (.service, .service(.notReady)): (.service, "No data yet")
        case (.service, _): (.service, "Request refused")
        case (.access, _): (.setup, "Access denied")
        case (.content, _): (.service, "Cannot read the feed")
        case (.input, _): (.setup, "Cannot read the source")
        case (.usage, _): (.setup, "Invalid source")
        }
    }

    /// Symbol before the title.
    var sign: String {
        switch origin {
        case .connection: "⇄"
        case .service: "▲"
        case .setup: "!"
        }
    }

    /// Color of the title.
    var color: ColorRole { origin == .connection ? .warning : .bad }
}

extension FailureBanner {
    /// Returns its height: two rows above a list for the connection, five for other failures, and
    /// the whole screen without a list.
    func rows(aboveList hasList: Bool, in screen: Rect) -> Int {
        guard hasList else { return screen.rows }
        return origin == .connection || screen.rows < 16 ? 2 : 5
    }

    /// Draws the banner, in the height that `rows(aboveList:in:)` returned.
    func render(aboveList hasList: Bool, in part: Rect, on canvas: inout Canvas) {
        canvas.draw(in: part) { canvas in
            if !hasList {
                renderAlone(in: part, on: &canvas)
            } else if part.rows > 2 {
                renderPanel(in: part, on: &canvas)
            } else {
                renderBanner(in: part, on: &canvas)
            }
        }
    }

    private func renderBanner(in part: Rect, on canvas: inout Canvas) {
        canvas.fill(part, Style(on: .sheet))
        let used = canvas.put(
            " \(sign) \(title): ", column: part.column, row: part.row,
            Style(color, on: .sheet, bold: true))
        canvas.put(
            reason, column: part.column + used, row: part.row, Style(on: .sheet),
            limit: part.columns - used - 1)
        canvas.put(
            "   " + (part.columns < 60 ? shortNext : next), column: part.column, row: part.row + 1,
            Style(.muted, on: .sheet),
            limit: part.columns - 1)
    }

    private func renderPanel(in part: Rect, on canvas: inout Canvas) {
        canvas.fill(part, .plain)
        canvas.frame(part, Style(color))
        canvas.put(
            " \(sign) \(title) ", column: part.column + 2, row: part.row, Style(color, bold: true),
            limit: part.columns - 4)
        let body = part.inset(columns: 2, rows: 1)
        for (row, (text, style)) in [(cause, Style.plain), (hint, Style(.muted)), (next, .plain)]
            .enumerated()
        {
            canvas.put(
                text, column: body.column, row: body.row + row, style, limit: body.columns)
        }
    }

    private func renderAlone(in part: Rect, on canvas: inout Canvas) {
        let lines: [(String, Style)] = [
            ("\(sign) \(title)", Style(color, bold: true)), ("", .plain), (cause, .plain),
            (hint, Style(.muted)), ("", .plain), (next, Style(.accent)),
        ]
        let width = max(8, part.columns - 4)
        let wrapped = lines.flatMap { text, style in
            text.wrapped(to: width).map { ($0, style) }
        }
        let top = part.row + max(0, (part.rows - wrapped.count) / 2)
        for (row, (text, style)) in wrapped.enumerated() {
            canvas.putCentered(text, in: part, row: top + row, style)
        }
    }
}

extension String {
    /// Returns the text in lines of at most `columns` columns, broken at spaces if possible.
    func wrapped(to columns: Int) -> [String] {
        DisplayWidth.wrapped(TerminalText.drawable(limited), to: columns)
    }
}
