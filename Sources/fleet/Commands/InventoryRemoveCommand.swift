import ArgumentParser
import FleetCommandLine
import FleetCore
import FleetRuntime
import FleetTeam

/// `fleet inventory remove`: removes rows.
struct InventoryRemoveCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove the rows of vehicles.",
        examples: [
            "Remove a row": "fleet inventory remove CB-007",
            "Take a vehicle out of service, with its notes and history":
                "fleet inventory set CB-007 state=retired",
        ],
        notes: """
            You are asked before; without a terminal, use --yes. A removed row is a vehicle that left the \
            feed: lists, labels and its page no longer have it. With state=retired, they still do.
            """
    )

    @Argument(
        help: ArgumentHelp("The vehicle IDs.", valueName: "id"), completion: .stored(.vehicles))
    var ids: [String]

    @Flag(help: "Remove them without asking.")
    var yes = false

    @OptionGroup var inventory: InventorySource

    var database: String? { inventory.database }

    func validate() throws { try IDArgument.check(ids, "the vehicle ID") }

    func run(in context: CommandContext) async throws {
        let inventory = try await inventory.open(in: context)
        let ids = ids
        let remove: LocalInventory.Change<Int> = { rows, _ in try rows.remove(ids).count }
        let count = try await inventory.preview(remove)
        let names =
            ids.prefix(10).map { CommandError.shownID($0) }.joined(separator: ", ")
            + (ids.count > 10 ? " and \(ids.count - 10) more" : "")
        if !yes {
            context.output.log("state=retired instead keeps the notes and the history in lists")
            try context.output.confirm(
                "Remove \(ShortText.count(count, "row")): \(names)?",
                refusal: "\(names) not removed", hint: "--yes removes without a question")
        }
        _ = try await inventory.change(remove)
        context.output.log("removed \(names)")
    }
}
