import ArgumentParser
import FleetCommandLine
import FleetRuntime
import FleetSettings

/// `fleet source use`: sets the default source.
struct SourceUseCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "use",
        abstract: "Set the default source, used by commands without --source.",
        examples: [
            "Read a feed by default": "fleet source use oslo",
            "Go back to the simulated fleet": "fleet source use demo",
        ]
    )

    @Argument(help: "The name of the source.", completion: .stored(.sources))
    var name: String

    @Option(help: .database)
    var database: String?

    func run(in context: CommandContext) async throws {
        let name = name
        guard try await !TeamAccount(in: context).useSource(name) else {
            return context.output.log("\(name) is now the default source")
        }
        try await context.sourceCatalog().update { preferences in
            guard let named = preferences.source(named: name) else {
                throw ResolvedSource.unknownSource(name, preferences)
            }
            preferences.defaultSource = named.name
        }
        try await TeamAccount(in: context).useNoSource()
        context.output.log("\(name) is now the default source")
    }
}
