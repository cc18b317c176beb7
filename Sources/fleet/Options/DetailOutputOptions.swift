import ArgumentParser
import FleetCore

/// Options for the output of `fleet detail`.
struct DetailOutputOptions: ParsableArguments {
    @Option(help: "Output format.")
    var format: ReportFormat = .text

    @Option(
        help: ArgumentHelp(
            "Write the operator's picture of the vehicle type to this file (- for standard output).",
            valueName: "file|-"))
    var picture: String?

    @OptionGroup var ansi: AnsiOption
}
