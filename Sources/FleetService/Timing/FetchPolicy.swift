public import FleetCore

/// Whether a command or a service that starts should ask the feed, by what is remembered of it.
///
/// A remembered time more than an hour ahead is ignored: some clock was wrong.
public enum AskPolicy: Equatable, Sendable {
    /// Why a feed is not asked.
    public enum Reason: Equatable, Sendable {
        /// The user said so.
        case offline
        /// It failed, and is left alone.
        case backOff(BackOff)
        /// Another process watches it.
        case leader
        /// The stored snapshot is still good.
        case fresh(until: Timestamp)
    }

    /// Ask.
    case ask
    /// Take what is stored; of several reasons the first in the order above.
    case dontAsk(Reason)

    /// Decides at the time `now` of the machine's clock.
    public init(_ record: SourceRecord, at now: Timestamp, offline: Bool, isLed: Bool) {
        if offline {
            self = .dontAsk(.offline)
        } else if let backOff = record.backOff, backOff.isInForce(at: now) {
            self = .dontAsk(.backOff(backOff))
        } else if isLed {
            self = .dontAsk(.leader)
        } else if let dueAt = record.freshUntil, Schedule.isAhead(dueAt, of: now) {
            self = .dontAsk(.fresh(until: dueAt))
        } else {
            self = .ask
        }
    }
}

extension SourceRecord {
    /// When the stored snapshot is due to be replaced; `nil` without one, or after an error.
    fileprivate var freshUntil: Timestamp? {
        info == nil || backOff != nil ? nil : dueAt
    }
}
