import ArgumentParser
import FleetCore
import FleetStore

/// `fleet favorite add`: keeps vehicles as favorites.
struct FavoriteAddCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Keep vehicles as favorites; they stay while they are away.",
        discussion:
            "A source whose codes change after trips has none, unless it names permanent ones.")

    @Argument(help: ArgumentHelp("The vehicles' codes.", valueName: "id"))
    var ids: [String]

    @OptionGroup var source: SourceOption

    func validate() throws { try TypedID.check(ids, "the vehicle's code") }

    func run(in composition: Composition) async throws {
        let kept = try composition.openKept(source)
        let wanted = try await kept.find(ids).map(\.code)
        let added = try await kept.store.addFavorites(
            wanted, to: kept.codes.key, at: composition.shownNow())
        for id in wanted {
            composition.output.say(added.contains(id) ? "added \(id)" : "\(id) is one already")
        }
    }
}
