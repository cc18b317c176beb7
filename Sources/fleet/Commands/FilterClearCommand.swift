import ArgumentParser
import FleetCore
import FleetSession
import FleetStore

/// `fleet filter clear`: clears the saved color filter.
struct FilterClearCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear",
        abstract: "Clear the saved color filter.",
        examples: [
            "Clear the filter": "fleet filter clear",
            "Clear it and list all vehicles": "fleet list --color all",
        ]
    )

    func run(in context: CommandContext) async throws {
        try await context.preferencesFile().update { $0.colorFilter = .all }
        context.output.log("cleared the color filter")
    }
}
