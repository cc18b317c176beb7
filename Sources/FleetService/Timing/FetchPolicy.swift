public import FleetCore

/// Decision of a command or starting service to fetch a feed or to use the stored snapshot.
///
/// A stored time more than an hour ahead is ignored: it comes from a wrong clock.
public enum FetchPolicy: Equatable, Sendable {
    /// Reason to skip the fetch.
    public enum Reason: Equatable, Sendable {
        /// The user requested stored data only (`--offline`).
        case offline
        /// The source failed and is in back-off.
        case backOff(BackOff)
        /// Another process polls the source.
        case leader
        /// The stored snapshot is still fresh.
        case fresh(until: Timestamp)
    }

    /// Fetch the feed.
    case fetch
    /// Use the stored snapshot. If several reasons apply, this is the first in the order above.
    case skip(Reason)

    /// Decides at the time `now` of the machine's clock.
    public init(_ record: SourceRecord, at now: Timestamp, offline: Bool, hasLeader: Bool) {
        if offline {
            self = .skip(.offline)
        } else if let backOff = record.backOff, backOff.isActive(at: now) {
            self = .skip(.backOff(backOff))
        } else if hasLeader {
            self = .skip(.leader)
        } else if let dueAt = record.freshUntil, Schedule.isUpcoming(dueAt, at: now) {
            self = .skip(.fresh(until: dueAt))
        } else {
            self = .fetch
        }
    }
}

extension FetchPolicy {
    /// Text for the diagnostic log.
    public var diagnostic: String {
        switch self {
        case .fetch: "a fetch is due"
        case .skip(.offline): "no fetch, since --offline is set"
        case .skip(.backOff(let backOff)):
            "no fetch, since the source is in back-off until \(DiagnosticLog.text(backOff.retryAt))"
        case .skip(.leader): "no fetch, since another process polls the source"
        case .skip(.fresh(let until)):
            "no fetch, since the stored snapshot is fresh until \(DiagnosticLog.text(until))"
        }
    }
}

extension SourceRecord {
    /// End of the stored snapshot's freshness; `nil` without a snapshot or after an error.
    fileprivate var freshUntil: Timestamp? {
        info == nil || backOff != nil ? nil : dueAt
    }
}
