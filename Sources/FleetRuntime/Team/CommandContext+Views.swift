package import FleetClient
package import FleetCore
import FleetSQLite
package import FleetTeam

extension CommandContext {
    /// Returns the writer of the views with which a source is listed: those of its server, or those
    /// of this home.
    package func viewWriter(for source: ResolvedSource) throws -> any ViewWriter {
        guard let team = source.team else { return LocalViews(views: try views(of: source.owner)) }
        return TeamViews(on: try server(of: team.login))
    }

    /// Returns the view that typed text names.
    ///
    /// While a team's server cannot be reached, the views of the last time are used, with a warning.
    /// - Parameter offline: Whether the server is not asked.
    /// - Throws: `CommandError` (66) without such a view.
    package func view(
        named typed: String, of source: ResolvedSource, offline: Bool = false
    ) async throws -> TeamView {
        let known = try await knownViews(of: source, offline: offline)
        guard let view = TeamView.find(typed, in: known) else {
            throw CommandError.noView(typed, of: source)
        }
        return view
    }

    private func knownViews(of source: ResolvedSource, offline: Bool) async throws -> [TeamView] {
        let stored = try views(of: source.owner)
        guard source.team != nil, !offline else { return try stored.all() }
        let current: [TeamView]
        do {
            current = try await viewWriter(for: source).all()
        } catch  where error.isTeamServerOutage {
            output.warn(ErrorReport(error).cause + "; using the views of the last time")
            return try stored.all()
        }
        do {
            try await stored.mirror(current)
        } catch {
            if error is CancellationError { throw error }
            output.warn("could not keep the views: " + ErrorReport(error).cause)
        }
        return current
    }

    /// Returns the views of an owner of this home.
    /// - Parameter file: The file to use; `nil` to open it.
    func views(of owner: HomeOwner, in file: HomeTeamFile? = nil) throws -> HomeViews {
        HomeViews(of: owner, in: try file ?? HomeTeamFile(of: home()), now: { now() })
    }
}

extension CommandError {
    /// Returns the error about a name that is that of no view.
    package static func noView(_ name: String, of source: ResolvedSource) -> CommandError {
        CommandError(
            .noInput, "there is no view named \(shownID(name))",
            hint: "run `fleet view list\(source.option)` to see the views")
    }
}
