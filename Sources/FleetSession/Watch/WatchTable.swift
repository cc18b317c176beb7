package import FleetCore
import FleetService
import FleetStore

/// View of a watched source as a table, redrawn in place on a terminal, appended in a pipe.
package struct WatchTable: Sendable {
    let subscription: Subscription
    let filter: Filter
    /// Whether the colors of the filter are saved ones.
    let hasSavedColors: Bool
    let ansi: AnsiChoice
    let context: CommandContext

    package init(
        subscription: Subscription, filter: Filter, hasSavedColors: Bool, ansi: AnsiChoice,
        context: CommandContext
    ) {
        self.subscription = subscription
        self.filter = filter
        self.hasSavedColors = hasSavedColors
        self.ansi = ansi
        self.context = context
    }

    /// Shows a state: a snapshot as a table, any other state as a line on standard error.
    func show(_ state: ServiceState) throws {
        if case .live = state {
            try draw()
            guard context.output.isTerminal else { return }
        }
        subscription.log(state)
    }

    private func draw() throws {
        let output = context.output
        try subscription.read { stored in
            let listing = try Listing(
                stored, query, of: subscription.source.selected, isStale: false
            ).withSavedColors(hasSavedColors)
            if output.redraws { try output.write("\u{1B}[H\u{1B}[J") }
            _ = try listing.write(
                as: .table, hasHeader: true, style: context.tableStyle(ansi), to: output)
            output.warn(of: listing.parseReport)
        }
    }

    /// Query for the vehicles that fit: the terminal's rows minus header, column titles and state
    /// line.
    private var query: VehicleQuery {
        var query = VehicleQuery()
        query.filter = filter.at(context.shownNow())
        query.limit = context.output.size.map { max(1, $0.rows - 6) }
        return query
    }
}

extension Subscription {
    /// Logs when the next update is due, or why there is no snapshot.
    func log(_ state: ServiceState) {
        let line =
            switch state {
            case .idle, .loading: "loading \(source.selected.label) …"
            case .live(_, let nextAt):
                "next update in \(seconds(until: nextAt)) s; press Ctrl-C to stop"
            case .failed(let failure, let retryAt?, _, _):
                "error: \(failure.cause); next attempt in \(seconds(until: retryAt)) s"
            case .failed(let failure, nil, _, _): "error: \(failure.cause)"
            case .stopped: "stopped; run `fleet refresh` to restart"
            }
        source.context.output.log(line)
    }

    private func seconds(until time: Timestamp) -> Int64 {
        (time - source.context.now()).secondsToWait
    }
}
