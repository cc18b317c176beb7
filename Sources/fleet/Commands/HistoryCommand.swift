import ArgumentParser
import FleetCommandLine

/// `fleet history`: shows, exports and removes what the history of a source has.
struct HistoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Show where a vehicle was, and export or remove the history of a source.",
        examples: [
            "Show where a vehicle was in the last seven days": "fleet history show ABP-PHY",
            "Export a month of a source":
                "fleet history export --from 2026-05-01 --to 2026-05-31 > may.csv",
            "Remove what is kept of a vehicle": "fleet history remove ABP-PHY",
        ],
        notes: """
            A source has a history after `fleet source edit NAME --history 30d`. `fleet list --at TIME` \
            shows the state of a source at a past time.
            """,
        subcommands: [
            HistoryShowCommand.self, HistoryExportCommand.self, HistoryRemoveCommand.self,
        ]
    )
}
