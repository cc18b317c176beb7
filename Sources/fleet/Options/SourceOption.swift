import ArgumentParser

/// Which source a command reads.
struct SourceOption: ParsableArguments {
    @Option(
        name: .customLong("source"),
        help: ArgumentHelp(
            "The name of a source, or a location: an http(s) address, a file, sim://… or -.",
            valueName: "name|location"))
    var text: String?
}
