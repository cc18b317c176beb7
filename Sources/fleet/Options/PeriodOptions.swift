import ArgumentParser
import FleetCore

/// The options for a period of the history of a source.
struct PeriodOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Start: a day, 'last week' (from Monday), or a time as of --at.", valueName: "day|time")
    )
    var from: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "End: a day, which is included, or a time, which is not. (default: now)",
            valueName: "day|time"))
    var to: String?

    @Option(
        help: ArgumentHelp(
            "Instead of --from and --to: the time of this length until now, such as 7d, or the last "
                + "day, week (Monday to Sunday) or month.", valueName: "duration|week"))
    var last: String?

    /// The first option that is used; `nil` without one.
    var used: String? {
        UsedOptions(
            dictionaryLiteral: ("--from", from != nil), ("--to", to != nil), ("--last", last != nil)
        ).first
    }

    func validate() throws {
        if last != nil, from != nil || to != nil {
            throw ValidationError("--last cannot be used with --from or --to")
        }
    }

    var period: HistoryPeriod { HistoryPeriod(from: from, to: to, last: last) }
}
