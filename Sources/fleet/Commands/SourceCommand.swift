import ArgumentParser

/// `fleet source`: the named places that vehicles come from.
struct SourceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "source",
        abstract: "Add, list, show, choose and remove sources.",
        subcommands: [
            SourceAddCommand.self, SourceListCommand.self, SourceShowCommand.self,
            SourceUseCommand.self, SourceRemoveCommand.self,
        ],
        defaultSubcommand: SourceListCommand.self
    )
}
