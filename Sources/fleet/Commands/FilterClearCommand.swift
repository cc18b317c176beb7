import ArgumentParser
import FleetCore
import FleetStore

/// `fleet filter clear`.
struct FilterClearCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear", abstract: "Forget the saved color filter.")

    func run(in composition: Composition) async throws {
        try await composition.preferencesFile().update { $0.colorFilter = .all }
        composition.output.say("the color filter is cleared")
    }
}
