import FleetClient
import FleetCore
import FleetTeam

/// The views of the command line.
struct LocalViews: ViewWriter {
    let views: HomeViews

    func all() throws -> [TeamView] { try views.all() }

    func save(
        _ name: ViewName, _ content: ViewContent, forAll: Bool
    ) async throws -> SavedView {
        if forAll { throw Self.onlyLocal }
        return SavedView(isReplaced: try await views.save(name, content))
    }

    func remove(_ name: ViewName, forAll: Bool) async throws -> Bool {
        if forAll { throw Self.onlyLocal }
        return try await views.remove(name)
    }

    private static let onlyLocal = CommandError.usage(
        "the views of this home are for nobody else",
        hint: "choose a source of a team's server: --source team:NAME")
}
