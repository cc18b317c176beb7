import ArgumentParser
import FleetCore

/// The options for a period of the history of a source.
struct PeriodOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Start: a day, or a time as of --at.", valueName: "day|time"))
    var from: String?

    @Option(
        help: ArgumentHelp(
            "End: a day, which is included, or a time, which is not. (default: now)",
            valueName: "day|time"))
    var to: String?

    var period: HistoryPeriod { HistoryPeriod(from: from, to: to) }
}
