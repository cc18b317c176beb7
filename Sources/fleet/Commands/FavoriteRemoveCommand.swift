import ArgumentParser
import FleetCore
import FleetStore

/// `fleet favorite remove`: keeps vehicles as favorites no longer.
struct FavoriteRemoveCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Keep vehicles as favorites no longer.")

    @Argument(help: ArgumentHelp("The vehicles' codes.", valueName: "id"))
    var ids: [String]

    @OptionGroup var source: SourceOption

    func run(in composition: Composition) async throws {
        let kept = try composition.openKept(source)
        let (key, store) = (kept.codes.key, kept.store)
        let favorites = try store.snapshot { try $0.favorites(of: key) }
        let wanted = try ids.map { id in try Self.favorite(id, among: favorites) }
        for id in try await store.removeFavorites(wanted, from: key) {
            composition.output.say("removed \(id)")
        }
    }

    /// The favorite of exactly this code, or else the only one that is equal but for case.
    private static func favorite(_ id: String, among favorites: [Favorite]) throws -> String {
        if favorites.contains(where: { ByteOrder.equal($0.id, id) }) { return id }
        let alike = favorites.filter { ASCIICase.equal($0.id, id) }
        guard alike.count == 1 else {
            throw Problem(
                .noInput, "\(id) is no favorite", hint: "`fleet favorite list` lists them")
        }
        return alike[0].id
    }
}
