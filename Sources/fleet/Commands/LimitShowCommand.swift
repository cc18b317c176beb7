import ArgumentParser
import FleetCommandLine
import FleetCore
import FleetOutput
import FleetRuntime
import FleetTeam

/// `fleet limit show`: the days of a limit, or the vehicles behind one of them.
struct LimitShowCommand: FleetCommand, ListingCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show on which days a limit was met, or the vehicles behind a day.",
        examples: [
            "Show the last 30 days and today": "fleet limit show cap",
            "Show a month as CSV": "fleet limit show cap --month 2026-05 --format csv",
            "List the vehicles of the worst time of a day": "fleet limit show cap --day 2026-05-03",
        ],
        notes: """
            WORST is the largest number of vehicles that was certainly counted, and AT its first time. \
            COVERAGE is the share of the day in which all sources were read. Today is as it is so far. The \
            vehicles behind a day are those of the history, as long as it is kept.
            """
    )

    @Argument(help: .limitName)
    var name: String

    @OptionGroup(title: "Period") var period: PeriodOptions

    @Option(help: ArgumentHelp("A month, instead of --from and --to.", valueName: "yyyy-mm"))
    var month: String?

    @Option(
        help: ArgumentHelp(
            "List the vehicles that counted at the worst time of this day, such as today.",
            valueName: "day"))
    var day: DayArgument?

    @Option(help: .database)
    var database: String?

    @OptionGroup(title: "Output") var output: ListOutputOptions<RecordFormat>

    static var fieldNames: [String] {
        TeamLimitDay.fieldNames + TeamLimitDay.vehicleFieldNames
    }

    func validate() throws {
        if month != nil, let used = period.used {
            throw ValidationError("--month cannot be used with \(used)")
        }
        if day != nil, let used = period.used ?? month.map({ _ in "--month" }) {
            throw ValidationError("--day cannot be used with \(used)")
        }
    }

    func run(in context: CommandContext) async throws {
        guard let limits = try LocalLimits.existing(in: context) else {
            throw CommandError.noLimit(name)
        }
        let versions = try await limits.versions(of: name)
        if let day = day?.day(at: context.shownNow()) {
            let (limit, found) = try await limits.day(day, of: versions)
            let list = try await limits.vehicles(of: limit, on: found)
            try context.printList(list, as: output.selectedFormat, output.display) { _ in
                found.title(of: limit)
            }
            return
        }
        var period = period.period
        period.month = month
        let (days, zone) = try await limits.days(of: versions, in: period)
        let shown = versions[0].content.name
        try context.printList(
            TeamLimitDay.list(days, named: shown, in: zone), as: output.selectedFormat,
            output.display
        ) { _ in "\(shown), times of \(zone.name)\n" }
        if days.isEmpty { context.output.log("\(shown) holds on none of these days") }
    }
}
