import ArgumentParser

/// The option for a time in the history of a source.
struct MomentOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Show the state at a past time that the history has, without a request: 14:00, "
                + "2026-05-01 14:00, or with an offset.",
            valueName: "time"))
    var at: String?
}
