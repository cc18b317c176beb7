import ArgumentParser

/// Options for the output of `fleet site watch`.
struct SiteWatchOutputOptions: ParsableArguments {
    @Option(help: "A table, or a line of JSON for each new value and alarm.")
    var format: WatchFormat = .table

    @OptionGroup var ansi: AnsiOption
}
