import FleetCore
import FleetService
import FleetTeam
import HTTPTypes
import Synchronization

/// Limits on the refreshes of each user, who could otherwise poll a service as often as it answers.
final class RefreshLimits: Sendable {
    static let perMinute = 12

    private let limits = Mutex<[UserID: RateLimit]>([:])
    private let now: @Sendable () -> Timestamp

    /// - Parameter now: The system time.
    init(now: @escaping @Sendable () -> Timestamp) { self.now = now }

    /// Counts a refresh of a user.
    /// - Throws: `Problem` (429).
    func take(by user: UserID) throws(Problem) {
        let now = now()
        let wait = limits.withLock { limits -> Duration? in
            var limit = limits[user] ?? RateLimit(perMinute: Self.perMinute)
            defer { limits[user] = limit }
            return limit.take(at: now) ? nil : limit.nextAllowedAt.map { $0 - now } ?? .seconds(1)
        }
        guard let wait else { return }
        throw Problem(
            .tooManyRequests, "You have refreshed \(Self.perMinute) times in a minute.",
            hint: "The list is kept up to date by itself.",
            fields: [.retryAfter: "\(wait.secondsToWait)"])
    }
}

extension UserRequest {
    /// Refreshes a source.
    /// - Throws: `Problem` if the request fails, while the service asked for a pause, or after too many
    ///   refreshes of the user.
    func refresh(_ source: PolledSource) async throws(Problem) -> SnapshotInfo {
        try self.environment.refreshes.take(by: access.userID)
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
