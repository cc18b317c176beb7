import ArgumentParser
import FleetCore
import FleetOutput
import FleetRuntime
import FleetSQL

/// `fleet report`: indicators of a fleet over a time.
struct ReportCommand: LinkCommand, ListingCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Report how a fleet was used, from the history of its feed.",
        examples: [
            "Report the last seven days and today": "fleet report",
            "Report a month by day as CSV": "fleet report --month 2026-05 --by day --format csv",
            "Report one day by the operator's zones":
                "fleet report --from 2026-05-01 --to 2026-05-01 --by zone",
            "Report the vehicles in the area of a file": "fleet report --zone centre.geojson",
        ],
        notes: """
            The names are those of the metrics of the Open Mobility Foundation, and of the indicators of \
            CROW. A value after ~ is estimated, and - is left out; the note says why. No trip and no \
            stay spans a time in which the feed was not read. A trip lasts a minute or longer.

            The source needs a history: `fleet source edit NAME --history 30d`.
            """
    )

    @Argument(help: .savedLink)
    var link: String?

    @OptionGroup(title: "Source") var source: SourceOption
    @OptionGroup(title: "Period") var period: PeriodOptions

    @Option(help: ArgumentHelp("A month, instead of --from and --to.", valueName: "yyyy-mm"))
    var month: String?

    @Option(
        parsing: .unconditionalSingleValue,
        help: .zone, completion: .file(extensions: ["geojson", "json"]))
    var zone: [String] = []

    @Option(
        help: ArgumentHelp(
            "A value for each hour or day, and for each type, zone or region: hour, day, type, zone, "
                + "region, or one of the first two with one of the others.",
            valueName: "field,..."),
        completion: .commaSeparated(ReportRequest.divisions))
    var by: [String] = []

    @OptionGroup(title: "Output") var output: ListOutputOptions<RecordFormat>

    var database: String? { source.database }

    mutating func validate() throws {
        try source.selection.takeLink(link)
        if month != nil, period.from != nil || period.to != nil {
            throw ValidationError("--month cannot be used with --from or --to")
        }
        _ = try request()
        try FieldNames.check(output.fields, hasOrigin: false)
    }

    private func request() throws -> ReportRequest {
        do throws(ReportRequest.DivisionError) {
            return try ReportRequest(by: by, zones: zone)
        } catch {
            throw ValidationError("--by " + error.requirement)
        }
    }

    static var fieldNames: [String] { FleetReport.fieldNames }

    func run(in context: CommandContext) async throws {
        let selected = try await context.select(source.argument, in: context.preferences())
        let session = try context.open(selected)
        var typed = period.period
        typed.month = month
        let report = try await session.report(request(), in: typed)
        try context.printList(
            report.list(of: selected.label), as: output.selectedFormat, output.display
        ) { _ in
            report.title(of: selected.label)
        }
    }
}
