import ArgumentParser
import FleetCommandLine
import FleetCore
import FleetRuntime
import FleetTeam

/// `fleet limit remove`: removes a limit with its days.
struct LimitRemoveCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a limit with all its days, or one version of it.",
        examples: [
            "Remove a limit": "fleet limit remove cap",
            "Remove the version that begins on a day": "fleet limit remove cap --from 2026-06-01",
        ],
        notes: """
            What was decided is lost with the limit; `fleet limit end` keeps it. Once days of a version \
            are decided, the version before does not go on without it.
            """
    )

    @Argument(help: .limitName)
    var name: String

    @Option(help: ArgumentHelp("Only the version with this first day.", valueName: "day"))
    var from: DayArgument?

    @Flag(help: "Remove it without asking.")
    var yes = false

    @Option(help: .database)
    var database: String?

    func run(in context: CommandContext) async throws {
        guard let limits = try LocalLimits.existing(in: context) else {
            throw CommandError.noLimit(name)
        }
        let day = from?.day(at: context.shownNow())
        let all = try await limits.versions(of: name)
        let versions = all.filter { version in
            day.map { version.content.firstDay == $0 } ?? true
        }
        guard let first = versions.first else {
            throw CommandError(
                .noInput, "no version of \(all[0].content.name) begins on \(day?.text ?? "")",
                hint: "`fleet limit list` has the first days")
        }
        let name = first.content.name
        if !yes {
            try context.output.confirm(
                "Remove the limit \(name) with what was decided?",
                refusal: "\(name) was not removed", hint: "--yes removes it without a question")
        }
        try await limits.remove(versions)
        context.output.log("removed the limit \(name)")
    }
}
