import ArgumentParser
import FleetCommandLine
import FleetCore
import FleetOutput
import FleetRuntime
import FleetSQL
import FleetTeam

/// `fleet favorite list`: the favorites and their vehicles.
struct FavoriteListCommand: LinkCommand, ListingCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the favorites of a source, including missing vehicles.",
        examples: [
            "List the favorites with state, color and battery": "fleet favorite list",
            "List them as JSON, without a request": "fleet favorite list --offline --format json",
        ]
    )

    @Argument(help: .savedLink)
    var link: String?

    @OptionGroup var source: SourceSelection

    @Flag(help: "Show stored data without a request.")
    var offline = false

    @OptionGroup var output: ListOutputOptions<RecordFormat>

    mutating func validate() throws { try source.takeLink(link) }

    static var fieldNames: [String] { FavoriteReport.fieldNames }

    func run(in context: CommandContext) async throws {
        let selected = try await context.select(
            source.argument.saved(in: context), in: context.preferences(), offline: offline)
        let source = try context.open(selected)
        _ = try source.stableIDs
        let favorites = try await favorites(of: source)
        let report = FavoriteReport(source: selected.label, favorites: favorites)
        try context.printList(
            report.list(context.timeText), as: output.selectedFormat, output.display)
        if favorites.isEmpty {
            context.output.log(
                "no favorites yet; add one with `fleet favorite add ID\(selected.option)`")
        }
    }

    /// Returns the favorites; reads the source only if there are any.
    private func favorites(of source: SourceSession) async throws -> [FavoriteVehicle] {
        let store = try source.readableStore()
        try await source.updateAnnotations(FetchMode(offline: offline))
        guard try !source.annotations.favorites().isEmpty else { return [] }
        _ = try await source.fetchIfDue(FetchMode(offline: offline))
        let (resolver, favorites) = (try source.stableIDs, try source.annotations.favorites())
        return try store.snapshots.read { try resolver.match(favorites, in: $0) }
    }
}
