import ArgumentParser

/// Option for the source that a command reads.
struct SourceOption: ParsableArguments {
    @Option(
        name: .customLong("source"),
        help: ArgumentHelp(
            "Name of a source, or a location: an http(s) address, a file, sim://demo, or - for "
                + "standard input. (default: see `fleet source use`)",
            valueName: "name|location"))
    var text: String?
}
