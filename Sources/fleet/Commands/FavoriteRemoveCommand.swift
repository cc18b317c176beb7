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

    func validate() throws { try TypedID.check(ids, "the vehicle's code") }

    func run(in composition: Composition) async throws {
        let kept = try composition.openKept(source)
        let (codes, store) = (kept.codes, kept.store)
        let wanted = try store.snapshot { reader in
            try ids.map { id in
                guard let code = try codes.favorite(id, in: reader) else { throw noFavorite(id) }
                return code
            }
        }
        for id in try await store.removeFavorites(wanted, from: codes.key) {
            composition.output.say("removed \(id)")
        }
    }

    private func noFavorite(_ id: String) -> Problem {
        Problem(
            .noInput, "\(TypedID.shown(id)) is no favorite",
            hint: "`fleet favorite list` lists them")
    }
}
