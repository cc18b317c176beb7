import FleetCore
import FleetService

/// View of the states of a watched source.
enum WatchView: Sendable {
    /// A table, redrawn with every snapshot.
    case table(WatchTable)
    /// One line of JSON per state.
    case lines(CommandContext)
    /// One line per event.
    case events(WatchEvents)
    /// A table of sites, redrawn with every snapshot.
    case siteTable(SiteWatchTable)
    /// One line per new sensor value or alarm.
    case siteEvents(SiteWatchEvents)

    /// Shows a state.
    func show(_ update: StateUpdate) throws {
        switch self {
        case .table(let table): try table.show(update.state)
        case .lines(let context):
            let offset = context.stoppedClock.map { $0 - update.at } ?? .zero
            try context.output.write(update.json(clockOffset: offset).text.string + "\n")
            try context.output.finish()
        case .events(let events): try events.show(update)
        case .siteTable(let table): try table.show(update.state)
        case .siteEvents(let events): try events.show(update)
        }
    }

    /// Waits until all output is written.
    func finish() throws {
        switch self {
        case .table, .lines, .siteTable: break
        case .events(let events): try events.finish()
        case .siteEvents(let events): try events.finish()
        }
    }
}
