import ArgumentParser
import FleetCommandLine
import FleetCore
import FleetRuntime

/// `fleet inventory add`: adds a row.
struct InventoryAddCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a row for a vehicle.",
        examples: [
            "Add a vehicle": "fleet inventory add CB-061 color=red type='cargo bike'",
            "Add one with an ID only": "fleet inventory add CB-062",
        ],
        notes: """
            A name is that of a field, such as state, color or battery, or a heading in any case. An ID \
            that a row has already is an error; `fleet inventory set` changes that row.
            """
    )

    @Argument(help: .rowID)
    var id: String

    @Argument(help: .cells)
    var cells: [CellArgument] = []

    @OptionGroup var inventory: InventorySource

    var database: String? { inventory.database }

    func validate() throws { try IDArgument.check([id], "the vehicle ID") }

    func run(in context: CommandContext) async throws {
        let (id, typed) = (id, cells.typed())
        _ = try await inventory.open(in: context).change { rows, columns in
            try typed.add(id, to: &rows, columns)
        }
        context.output.log("added \(CommandError.shownID(id))")
    }
}
