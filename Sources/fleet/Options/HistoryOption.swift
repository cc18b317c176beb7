import ArgumentParser
import FleetCommandLine
import FleetCore

/// The option for the history of a source.
struct HistoryOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Keep each change for this time, and at most this size: 30d, or 30d,5GB; off keeps none, "
                + "and default is what the server has for all sources.",
            valueName: "time[,size]|off|default"))
    var history: SourceHistory?
}

/// The history of a source, on the command line.
struct SourceHistory: ExpressibleByArgument, Sendable {
    /// `nil` for the default.
    let choice: HistoryChoice?

    init?(argument: String) {
        guard argument != "default" else { choice = nil; return }
        guard let choice = HistoryChoice(argument: argument) else { return nil }
        self.choice = choice
    }
}
