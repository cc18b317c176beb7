import FleetCore
import FleetTeam
import HTTPTypes
import Synchronization

/// Whether the team has an administrator, without whom every page only names the set-up link.
final class SetupState: Sendable {
    private let team: Team
    private let isComplete = Mutex(false)

    init(of team: Team) { self.team = team }

    /// - Throws: `Problem` (503) until an administrator exists, except for the paths that set-up
    ///   and supervisors need.
    func require(for path: String) async throws {
        let isOpen =
            path == "/setup" || HealthHandlers.paths.contains(path) || path.hasPrefix("/assets/")
            || path == "/manifest.webmanifest"
        guard !isOpen, try await !check() else { return }
        throw Problem.setupNeeded
    }

    /// Returns whether an administrator exists; once there is one, there always is.
    private func check() async throws -> Bool {
        if isComplete.withLock(\.self) { return true }
        guard try await !team.needsSetup() else { return false }
        isComplete.withLock { $0 = true }
        return true
    }
}

extension Problem {
    /// The answer to everything until an administrator exists.
    static var setupNeeded: Problem {
        Problem(
            .serviceUnavailable, "This server has no administrator yet.",
            hint: "Open the set-up link that the server printed when it started.",
            unavailable: .noAdministrator)
    }
}
