import ArgumentParser
import FleetCommandLine
import FleetCore
import FleetRuntime
import FleetTeam

/// `fleet limit correct`: changes the outcome of a decided day.
struct LimitCorrectCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "correct",
        abstract: "Change the outcome of a decided day.",
        examples: [
            "State that a day was met":
                "fleet limit correct cap 2026-05-03 met --reason 'the feed had test vehicles'"
        ],
        notes: """
            The outcome before, the reason, the time and who corrected it are kept and shown with the day, \
            and entered into the audit log.
            """
    )

    @Argument(help: .limitName)
    var name: String

    @Argument(help: ArgumentHelp("The day, such as 2026-05-03 or yesterday.", valueName: "day"))
    var day: DayArgument

    @Argument(help: "The right outcome.")
    var outcome: LimitVerdict.Outcome

    @Option(help: ArgumentHelp("Why it is corrected.", valueName: "text"))
    var reason: String

    @Option(help: .database)
    var database: String?

    func run(in context: CommandContext) async throws {
        guard let limits = try LocalLimits.existing(in: context) else {
            throw CommandError.noLimit(name)
        }
        let versions = try await limits.versions(of: name)
        let day = day.day(at: context.shownNow())
        let corrected = try await limits.correct(
            day, of: versions, to: outcome, reason: reason)
        let earlier = corrected.correction?.earlier.text ?? ""
        context.output.log(
            "\(versions[0].content.name) on \(day.text): \(outcome.text), was \(earlier)")
    }
}
