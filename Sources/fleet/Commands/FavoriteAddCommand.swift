import ArgumentParser
import FleetCore
import FleetSession
import FleetStore

/// `fleet favorite add`: adds vehicles to the favorites.
struct FavoriteAddCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add vehicles to the favorites.",
        examples: [
            "Add two vehicles": "fleet favorite add ABP-PHY KEI-XVC",
            "List the favorites like other vehicles": "fleet list --favorites",
        ],
        notes: """
            A favorite stays while its vehicle is missing from the feed. If the vehicle IDs of a \
            source rotate, favorites need a stable ID: see --label-field of `fleet source add`.
            """
    )

    @Argument(
        help: ArgumentHelp("The vehicle IDs.", valueName: "id"), completion: .stored(.vehicles))
    var ids: [String]

    @Flag(help: .unseen)
    var unseen = false

    @OptionGroup var source: SourceSelection

    func validate() throws { try IDArgument.check(ids, "the vehicle ID") }

    func run(in context: CommandContext) async throws {
        let annotated = try await context.openAnnotated(source.text)
        let ids = try await annotated.find(ids, acceptsUnseen: unseen).map(\.stableID)
        let added = try await annotated.writer.addFavorites(ids)
        for id in ids {
            context.output.log(added.contains(id) ? "added \(id)" : "\(id) is already a favorite")
        }
    }
}
