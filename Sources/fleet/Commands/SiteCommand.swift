import ArgumentParser
import FleetCommandLine

/// `fleet site`: the stations and depots of a source.
struct SiteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "site",
        abstract: "Show stations and depots and the measurements of their sensors.",
        examples: [
            "List the sites": "fleet site list",
            "Show one site with all its measurements": "fleet site show depot-nord",
            "Follow the measurements of all sites": "fleet site watch",
        ],
        subcommands: [SiteListCommand.self, SiteShowCommand.self, SiteWatchCommand.self],
        defaultSubcommand: SiteListCommand.self
    )
}
