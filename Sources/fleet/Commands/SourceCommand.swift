import ArgumentParser

/// `fleet source`: the named sources of vehicles.
struct SourceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "source",
        abstract: "Add, list, show, edit and remove sources, and set the default source.",
        examples: [
            "Add a GBFS feed": "fleet source add oslo https://example.com/gbfs/gbfs.json",
            "Make it the default source": "fleet source use oslo",
            "List all sources": "fleet source list",
        ],
        subcommands: [
            SourceAddCommand.self, SourceListCommand.self, SourceShowCommand.self,
            SourceUseCommand.self, SourceEditCommand.self, SourceRenameCommand.self,
            SourceRemoveCommand.self,
        ],
        defaultSubcommand: SourceListCommand.self
    )
}
