import ArgumentParser
import FleetCommandLine
import FleetCore
import FleetRuntime
import FleetSettings

/// `fleet source rename`: gives a source another name.
struct SourceRenameCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Give a source another name.",
        examples: [
            "Rename a source": "fleet source rename oslo oslo-bikes",
            "Show it by its former name, which remains valid": "fleet source show oslo",
        ],
        notes: "Favorites, notes, stored data and credentials stay."
    )

    @Argument(help: "The name of the source.", completion: .stored(.sources))
    var name: String

    @Argument(help: "The new name: lowercase letters, digits, - and _.")
    var newName: String

    @Option(help: .database)
    var database: String?

    func validate() throws { try SourceAddCommand.checkName(newName) }

    func run(in context: CommandContext) async throws {
        let (name, new) = (name, newName)
        // An unreadable file is reported before anything changes.
        try context.sourceCatalog().checkStorage(of: Credentials())
        let old = try await context.sourceCatalog().update { preferences in
            guard let named = preferences.source(named: name) else {
                throw ResolvedSource.unknownSource(name, preferences)
            }
            guard named.name == new || preferences.sources[new] == nil else {
                throw CommandError.usage(
                    "source \(new) already exists", hint: "choose another name")
            }
            if named.name != new { preferences.rename(named.name, to: new) }
            return named.name
        }
        try await context.sourceCatalog().updateCredentials { all in
            guard old != new, let credentials = all.removeValue(forKey: old) else { return }
            all[new] = credentials
        }
        context.output.log("renamed \(old) to \(new)")
    }
}
