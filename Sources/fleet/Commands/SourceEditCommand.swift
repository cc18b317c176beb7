import ArgumentParser
import FleetCore
import FleetSession
import FleetStore

/// `fleet source edit`: changes some settings of a source.
struct SourceEditCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change some settings of a source.",
        examples: [
            "State that the IDs are stable": "fleet source edit oslo --ids stable",
            "Change the location": "fleet source edit oslo https://example.com/gbfs/gbfs.json",
            "Replace the credentials": "fleet source edit oslo --bearer-env OSLO_TOKEN",
        ],
        notes: """
            All other settings, favorites, notes and labels stay. Credentials are replaced as a whole. \
            Commands that are reading the source end.
            """
    )

    @Argument(help: "The name of the source.", completion: .stored(.sources))
    var name: String

    @Argument(help: "The new location; by default it stays.")
    var location: String?

    @OptionGroup(title: "Feed") var feed: FeedOptions

    @OptionGroup(title: "Credentials") var access: CredentialOptions

    func run(in context: CommandContext) async throws {
        let given = try location.map {
            try SourceAddCommand.source(at: $0, self.feed, nil, in: context.directory)
        }
        var credentials = try access.credentials()
        if let given { credentials = credentials.merging(given.secrets) }
        let isReplaced = !credentials.isEmpty
        if isReplaced { credentials.revision = context.newUUID() }
        let (name, feed, revision) = (name, feed, credentials.revision)
        _ = try context.credentialsFile().load()
        let old = try await context.preferencesFile().update { preferences in
            guard let old = preferences.source(named: name) else {
                throw ResolvedSource.unknownSource(name, preferences)
            }
            var source = old.source
            if let given { source.location = given.0.location }
            for color in feed.colorOf { source.colorMap.colors[color.typeID] = color.color }
            source.rotation = feed.ids?.rotation ?? source.rotation
            source.labelField = feed.labelField ?? source.labelField
            if isReplaced { source.credentialsRevision = revision }
            preferences.sources[old.name] = source
            return (name: old.name, source: old.source, definition: source.definition)
        }
        if isReplaced {
            try await context.credentialsFile().update { [credentials] in $0[old.name] = credentials
            }
        }
        // Stored data stays as long as the source would load the same.
        if old.definition != old.source.definition { try await context.forget(old.source) }
        context.output.log("changed \(old.name)")
    }
}
