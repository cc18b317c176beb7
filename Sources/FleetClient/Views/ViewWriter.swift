package import FleetCore
package import FleetTeam

/// Writer of the views that the user has, in this home or on a team's server.
package protocol ViewWriter: Sendable {
    /// Returns the views, the user's own first, then by name.
    func all() async throws -> [TeamView]

    /// Saves a view, in place of one with the same name.
    /// - Parameter forAll: Whether everybody gets it.
    func save(
        _ name: ViewName, _ content: ViewContent, forAll: Bool
    ) async throws -> SavedView

    /// Removes a view; returns whether there was one.
    func remove(_ name: ViewName, forAll: Bool) async throws -> Bool
}

/// The result of saving a view.
package struct SavedView: Equatable, Sendable {
    /// Whether it replaced one with the same name.
    package var isReplaced: Bool
    /// Names of the alerts that use it.
    package var alerts: [String]

    package init(isReplaced: Bool, alerts: [String] = []) {
        (self.isReplaced, self.alerts) = (isReplaced, alerts)
    }
}
