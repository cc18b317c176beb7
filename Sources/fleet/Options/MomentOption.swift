import ArgumentParser

/// The option for a time in the history of a source.
struct MomentOption: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Show the state at a past time that the history has, without a request: 14:00, "
                + "2026-05-01 14:00, with an offset, yesterday, 'yesterday 14:00', '7 days ago' or -2h.",
            valueName: "time"))
    var at: String?
}
