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
        _ = try numbers
        try (["--yes": yes] as UsedOptions).refuse(with: dryRun ? "--dry-run" : nil)
    }

    private var numbers: RowNumbers {
        get throws {
            guard let numbers = RowNumbers(prefix: prefix, digits: digits) else {
                throw ValidationError("--digits must be 1 to 9")
            }
            return numbers
        }
    }

    func run(in context: CommandContext) async throws {
        let inventory = try await inventory.open(in: context)
        let numbers = try numbers
        let change: LocalInventory.Change<[Inventory.NumberedRow]> = { rows, _ in
            try rows.number(numbers)
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
            guard now == planned else {
                throw CommandError(
                    .ioError, "the rows were changed meanwhile", hint: "run the command again")
            }
            return now
        }
        context.output.log("numbered \(ShortText.count(numbered.count, "row"))")
    }
}

extension Inventory.NumberedRow {
    /// What is done, such as `row 5 (Name Alma, Shelf A3): CB-061`.
    fileprivate var line: String {
        let shown = summary.isEmpty ? "" : " (\(summary))"
        return "row \(exportedNumber)\(shown): \(TerminalText.limited(id))"
    }
}
