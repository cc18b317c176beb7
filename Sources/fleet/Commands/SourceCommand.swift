import ArgumentParser
import FleetCommandLine

/// `fleet source`: the named sources of vehicles.
struct SourceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "source",
        abstract: "Find, add, list, show, edit and remove sources, and set the default source.",
        examples: [
            "Find a system in the public catalogue": "fleet source search oslo",
            "Add a GBFS feed": "fleet source add oslo https://example.com/gbfs/gbfs.json",
            "Make it the default source": "fleet source use oslo",
            "List all sources": "fleet source list",
        ],
        subcommands: [
            SourceAddCommand.self, SourceSearchCommand.self, SourceListCommand.self,
            SourceShowCommand.self, SourceUseCommand.self, SourceEditCommand.self,
            SourceRenameCommand.self, SourceRemoveCommand.self,
        ],
        defaultSubcommand: SourceListCommand.self
    )
}
