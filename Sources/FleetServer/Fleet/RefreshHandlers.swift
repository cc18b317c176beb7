import FleetCore
import FleetService
import HTTPTypes

extension UserRequest {
    /// Refreshes a source.
    /// - Throws: `Problem` if the request fails, or while the service asked for a pause.
    func refresh(_ source: PolledSource) async throws(Problem) -> SnapshotInfo {
        do {
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
                    hint: "The service asked for a pause.", retryAt: until)
            case .stopped, .cancelled:
                throw Problem(
                    .serviceUnavailable, "The polling of \(source.name) has stopped.",
                    hint: "Try again.")
            }
        }
    }
}
