import ArgumentParser

/// The program: its name, its version and its commands.
struct Fleet: ParsableCommand {
    static let version = "0.1.0"

    static let configuration = CommandConfiguration(
        commandName: "fleet",
        abstract: "Browse a vehicle fleet from the terminal and make the QR codes of its vehicles.",
        discussion: """
            Reads GBFS feeds of every version, simple vehicles documents and an embedded simulated \
            fleet, from an http(s) address, a file or the standard input.
            """,
        version: version,
        subcommands: [
            ListCommand.self, DetailCommand.self, LabelsCommand.self, RefreshCommand.self,
            WatchCommand.self, BrowseCommand.self, MapCommand.self,
            FilterCommand.self, FavoriteCommand.self, NoteCommand.self, SiteCommand.self,
            SourceCommand.self,
        ]
    )
}
