import ArgumentParser
import FleetCommandLine
import FleetCore
import FleetRuntime
import FleetTeam

/// `fleet limit add`: adds a limit, or a later version of one.
struct LimitAddCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a limit, or a later version of one.",
        examples: [
            "Allow two operators 500 vehicles together":
                "fleet limit add cap --indicator vehicle_cap --at-most 500 --source a --source b",
            "Allow no scooter to stand for more than three days in an area":
                "fleet limit add long --indicator parking_duration_3_days --at-most 0 --type scooter "
                + "--zone centre.geojson",
            "Allow 20 vehicles without a trip for two weeks":
                "fleet limit add idle --indicator unrented_vehicles --days 14 --at-most 20",
            "Change the cap from June on":
                "fleet limit add cap --indicator vehicle_cap --at-most 600 --from 2026-06-01",
        ],
        notes: """
            Indicators: \(LimitRule.Indicator.names.joined(separator: ", ")). Vehicles that stood still \
            or had no trip are counted every four hours, others after each snapshot.

            vehicles_in_no_parking without --zone counts where the zones of the feed forbid to park. The \
            area of a file is stored with the limit. A version with the same name and a later first day \
            ends the one before; it cannot begin by a day that is decided already.
            """
    )

    @Argument(help: .limitName)
    var name: String

    @Option(
        help: ArgumentHelp("What is counted.", valueName: "indicator"),
        completion: .list(LimitRule.Indicator.names))
    var indicator: String

    @Option(help: ArgumentHelp("The days of unrented_vehicles, 1 to 365.", valueName: "n"))
    var days: Int?

    @Option(help: ArgumentHelp("The largest number of vehicles that is allowed.", valueName: "n"))
    var atMost: Int

    @Option(
        help: ArgumentHelp(
            "A source whose vehicles count. (default: see `fleet source use`)",
            discussion: "Repeat the option for sources that share the limit.", valueName: "name"),
        completion: .stored(.sources))
    var source: [String] = []

    @Option(
        help: ArgumentHelp("Only vehicles of this type: its name or ID.", valueName: "type"),
        completion: .stored(.types))
    var type: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Only vehicles in this zone of the operator, or in the area of a GeoJSON file.",
            valueName: "name|file"),
        completion: .file(extensions: ["geojson", "json"]))
    var zone: String?

    @Option(help: ArgumentHelp("The first day. (default: today)", valueName: "day"))
    var from: DayArgument?

    @Option(help: ArgumentHelp("The last day, included. (default: no end)", valueName: "day"))
    var until: DayArgument?

    @Option(
        help: ArgumentHelp(
            "The share of a day that must be known for it to be met, 0 to 1.",
            valueName: "share"))
    var coverage = 0.9

    @Option(help: .database)
    var database: String?

    func validate() throws { _ = try rule() }

    private func rule() throws -> LimitRule {
        guard LimitRule.Indicator.names.contains(indicator) else {
            throw ValidationError(
                "--indicator must be one of \(LimitRule.Indicator.names.joined(separator: ", "))")
        }
        guard let indicator = LimitRule.Indicator(name: indicator, days: days) else {
            throw ValidationError(
                days == nil
                    ? "unrented_vehicles needs --days"
                    : "--days is 1 to 365, and only for unrented_vehicles")
        }
        guard atMost >= 0 else { throw ValidationError("--at-most must be 0 or more") }
        guard (0...1).contains(coverage) else {
            throw ValidationError("--coverage must be 0 to 1")
        }
        return LimitRule(indicator, atMost: atMost, neededCoverage: coverage)
    }

    func run(in context: CommandContext) async throws {
        var request = LimitRequest(name: name, try rule())
        (request.sources, request.type, request.zone) = (source, type, zone)
        let now = context.shownNow()
        (request.from, request.until) = (from?.day(at: now), until?.day(at: now))
        let limit = try await LocalLimits(in: context).add(request)
        context.output.log(
            "added the limit \(limit.content.name) from \(limit.content.firstDay.text) on: "
                + limit.content.ruleText)
    }
}
