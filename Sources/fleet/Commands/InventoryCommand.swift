import ArgumentParser
import FleetCommandLine

/// `fleet inventory`: the rows of sources that were added with `--import`.
struct InventoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inventory",
        abstract: "Change the rows of a source that were imported from a table.",
        examples: [
            "Import the rows of a spreadsheet": "fleet source add bikes bikes.xlsx --import",
            "Say that a vehicle is in repair":
                "fleet inventory set CB-001 state='in repair' --reason brakes",
            "Compare a changed spreadsheet, and take its rows over":
                "fleet inventory set --file bikes.xlsx",
            "Write all rows as a workbook": "fleet inventory export --out bikes.xlsx",
        ],
        notes: """
            The rows of a source that was added with `fleet source add NAME FILE --import` are in the \
            database of the home, and the file is no longer needed. Commands that are reading the source \
            read a change at once.
            """,
        subcommands: [
            InventorySetCommand.self, InventoryAddCommand.self, InventoryRemoveCommand.self,
            InventoryExportCommand.self, InventoryNumberCommand.self,
        ]
    )
}
