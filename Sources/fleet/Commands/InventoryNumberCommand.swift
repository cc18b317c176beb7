import ArgumentParser
import FleetCommandLine
import FleetCore
import FleetFeeds
import FleetRuntime
import FleetTeam

/// `fleet inventory number`: gives IDs to the rows without one.
struct InventoryNumberCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "number",
        abstract: "Give numbers as IDs to the rows that have none.",
        examples: [
            "Show the IDs that rows would get":
                "fleet inventory number --prefix CB- --digits 3 --dry-run",
            "Number the rows without a question":
                "fleet inventory number --prefix CB- --digits 3 --yes",
        ],
        notes: """
            The rows get the next numbers after the highest one of the prefix, in their order. Lower \
            numbers are not used again, since labels may have them. You are asked before; without a \
            terminal, use --yes.
            """
    )

    /// Maximum number of rows that are listed.
    private static let maxListed = 20

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The beginning of the IDs, such as CB-.", valueName: "text"))
    var prefix: String

    @Option(help: ArgumentHelp("The number of digits, 1 to 9.", valueName: "n"))
    var digits = 3

    @Flag(help: "Only show what would change.")
    var dryRun = false

    @Flag(help: "Number the rows without asking.")
    var yes = false

    @OptionGroup var inventory: InventorySource

    var database: String? { inventory.database }

    func validate() throws {
        guard (1...9).contains(digits) else { throw ValidationError("--digits must be 1 to 9") }
        try (["--yes": yes] as UsedOptions).refuse(with: dryRun ? "--dry-run" : nil)
    }

    func run(in context: CommandContext) async throws {
        let inventory = try await inventory.open(in: context)
        let (prefix, digits) = (prefix, digits)
        let change: LocalInventory.Change<[NumberedRow]> = { rows, columns in
            let before = rows.rows
            return try rows.number(prefix: prefix, digits: digits).map { position, id in
                NumberedRow(position: position, id: id, before[position], columns.id)
            }
        }
        let planned = try await inventory.preview(change)
        guard !planned.isEmpty else {
            context.output.log("every row has an ID")
            return
        }
        for row in planned.prefix(Self.maxListed) { context.output.log(row.line) }
        if planned.count > Self.maxListed {
            context.output.log("and \(planned.count - Self.maxListed) more")
        }
        let count = ShortText.count(planned.count, "row")
        if dryRun { return }
        if !yes {
            try context.output.confirm(
                "Number \(count)?", refusal: "nothing was changed",
                hint: "--yes numbers them without a question")
        }
        let numbered = try await inventory.change { rows, columns in
            let now = try change(&rows, columns)
            guard now.map(\.line) == planned.map(\.line) else {
                throw CommandError(
                    .ioError, "the rows were changed meanwhile", hint: "run the command again")
            }
            return now
        }
        context.output.log("numbered \(ShortText.count(numbered.count, "row"))")
    }
}

/// A row that gets an ID.
private struct NumberedRow: Sendable {
    /// What is done, such as `row 5 (Name Alma, Shelf A3): CB-061`; rows have the numbers of an
    /// export.
    let line: String

    init(position: Int, id: String, _ row: Inventory.Row, _ heading: String) {
        let cells = row.cells.all.filter { $0.name != heading && !$0.value.isEmpty }.prefix(3)
            .map { "\(TerminalText.limited($0.name)) \(TerminalText.limited($0.value))" }
        let shown = cells.isEmpty ? "" : " (\(cells.joined(separator: ", ")))"
        line = "row \(position + 2)\(shown): \(TerminalText.limited(id))"
    }
}
