import ArgumentParser
import FleetStore

/// `fleet source use`: chooses the source that commands read when none is given.
struct SourceUseCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "use", abstract: "Choose the source that is read when none is given.")

    @Argument(help: "The name of a source.")
    var name: String

    func run(in composition: Composition) async throws {
        let name = name
        try await composition.preferencesFile().update { preferences in
            guard preferences.sources[name] != nil else {
                throw SelectedSource.unknown(name, preferences)
            }
            preferences.defaultSource = name
        }
        composition.output.say("\(name) is read when no source is given")
    }
}
