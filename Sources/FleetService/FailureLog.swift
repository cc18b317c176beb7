package import FleetCore

/// What a log has about the failures of polled feeds: one entry when a feed fails, or fails for
/// another reason, and one when it can be read again.
package struct FailureLog {
    /// An entry of the log.
    package enum Entry: Equatable, Sendable {
        /// A feed has failed since a time; it is read again at the other one.
        case failed(FeedFailure, since: Timestamp, retryAt: Timestamp?)
        /// A feed is read again, after this time.
        case recovered(after: Duration)
    }

    private struct Failure {
        let reason: FeedFailure.Reason
        let since: Timestamp
    }

    private var failures: [String: Failure] = [:]

    /// Creates a log of feeds none of which has failed.
    package init() {}

    /// Returns the entry for a new state of a feed; `nil` if it says nothing new.
    /// - Parameter name: A name of the feed, unique among all.
    package mutating func entry(of name: String, for update: StateUpdate) -> Entry? {
        switch update.state {
        case .failed(let failure, let retryAt, _, _):
            return failed(failure, of: name, at: update.at, retryAt: retryAt)
        case .stopped(let failure?, _):
            return failed(failure, of: name, at: update.at, retryAt: nil)
        case .live:
            return failures.removeValue(forKey: name).map {
                .recovered(after: update.at - $0.since)
            }
        case .idle, .loading, .stopped: return nil
        }
    }

    private mutating func failed(
        _ failure: FeedFailure, of name: String, at time: Timestamp, retryAt: Timestamp?
    ) -> Entry? {
        // A system without stations is no failure.
        guard failure.reason != .content(.noSites) else { return nil }
        let earlier = failures[name]
        guard earlier?.reason != failure.reason else { return nil }
        let since = earlier?.since ?? time
        failures[name] = Failure(reason: failure.reason, since: since)
        return .failed(failure, since: since, retryAt: retryAt)
    }
}
