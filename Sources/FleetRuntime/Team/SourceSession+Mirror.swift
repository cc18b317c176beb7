package import FleetClient
import FleetTeam

extension SourceSession {
    /// The copy of a team's source; `nil` for a source of this home, or if the home cannot be
    /// written.
    package var mirror: AnnotationMirror? {
        get throws {
            guard let team = selected.team, case .store = storage, selected.key != nil else {
                return nil
            }
            return AnnotationMirror(
                team: team, server: try TeamServer(of: team.login, in: context),
                annotations: try annotations
            )
        }
    }

    /// Prepares the favorites and notes before they are read: gets those of a team's source, and
    /// removes photos that a killed process left behind.
    ///
    /// While the server cannot be reached, those of the last time are shown, with a warning.
    package func updateAnnotations(_ mode: FetchMode = FetchMode()) async throws {
        guard let mirror = try mirror else {
            if selected.team == nil, selected.key != nil {
                try await annotations.removeLeftoverPhotos()
            }
            return
        }
        guard !mode.offline else { return }
        do {
            try await mirror.update()
        } catch  where error.isTeamServerOutage && !mode.strict {
            context.output.warn(
                ErrorReport(error).cause + "; showing the favorites and notes of the last time")
        }
    }
}
