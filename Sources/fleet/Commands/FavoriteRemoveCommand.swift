import ArgumentParser
import FleetClient
import FleetCommandLine
import FleetCore
import FleetRuntime

/// `fleet favorite remove`: removes vehicles from the favorites.
struct FavoriteRemoveCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove vehicles from the favorites.",
        examples: [
            "Remove a favorite": "fleet favorite remove ABP-PHY",
            "Remove two favorites": "fleet favorite remove KEI-XVC WUA-AEE",
        ]
    )

    @Argument(
        help: .withSavedLink("The vehicle IDs.", "id"), completion: .stored(.favorites))
    var ids: [String]

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
            throw annotated.selected.missingID(of: "favorite remove")
        }
        let (resolver, store) = (annotated.resolver, annotated.store)
        let favorites = try ids.map { id in
            guard let favorite = try resolver.favorite(id, of: annotated.annotations, in: store)
            else {
                throw notAFavorite(id, annotated.selected)
            }
            return favorite
        }
        for id in try await annotated.writer.removeFavorites(favorites) {
            context.output.log("removed \(id)")
        }
    }

    private func notAFavorite(_ id: String, _ source: ResolvedSource) -> CommandError {
        CommandError(
            .noInput, "\(CommandError.shownID(id)) is not a favorite",
            hint: "run `fleet favorite list\(source.option)` to see the favorites")
    }
}
