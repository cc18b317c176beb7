import ArgumentParser

/// `fleet favorite`: the vehicles that a person wants to have at hand.
struct FavoriteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "favorite",
        abstract: "Add, remove and list favorite vehicles.",
        subcommands: [
            FavoriteAddCommand.self, FavoriteRemoveCommand.self, FavoriteListCommand.self,
        ],
        defaultSubcommand: FavoriteListCommand.self
    )
}
