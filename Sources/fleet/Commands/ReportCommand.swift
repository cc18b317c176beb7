import ArgumentParser
import FleetCommandLine
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
            "Compare a month with the policies of a city":
                "fleet report --month 2026-05 --policy https://mds.example.org/policies",
        ],
        notes: """
            The names are those of the metrics of the Open Mobility Foundation, and of the indicators of \
            CROW. A value after ~ is estimated, and - is left out; the note says why. No trip and no \
            stay spans a time in which the feed was not read. A trip lasts a minute or longer.

            With --policy, the history is compared with the rules of an MDS Policy document about \
            counts and times, instead: how much of the observed time each rule was kept, and each time \
            in which it was not, with its vehicles. A vehicle belongs to the first rule of a policy that \
            is in effect and for its area, state and type. The time of a rule about time begins anew \
            when a vehicle does not match, and after each time in which the feed was not read.

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
        help: .zone, completion: .stored(.zones))
    var zone: [String] = []

    @Option(help: .rule, completion: .list(FilterInput.ruleNames))
    var rule: [String] = []

    @Option(
        help: ArgumentHelp(
            "A value for each hour or day, and for each type, zone, region or rule: hour, day, type, "
                + "zone, region, rule, or one of the first two with one of the others.",
            valueName: "field,..."),
        completion: .commaSeparated(ReportRequest.divisions))
    var by: [String] = []

    @OptionGroup(title: "Policies") var policies: PolicyOptions
    @OptionGroup(title: "Output") var output: ListOutputOptions<RecordFormat>

    var database: String? { source.database }

    mutating func validate() throws {
        try source.selection.takeLink(link)
        if month != nil, let used = period.used {
            throw ValidationError("--month cannot be used with \(used)")
        }
        _ = try request()
        if policies.policy != nil, !by.isEmpty || !zone.isEmpty || !rule.isEmpty {
            throw ValidationError("--policy cannot be used with --by, --zone or --rule")
        }
        try FieldNames.check(output.fields, hasOrigin: false)
    }

    private var fullPeriod: HistoryPeriod {
        var period = period.period
        period.month = month
        return period
    }

    private func request() throws -> ReportRequest {
        var request: ReportRequest
        do throws(ReportRequest.DivisionError) {
            request = try ReportRequest(by: by, zones: zone)
        } catch {
            throw ValidationError("--by " + error.requirement)
        }
        do throws(FilterInputError) {
            request.rules = try FilterInput.rules(rule)
        } catch {
            throw ValidationError(error.message(naming: \.option))
        }
        return request
    }

    static var fieldNames: [String] {
        FleetReport.fieldNames
            + PolicyOptions.fieldNames.filter { name in
                !FleetReport.fieldNames.contains(name)
            }
    }

    func run(in context: CommandContext) async throws {
        let selected = try await context.select(source.argument, in: context.preferences())
        let session = try context.open(selected)
        if let request = policies.request(fullPeriod) {
            let comparison = try await PolicyComparison.of(session, with: request)
            let list = policies.violations ? comparison.violations : comparison.rules
            try context.printList(list, as: output.selectedFormat, output.display) { _ in
                comparison.title
            }
            return
        }
        let report = try await HistoryReport.of(session, request(), in: fullPeriod)
        try context.printList(
            report.list(of: selected.label), as: output.selectedFormat, output.display
        ) { _ in
            report.title(of: selected.label)
        }
    }
}
