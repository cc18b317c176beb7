import ArgumentParser
import FleetCommandLine

/// `fleet favorite`: the favorite vehicles of a source.
struct FavoriteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "favorite",
        abstract: "Add, remove and list favorite vehicles.",
        examples: [
            "Add a favorite": "fleet favorite add ABP-PHY",
            "List the favorites": "fleet favorite",
            "Remove a favorite": "fleet favorite remove ABP-PHY",
        ],
        subcommands: [
            FavoriteAddCommand.self, FavoriteRemoveCommand.self, FavoriteListCommand.self,
            FavoriteCopyCommand.self,
        ],
        defaultSubcommand: FavoriteListCommand.self
    )
}
