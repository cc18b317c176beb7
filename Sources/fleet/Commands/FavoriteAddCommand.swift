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

    func run(in composition: Composition) async throws {
        let kept = try composition.openKept(source)
        let (codes, store) = (kept.codes, kept.store)
        let wanted = try await kept.source.codes(ofVehicles: ids, in: store)
        let info = try store.snapshot { try $0.info(of: codes.key) }
        try await codes.check(info, in: store) { composition.output.warn($0) }
        let added = try await store.addFavorites(wanted, to: codes.key, at: composition.shownNow())
        for id in wanted {
            composition.output.say(added.contains(id) ? "added \(id)" : "\(id) is one already")
        }
    }
}
