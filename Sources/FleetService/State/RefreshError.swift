public import FleetCore

/// An error of `VehicleService.refresh()`.
public enum RefreshError: Error, Equatable, Sendable, Codable {
    /// The request failed; the service retries at `retryAt`, or not at all if it is `nil`.
    case failed(FeedFailure, retryAt: Timestamp?)
    /// No request was made: after this failure, the feed asked for a pause (`Retry-After`).
    case backingOff(FeedFailure, until: Timestamp)
    /// The service was stopped before or during the refresh.
    case stopped
    /// The caller's task was cancelled; the service keeps running.
    case cancelled

    private enum CodingKeys: String, CodingKey {
        case failed
        case backingOff = "leftAlone"
        case stopped, cancelled
    }
}
