package import FleetCore
package import FleetRuntime
import FleetService
import Synchronization

/// View of a watched source as a table, redrawn in place on a terminal, appended in a pipe.
package struct WatchTable: LiveTable {
    let subscription: Subscription
    let selection: WatchSelection
    /// The saved colors, if the table uses them.
    let savedColors: ColorFilter?
    let screen: LiveScreen
    private let ansi: AnsiChoice
    private let context: CommandContext
    private let content = WatchContent<WatchedVehicles>()

    package init(
        subscription: Subscription, selection: WatchSelection, savedColors: ColorFilter?,
        ansi: AnsiChoice, context: CommandContext
    ) {
        (self.subscription, self.selection) = (subscription, selection)
        self.savedColors = savedColors
        (self.ansi, self.context) = (ansi, context)
        screen = LiveScreen(of: subscription, ansi: ansi)
    }

    /// Whether the terminal can redraw the table in place.
    var isLive: Bool { context.output.redraws }

    /// Appends a snapshot as a table; any other state is a line on standard error.
    func append(_ state: ServiceState) throws {
        guard case .live = state else { return subscription.log(state) }
        try withListing(limit: nil) { listing in
            try listing.writeTable(context.tableStyle(ansi), to: context.output)
            listing.warnOfParsing(context.output)
        }
        if context.output.isTerminal { subscription.log(state) }
    }

    var isEmpty: Bool { content.value == nil }

    func reload() throws {
        let rows = screen.rows
        try withListing(limit: rows) { listing in
            var vehicles: [Vehicle] = []
            try listing.vehicles { vehicles.append($0) }
            var header = listing.header
            header.limit = selection.query.limit
            content.value = WatchedVehicles(header: header, vehicles: vehicles)
            listing.warnOfParsing(context.output)
        }
    }

    /// Reads the listing of at most `limit` vehicles.
    private func withListing(limit: Int?, _ body: (Listing) throws -> Void) throws {
        try selection.read(subscription.store) { stored, query in
            var query = query
            if let savedColors {
                (query.filter.color, query.hasSavedColors) = (savedColors, true)
            }
            query.limit = [query.limit, limit].compactMap(\.self).min()
            try body(
                Listing(stored, query, of: subscription.source.selected, isStale: false))
        }
    }

    func lines(_ style: TableStyle, rows: Int) throws -> [String]? {
        guard var shown = content.value else { return nil }
        shown.header.isStale = screen.isStale
        return try shown.lines(style, rows: rows)
    }
}

/// Vehicles of a watch that fit on the screen, to be drawn again while they age.
struct WatchedVehicles: Sendable {
    var header: ListHeader
    /// The first vehicles of the list.
    let vehicles: [Vehicle]

    /// Returns the header and the table in at most `rows` lines; the last one counts the vehicles
    /// that do not fit.
    func lines(_ style: TableStyle, rows: Int) throws -> [String] {
        let top = TableHeader(header, style: style).text.lines
        let room = rows - top.count
        guard header.shown > 0, room > 0 else { return Array(top.prefix(rows)) }
        // The titles, the note about hidden columns and the number of hidden vehicles take rows.
        let others = try lines(of: vehicles[...], style).count - vehicles.count
        let shown = room - others >= header.shown ? header.shown : max(0, room - others - 1)
        let hidden = header.shown - min(shown, vehicles.count)
        let table = try shown > 0 ? lines(of: vehicles.prefix(shown), style) : []
        let rest = hidden > 0 ? ["… and \(hidden) more"] : []
        return Array((top + table + rest).prefix(rows))
    }

    private func lines(of vehicles: ArraySlice<Vehicle>, _ style: TableStyle) throws -> [String] {
        var text = ""
        var sink = ByteSink { text += String(decoding: $0, as: UTF8.self) }
        _ = try VehicleListEncoder(format: .table, header: header, style: style).write(
            vehicles: { body in try vehicles.forEach(body) }, to: &sink)
        return text.lines
    }
}

/// Shared reference to the content of a watch.
final class WatchContent<Value: Sendable>: Sendable {
    private let stored = Mutex<Value?>(nil)

    /// The shown content; `nil` before the first snapshot.
    var value: Value? {
        get { stored.withLock(\.self) }
        set { stored.withLock { $0 = newValue } }
    }
}

extension String {
    /// The lines of a text that ends with a line end.
    var lines: [String] {
        split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }
}

extension Subscription {
    /// Logs when the next update is due, or why there is no snapshot.
    func log(_ state: ServiceState) {
        let output = source.context.output
        let end = output.isTerminal ? "press Ctrl-C to stop" : nil
        for line in lines(of: state, end: end) { output.log(line) }
    }

    /// Returns lines with the time until the next update, after the cause if there is no snapshot.
    ///
    /// They are safe for a terminal.
    /// - Parameters:
    ///   - end: How the watch is ended.
    ///   - width: Width of the terminal; `nil` for lines that are not wrapped.
    func lines(of state: ServiceState, end: String?, width: Int? = nil) -> [String] {
        let (failure, next) = report(of: state)
        let last = [next, end].compactMap(\.self).joined(separator: "; ")
        return ((failure.map(message) ?? []) + [last].filter { !$0.isEmpty }).flatMap { line in
            let line = TerminalText.escaped(line)
            return width.map { DisplayWidth.wrapped(line, to: $0) } ?? [line]
        }
    }

    /// Returns the failure of a state, and the next step.
    private func report(of state: ServiceState) -> (FeedFailure?, next: String?) {
        switch state {
        case .idle, .loading: (nil, "loading \(source.selected.label) …")
        case .live(_, let nextAt): (nil, "next update in \(seconds(until: nextAt)) s")
        case .failed(let failure, let retryAt, _, _):
            (failure, retryAt.map { "next attempt in \(seconds(until: $0)) s" })
        case .stopped(let failure, _):
            (failure, "stopped; `fleet refresh\(source.selected.option)` starts it again")
        }
    }

    private func message(_ failure: FeedFailure) -> [String] {
        let selected = source.selected
        guard failure.reason == .content(.onlyStations) else {
            let stations = "; `fleet site list\(selected.option)` shows the stations"
            let rest = failure.leavesStations == true ? stations : ""
            return ["error: " + failure.cause, "hint: " + failure.hint + rest]
        }
        return [
            "\(selected.label) has no vehicles; "
                + "`fleet site list\(selected.option)` shows its stations"
        ]
    }

    private func seconds(until time: Timestamp) -> Int64 {
        (time - source.context.now()).secondsToWait
    }
}
