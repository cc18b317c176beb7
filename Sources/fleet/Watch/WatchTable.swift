import FleetCore
import FleetService
import FleetStore

/// A watched source as a table: on a terminal drawn over the one before, in a pipe one after the other.
struct WatchTable: Sendable {
    let subscription: Subscription
    let filter: Filter
    let ansi: AnsiOption
    let composition: Composition

    /// Shows a state: a snapshot as a table, anything else as a line beside it.
    func show(_ state: ServiceState) throws {
        guard case .live(_, let nextAt) = state else {
            return composition.output.say(line(for: state))
        }
        try draw()
        if composition.output.isTerminal {
            composition.output.say("next reading in \(seconds(until: nextAt)) s, Ctrl-C ends")
        }
    }

    private func draw() throws {
        let output = composition.output
        try subscription.read { stored in
            let listing = try Listing(
                stored, query, of: subscription.source.selected, isStale: false)
            if output.isTerminal { try output.write("\u{1B}[H\u{1B}[J") }
            _ = try listing.write(
                as: .table, hasHeader: true, style: composition.tableStyle(ansi), to: output)
            output.warn(of: listing.reading)
        }
    }

    /// The vehicles that there is room for: a terminal's rows without header, column heads and state.
    private var query: VehicleQuery {
        var query = VehicleQuery()
        query.filter = filter
        query.limit = composition.output.size.map { max(1, $0.rows - 6) }
        return query
    }

    private func line(for state: ServiceState) -> String {
        switch state {
        case .idle, .loading, .live: "reading \(subscription.source.selected.label) …"
        case .failed(let failure, let retryAt?, _, _):
            "error: \(failure.cause); trying again in "
                + "\(seconds(until: retryAt)) s"
        case .failed(let failure, nil, _, _): "error: \(failure.cause)"
        case .stopped: "stopped: `fleet refresh` begins anew"
        }
    }

    private func seconds(until time: Timestamp) -> Int64 {
        (time - composition.now()).secondsToWait
    }
}
