import ArgumentParser
import FleetCore

/// Options for the output of `fleet list`.
struct ListOutputOptions: ParsableArguments {
    @Option(help: "Output format.")
    var format: ListFormat = .table

    @OptionGroup var ansi: AnsiOption
}
