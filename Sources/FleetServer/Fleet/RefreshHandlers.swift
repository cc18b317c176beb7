import FleetCore
import FleetService
import FleetTeam
import HTTPTypes

extension UserRequest {
    /// Refreshes a source.
    /// - Throws: `Problem` if the request fails, while the service asked for a pause, or after too many
    ///   refreshes of the user; `TeamError.forbidden`.
    func refresh(_ source: PolledSource) async throws -> SnapshotInfo {
        try await countRefresh()
        do throws(RefreshError) {
            return try await self.environment.sources.refresh(source.uuid)
        } catch {
            switch error {
            case .failed(let failure, let retryAt):
                throw Problem(
                    .badGateway, failure.cause.sentence, hint: failure.hint.sentence,
                    retryAt: retryAt)
            case .backingOff(let failure, let until):
                throw Problem(
                    .serviceUnavailable, failure.cause.sentence,
                    hint: "The service asked for a pause.", retryAt: until,
                    unavailable: .sourcePaused)
            case .stopped, .cancelled:
                throw Problem(
                    .serviceUnavailable, "The polling of \(source.name) has stopped.",
                    hint: "Try again.", unavailable: .sourcePaused)
            }
        }
    }

    private func countRefresh() async throws {
        do {
            try await access.countRefresh()
        } catch TeamError.throttled(let until) {
            throw Problem(
                .tooManyRequests,
                "You have refreshed \(Access.refreshesPerMinute) times in a minute.",
                hint: "The list is kept up to date by itself.", retryAt: until)
        }
    }
}
