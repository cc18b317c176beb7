import ArgumentParser
import FleetCommandLine
import FleetCore
import FleetFeeds
import FleetRuntime
import FleetTeam

/// `fleet inventory set`: changes cells of a row, or takes the rows of a file over.
struct InventorySetCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Change cells of a row, or take the rows of a file over.",
        examples: [
            "Say that a vehicle is in repair":
                "fleet inventory set CB-001 state='in repair' --reason brakes",
            "Set a location and a property":
                "fleet inventory set CB-001 lat=48.137 lon=11.575 Shelf=A4",
            "Clear a cell": "fleet inventory set CB-001 battery=",
            "Show how a file differs": "fleet inventory set --file bikes.xlsx --dry-run",
            "Make the rows those of a file":
                "fleet inventory set --file bikes.xlsx --remove-missing",
        ],
        notes: """
            A name is that of a field, such as state, color or battery, or a heading in any case. A field \
            without a column gets one. A value that cannot be read is refused. Another state without \
            --reason clears the reason.

            Rows of a file are matched by their IDs. Columns that it does not have stay as they are, and \
            so do rows, unless you use --remove-missing. If that removes more than a tenth of the rows, \
            you are asked; without a terminal, use --yes.
            """
    )

    @Argument(help: .rowID, completion: .stored(.vehicles))
    var id: String?

    @Argument(help: .cells)
    var cells: [CellArgument] = []

    @Option(help: ArgumentHelp("Why, in the column Reason.", valueName: "text"))
    var reason: String?

    @Option(
        help: ArgumentHelp("Take the rows of this table over.", valueName: "file"),
        completion: .file())
    var file: String?

    @OptionGroup(title: "Table") var table: TableOptions

    @Flag(help: "Remove the rows that the file does not have.")
    var removeMissing = false

    @Flag(help: "Only show what would change.")
    var dryRun = false

    @Flag(help: "Remove rows without asking.")
    var yes = false

    @OptionGroup var inventory: InventorySource

    var database: String? { inventory.database }

    func validate() throws {
        let ofFile: UsedOptions = [
            "--sheet": table.sheet != nil, "--column": !table.column.isEmpty,
            "--omit-column": !table.omitColumn.isEmpty, "--remove-missing": removeMissing,
        ]
        try ofFile.require("--file", file != nil)
        try (["--yes": yes] as UsedOptions).require("--remove-missing", removeMissing)
        if file != nil {
            try (["--reason": reason != nil] as UsedOptions).refuse(with: "--file")
            if id != nil { throw ValidationError("an ID cannot be used with --file") }
            return
        }
        guard let id else { throw ValidationError("Missing expected argument '<id>'") }
        try IDArgument.check([id], "the vehicle ID")
        if cells.isEmpty, reason == nil {
            throw ValidationError("Missing expected argument '<name=value>'")
        }
    }

    func run(in context: CommandContext) async throws {
        let inventory = try await inventory.open(in: context)
        if let file {
            return try await setRows(of: file, inventory, context)
        }
        guard let id else { return }
        let typed = cells.typed(reason: reason)
        let change: LocalInventory.Change<TypedCells.Outcome> = { rows, columns in
            try typed.set(of: id, in: &rows, columns)
        }
        let outcome =
            try await dryRun ? inventory.preview(change) : inventory.change(change)
        let name = CommandError.shownID(id)
        context.output.log(
            outcome.isUnchanged
                ? "\(name) is unchanged"
                : "\(dryRun ? "would change" : "changed") \(name): \(outcome.line)")
    }
}

// Rows of a file.
extension InventorySetCommand {
    private func setRows(
        of file: String, _ inventory: LocalInventory, _ context: CommandContext
    ) async throws {
        let location = try Location(ofSource: file, in: context.directory)
        let (table, report) = try await inventory.table(
            at: location, self.table.settings ?? TableSettings())
        context.output.warn(of: report)
        let merge: LocalInventory.Change<InventoryComparison> = { [removeMissing] rows, _ in
            try rows.merge(table, removesMissing: removeMissing)
        }
        let total = try await inventory.read().rows.rows.count
        let found = try await inventory.preview(merge)
        InventoryDifferences(found, id: try await inventory.read().columns.id)
            .lines.forEach(context.output.log)
        if dryRun || found.added.isEmpty && found.changed.isEmpty && !removes(found) { return }
        if removes(found), !yes, found.missing.count * 10 > total {
            try context.output.confirm(
                "Remove \(ShortText.count(found.missing.count, "row")) of \(total)?",
                refusal: "nothing was changed", hint: "--yes removes them without a question")
        }
        try await inventory.change { rows, columns in
            let now = try merge(&rows, columns)
            guard now.missing == found.missing else { throw Self.changedMeanwhile }
        }
        context.output.log(removes(found) ? "changed and removed the rows" : "changed the rows")
    }

    private func removes(_ found: InventoryComparison) -> Bool {
        removeMissing && !found.missing.isEmpty
    }

    private static var changedMeanwhile: CommandError {
        CommandError(
            .ioError, "the rows were changed meanwhile", hint: "run the command again")
    }
}

/// The differences between stored rows and those of a file, for people.
private struct InventoryDifferences {
    /// Maximum number of rows that are listed of each kind.
    private static let maxListed = 10

    let lines: [String]

    init(_ comparison: InventoryComparison, id heading: String) {
        func list(_ rows: [String], _ kind: String) -> [String] {
            let rest = rows.count - Self.maxListed
            return rows.prefix(Self.maxListed).map { "\(kind) \($0)" }
                + (rest > 0 ? ["\(kind) \(rest) more"] : [])
        }
        func name(_ row: Inventory.Row) -> String {
            let id = row.cells[heading] ?? ""
            return id.isEmpty ? "a row without an ID" : CommandError.shownID(id)
        }
        let (added, changed, missing) = (
            comparison.added, comparison.changed, comparison.missing
        )
        lines =
            ["\(added.count) added, \(changed.count) changed, \(missing.count) not in the file"]
            + list(added.map(name), "added:") + list(changed.map(Self.line), "changed:")
            + list(missing.map(name), "not in the file:")
    }

    private static func line(_ change: InventoryComparison.Change) -> String {
        let outcome = TypedCells.Outcome(of: change.old, change.new)
        return "\(CommandError.shownID(change.id)): \(outcome.line)"
    }
}
