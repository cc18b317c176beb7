import ArgumentParser
import FleetCommandLine
import FleetCore
import FleetFeeds
import FleetOutput
import FleetRuntime
import FleetTeam

/// `fleet inventory export`: writes all rows as a table.
struct InventoryExportCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write all rows as CSV or as a workbook.",
        examples: [
            "Write a workbook, to edit and to take over again":
                "fleet inventory export --out bikes.xlsx",
            "Write CSV": "fleet inventory export --source bikes > bikes.csv",
        ],
        notes: """
            The table has all columns and rows, also those without an ID. `fleet inventory set --file FILE` \
            takes an edited one over. An existing file is replaced.
            """
    )

    @Option(
        help: ArgumentHelp(
            "Write to this file, which ends in .csv or .xlsx, instead of standard output.",
            valueName: "file"),
        completion: .file(extensions: ["csv", "xlsx"]))
    var out: String?

    @OptionGroup(title: "Output") var spreadsheet: SpreadsheetOptions

    @OptionGroup var inventory: InventorySource

    var database: String? { inventory.database }

    func validate() throws {
        guard let out else { return }
        guard isWorkbook || ASCIICase.lowercased(out).hasSuffix(".csv") else {
            throw ValidationError("--out must be a .csv or .xlsx file")
        }
        try spreadsheet.used.refuse(with: isWorkbook ? "a workbook" : nil)
    }

    private var isWorkbook: Bool {
        out.map { ASCIICase.lowercased($0).hasSuffix(".xlsx") } ?? false
    }

    func run(in context: CommandContext) async throws {
        let inventory = try await inventory.open(in: context)
        let (rows, columns) = try await inventory.read()
        guard let out else {
            let usual: CSVCellStyle = context.output.isTerminal ? .terminal : .exact
            return try context.output.write(rows.table.csv(spreadsheet.cells ?? usual).bytes)
        }
        let bytes =
            try isWorkbook
            ? rows.table.workbook(sheet: inventory.selected.label, numbers: columns.numbers)
            : rows.table.csv(spreadsheet.cells ?? .exact).bytes
        try OutputFile.write(bytes, to: out)
        context.output.log("wrote \(ShortText.count(rows.rows.count, "row")) to \(out)")
    }
}
