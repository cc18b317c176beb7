import ArgumentParser
import FleetCore
import FleetSession
import FleetStore

/// `fleet source remove`: removes a source, its credentials and its stored data.
struct SourceRemoveCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a source, its credentials and its stored data.",
        examples: [
            "List the sources": "fleet source list",
            "Remove a source": "fleet source remove oslo",
        ],
        notes: "Favorites and notes stay and reappear when you add the source again."
    )

    @Argument(help: "The name of the source.")
    var name: String

    func run(in context: CommandContext) async throws {
        let name = name
        let removed = try await context.preferencesFile().update { preferences in
            guard let removed = preferences.remove(name) else {
                throw ResolvedSource.unknownSource(name, preferences)
            }
            return removed
        }
        try await context.credentialsFile().update { $0[name] = nil }
        if let uuid = removed.uuid { try await context.forget(SourceKey(uuid)) }
        context.output.log("removed \(name)")
    }
}
