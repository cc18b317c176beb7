import ArgumentParser
import FleetCore
import FleetStore

/// `fleet favorite list`: the favorites, and where their vehicles are now.
struct FavoriteListCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the favorites of a source, those that are away too.")

    @OptionGroup var source: SourceOption

    @Flag(help: "Show what is stored and ask nothing.")
    var offline = false

    @Option(help: "The format of the output.")
    var format: ReportFormat = .text

    func run(in composition: Composition) async throws {
        let selected = try composition.select(source.text, in: composition.preferences())
        let source = try composition.open(selected)
        _ = try source.codes
        let favorites = try await favorites(of: source)
        let report = FavoriteReport(source: selected.label, favorites: favorites)
        try composition.output.write(report.rendered(format))
        if favorites.isEmpty {
            composition.output.say("no favorites yet: `fleet favorite add ID` keeps one")
        }
    }

    /// The favorites; the source is asked only if there are any.
    private func favorites(of source: OpenSource) async throws -> [FavoriteVehicle] {
        let store = try source.readableStore()
        guard try store.snapshot({ try !$0.favorites(of: source.key).isEmpty }) else { return [] }
        _ = try await source.supply(Asking(offline: offline))
        return try store.snapshot { try source.codes.favorites(in: $0) }
    }
}
