import ArgumentParser
import FleetCommandLine

/// Root command of the client.
struct Fleet: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fleet",
        abstract: "Browse a vehicle fleet from the terminal and make QR codes for its vehicles.",
        examples: [
            "List the red vehicles of the default source, a simulated fleet":
                "fleet list --color red",
            "Save a vehicle's QR code as an image": "fleet detail ABP-PHY --qr ABP-PHY.png",
            "List the vehicles of a GBFS feed, without adding it":
                "fleet list https://example.com/gbfs/gbfs.json",
            "Add a GBFS feed": "fleet source add oslo https://example.com/gbfs/gbfs.json",
            "Browse that feed in the terminal": "fleet browse --source oslo",
        ],
        notes: """
            A source is a GBFS feed of any version, a simple vehicles document or a simulated fleet. \
            It is read from an http(s) address, a file or standard input. With every command, \
            --verbose logs requests and decisions on standard error.

            Topics of `fleet help`: \(HelpTopic.all.map { $0.names[0] }.joined(separator: ", ")).
            """,
        version: InstalledProgram.fleet.versionText,
        subcommands: [
            ListCommand.self, CountCommand.self, DetailCommand.self, BrowseCommand.self,
            MapCommand.self, AttentionCommand.self, HistoryCommand.self, ReportCommand.self,
            LimitCommand.self, CheckCommand.self, WatchCommand.self, RefreshCommand.self,
            LabelsCommand.self, PrinterCommand.self,
            FavoriteCommand.self,
            NoteCommand.self, SiteCommand.self, FilterCommand.self, ViewCommand.self,
            SourceCommand.self, InventoryCommand.self,
            ServeCommand.self, UserCommand.self, LoginCommand.self, LogoutCommand.self,
            WhoamiCommand.self,
        ]
    )
}
