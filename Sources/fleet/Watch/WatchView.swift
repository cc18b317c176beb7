import FleetCore
import FleetService

/// How the states of a watched source are shown.
enum WatchView: Sendable {
    /// A table, drawn anew with every snapshot.
    case table(WatchTable)
    /// A line of JSON for every state.
    case lines(Composition)
    /// A line for everything that happened.
    case events(WatchEvents)
    /// Sites, drawn anew with every snapshot.
    case siteTable(SiteWatchTable)
    /// A line for everything that the sensors of sites told.
    case siteEvents(SiteWatchEvents)

    /// Shows a state.
    func show(_ update: StateUpdate) throws {
        switch self {
        case .table(let table): try table.show(update.state)
        case .lines(let composition):
            let lead = composition.stoppedClock.map { $0 - update.at } ?? .zero
            try composition.output.write(update.json(timesMovedBy: lead).text.string + "\n")
            try composition.output.finish()
        case .events(let events): try events.show(update)
        case .siteTable(let table): try table.show(update.state)
        case .siteEvents(let events): try events.show(update)
        }
    }

    /// Ends what is still being written.
    func finish() throws {
        switch self {
        case .table, .lines, .siteTable: break
        case .events(let events): try events.finish()
        case .siteEvents(let events): try events.finish()
        }
    }
}
