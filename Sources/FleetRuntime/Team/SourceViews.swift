package import FleetClient
package import FleetCore
package import FleetSQLite
package import FleetTeam

/// The views of a source, as in `SourceViews(of: source, in: context).view(named: "mine")`: those of
/// its server, or those of this home.
package struct SourceViews {
    private let source: ResolvedSource
    private let context: CommandContext

    package init(of source: ResolvedSource, in context: CommandContext) {
        (self.source, self.context) = (source, context)
    }

    /// Returns the writer of the views.
    package func writer() throws -> any ViewWriter {
        guard let team = source.team else { return LocalViews(views: try stored()) }
        return TeamViews(on: try TeamServer(of: team.login, in: context))
    }

    /// Returns the view that typed text names.
    ///
    /// While a team's server cannot be reached, the views of the last time are used, with a warning.
    /// - Parameter offline: Whether the server is not asked.
    /// - Throws: `CommandError` (66) without such a view.
    package func view(named typed: String, offline: Bool = false) async throws -> TeamView {
        guard let view = TeamView.find(typed, in: try await available(offline: offline)) else {
            throw CommandError.noView(typed, of: source)
        }
        return view
    }

    private func available(offline: Bool) async throws -> [TeamView] {
        let stored = try stored()
        guard source.team != nil, !offline else { return try stored.all() }
        let current: [TeamView]
        do {
            current = try await writer().all()
        } catch  where error.isTeamServerOutage {
            context.output.warn(ErrorReport(error).cause + "; using the views of the last time")
            return try stored.all()
        }
        do {
            try await stored.mirror(current)
        } catch {
            if error is CancellationError { throw error }
            context.output.warn("could not keep the views: " + ErrorReport(error).cause)
        }
        return current
    }

    private func stored() throws -> HomeViews { try HomeViews(of: source.owner, in: context) }
}

extension HomeViews {
    /// The views of an owner of this home.
    /// - Parameter file: The file to use; `nil` to open it.
    package init(
        of owner: HomeOwner, in context: CommandContext, _ file: HomeTeamFile? = nil
    ) throws {
        let file = try file ?? HomeTeamFile(of: context.home())
        self.init(of: owner, in: file, now: { context.now() })
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
