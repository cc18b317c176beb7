import ArgumentParser

/// `fleet filter`: the colors that are kept between runs.
struct FilterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "filter",
        abstract: "Show or clear the saved color filter.",
        subcommands: [FilterShowCommand.self, FilterClearCommand.self],
        defaultSubcommand: FilterShowCommand.self
    )
}
