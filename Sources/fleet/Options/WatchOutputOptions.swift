import ArgumentParser

/// Output format of a watched source.
enum WatchFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
    case table
    case ndjson
}

/// Options for the output of `fleet watch`.
struct WatchOutputOptions: ParsableArguments {
    @Flag(help: "Print events instead of a table: appeared, moved, battery_low and others.")
    var events = false

    @Option(help: "A table, or a line of JSON for each state or event.")
    var format: WatchFormat = .table

    @OptionGroup var ansi: AnsiOption
}
