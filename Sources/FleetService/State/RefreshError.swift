public import FleetCore

/// Why a refresh brought no snapshot.
public enum RefreshError: Error, Equatable, Sendable, Codable {
    /// The request failed; the service tries again by itself at `retryAt`, if it does.
    case failed(FeedFailure, retryAt: Timestamp?)
    /// Nothing was asked: after this failure the feed wants to be left alone (`Retry-After`).
    case leftAlone(FeedFailure, until: Timestamp)
    /// The service was stopped, before or meanwhile.
    case stopped
    /// The caller's task was cancelled; the service goes on.
    case cancelled
}
