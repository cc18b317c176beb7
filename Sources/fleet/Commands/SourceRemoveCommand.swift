import ArgumentParser
import FleetCommandLine
import FleetCore
import FleetRuntime
import FleetSettings
import FleetTeam

/// `fleet source remove`: removes a source, its credentials and its stored data.
struct SourceRemoveCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a source with everything that is stored about it.",
        examples: [
            "List the sources": "fleet source list",
            "Remove a source": "fleet source remove oslo",
            "Keep its favorites and notes": "fleet source remove oslo --keep-notes",
        ],
        notes: """
            Removes its credentials, vehicles, sites, pictures, favorites and notes with their photos. \
            Before favorites, notes or imported rows are removed, you are asked; without a terminal, use \
            --yes. `fleet inventory export` saves imported rows.
            """
    )

    @Argument(help: "The name of the source.", completion: .stored(.sources))
    var name: String

    @Flag(help: "Remove favorites, notes and imported rows without asking.")
    var yes = false

    @Flag(help: "Keep the favorites and notes for another source.")
    var keepNotes = false

    @Option(help: .database)
    var database: String?

    func run(in context: CommandContext) async throws {
        let (name, keepNotes) = (name, keepNotes)
        let preferences = try context.preferences().get()
        guard let source = preferences.sources[name] else {
            throw ResolvedSource.unknownSource(name, preferences)
        }
        let counts = try SourceRemoval(in: context).annotationCounts(of: source.uuid)
        let rows = try await context.inventoryCount(of: source)
        if rows != nil || !counts.isEmpty && !keepNotes, !yes {
            try context.output.confirmRemoval(
                of: name, with: keepNotes ? AnnotationCounts() : counts, rows: rows)
        }
        let (removed, hasDefault) = try await context.sourceCatalog().update { preferences in
            guard
                let removed = preferences.remove(name, keepNotes ? .snapshots : .everything)
            else { throw ResolvedSource.unknownSource(name, preferences) }
            return (removed, preferences.defaultSource != nil || preferences.sources.isEmpty)
        }
        try await context.sourceCatalog().updateCredentials { $0[name] = nil }
        let key = removed.uuid.map { SourceKey($0, definition: removed.definition) }
        if let key { await SourceRemoval(in: context).notifyLeaders(of: key) }
        try await SourceRemoval(in: context).finish()
        context.output.log("removed \(name)")
        if !hasDefault {
            context.output.log("no source is the default now; `fleet source use NAME` sets one")
        }
        if keepNotes, !counts.isEmpty, let key {
            context.output.log(
                "kept \(counts.text): `fleet source add NAME LOCATION --uuid \(key.uuidText)` "
                    + "shows them again")
        }
    }
}
