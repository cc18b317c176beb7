import ArgumentParser

/// `fleet site`: the depots and stations of a source.
struct SiteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "site",
        abstract: "Show depots and stations, and what their sensors measure.",
        subcommands: [SiteListCommand.self, SiteShowCommand.self, SiteWatchCommand.self],
        defaultSubcommand: SiteListCommand.self
    )
}
