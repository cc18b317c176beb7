import ArgumentParser
import FleetCommandLine

/// `fleet filter`: the color filter that is saved between runs.
struct FilterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "filter",
        abstract: "Show or clear the saved color filter.",
        examples: [
            "Save a filter by listing with it": "fleet list --color red,blue",
            "Show the saved filter": "fleet filter",
            "Clear it": "fleet filter clear",
        ],
        subcommands: [FilterShowCommand.self, FilterClearCommand.self],
        defaultSubcommand: FilterShowCommand.self
    )
}
