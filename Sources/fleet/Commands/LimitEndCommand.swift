import ArgumentParser
import FleetCommandLine
import FleetCore
import FleetRuntime
import FleetTeam

/// `fleet limit end`: sets the last day of a limit.
struct LimitEndCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "end",
        abstract: "Set the last day of a limit, which keeps its days.",
        examples: ["End a limit": "fleet limit end cap 2026-12-31"],
        notes: "The last day is included, and cannot be before a day that is decided already."
    )

    @Argument(help: .limitName)
    var name: String

    @Argument(help: ArgumentHelp("The last day, such as 2026-12-31.", valueName: "day"))
    var day: DayArgument

    @Option(help: .database)
    var database: String?

    func run(in context: CommandContext) async throws {
        guard let limits = try LocalLimits.existing(in: context) else {
            throw CommandError.noLimit(name)
        }
        let day = day.day(at: context.shownNow())
        let ended = try await limits.end(limits.versions(of: name), on: day)
        context.output.log("\(ended.content.name) ends with \(day.text)")
    }
}
