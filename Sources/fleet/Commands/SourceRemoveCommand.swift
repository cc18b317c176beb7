import ArgumentParser
import FleetCore
import FleetStore

/// `fleet source remove`: forgets a source, its credentials and what is stored of it.
struct SourceRemoveCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Forget a source, its credentials and what is stored of it.")

    @Argument(help: "The name of a source.")
    var name: String

    func run(in composition: Composition) async throws {
        let name = name
        try await composition.preferencesFile().update { preferences in
            guard preferences.sources.removeValue(forKey: name) != nil else {
                throw SelectedSource.unknown(name, preferences)
            }
            if preferences.defaultSource == name { preferences.defaultSource = nil }
        }
        try await composition.credentialsFile().update { $0[name] = nil }
        try await composition.forget(SourceKey(name: name))
        composition.output.say("removed \(name)")
    }
}
