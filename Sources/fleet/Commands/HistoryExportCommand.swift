import ArgumentParser
import FleetCommandLine
import FleetCore
import FleetOutput
import FleetRuntime

/// `fleet history export`: the changes of a source.
struct HistoryExportCommand: LinkCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write the changes of a source as CSV or as a stream of JSON.",
        examples: [
            "Export everything that is kept": "fleet history export > history.csv",
            "Export one day as JSON":
                "fleet history export --from 2026-05-01 --to 2026-05-01 --format ndjson",
        ],
        notes: """
            The rows are in the order of time: first the vehicles at the start (state), then each change, \
            the vehicles that left the feed (removed), and the times in which it was not read (gap, up \
            to until). The day is that of the system's zone, so that other tools can partition by it.
            """
    )

    @Argument(help: .savedLink)
    var link: String?

    @OptionGroup(title: "Source") var source: SourceOption
    @OptionGroup(title: "Period") var period: PeriodOptions

    @Option(help: "Output format.")
    var format: HistoryExport.Format = .csv

    @OptionGroup(title: "Output") var spreadsheet: SpreadsheetOptions

    var database: String? { source.database }

    mutating func validate() throws {
        try source.selection.takeLink(link)
        try spreadsheet.used.require("--format csv", format == .csv)
    }

    func run(in context: CommandContext) async throws {
        let selected = try await context.select(source.argument, in: context.preferences())
        try await HistoryExport.write(
            context.open(selected), in: period.period, as: format,
            ListDisplay(
                selection: FieldNames.selection(nil, hasTitles: true), ansi: .never,
                usesPager: false, cells: spreadsheet.cells))
    }
}
