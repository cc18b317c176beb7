import ArgumentParser
import FleetClient
import FleetCommandLine
import FleetRuntime

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
        help: .withSavedLink("The vehicle IDs.", "id"), completion: .stored(.vehicles))
    var ids: [String]

    @Flag(help: .unseen)
    var unseen = false

    @OptionGroup var source: SourceSelection

    mutating func validate() throws {
        ids = try source.takeLink(from: ids)
        try IDArgument.check(ids, "the vehicle ID")
    }

    func run(in context: CommandContext) async throws {
        let annotated = try await AnnotatedSource(
            source.argument, in: context, acceptsVehicle: true)
        let ids = ids + annotated.selected.vehicleIDs
        guard !ids.isEmpty else {
            throw annotated.selected.missingID(of: "favorite add")
        }
        let stableIDs = try await annotated.find(ids, acceptsUnseen: unseen).map(\.stableID)
        let added = try await annotated.writer.addFavorites(stableIDs)
        for id in stableIDs {
            context.output.log(added.contains(id) ? "added \(id)" : "\(id) is already a favorite")
        }
    }
}
