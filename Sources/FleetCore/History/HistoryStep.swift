/// A step of a replay of the log, from a start to an end, in the order of time.
///
/// First comes the `state` of each vehicle that was in the feed at the start; without any, if the
/// history begins later. Then each `commit` is followed by its changes. Between them, each `gap` has
/// a time in which the feed was not read; the first may begin at the start, and the last may end at
/// the end. So the fleet is known at all times outside the gaps.
public enum HistoryStep: Equatable, Sendable {
    /// Fields of vehicles, before the first vehicle with this number of a version.
    case version(Int32, PastVersion)
    /// A vehicle at the start.
    case state(PastVehicle)
    /// The time at which a snapshot was received.
    case commit(Timestamp)
    /// A vehicle that is new, changed or not in the feed any more.
    case change(PastVehicle)
    /// A time in which the feed was not read.
    case gap(HistoryGap)
}

/// A time in which a feed was not read, from the last snapshot before it to the first one after.
public struct HistoryGap: Equatable, Sendable {
    /// Why the feed was not read.
    public enum Reason: String, CaseIterable, Sendable, Codable {
        /// The history began at the end of the gap.
        case start
        /// No program polled the feed.
        case pause
        /// The feed failed.
        case failure
        /// The source was redefined.
        case redefined
        /// The clock was changed.
        case clock
    }

    /// The time of the last snapshot before the gap.
    public let start: Timestamp
    /// The time of the first snapshot after the gap.
    public let end: Timestamp
    /// Why the feed was not read.
    public let reason: Reason
    /// The end of the part in which the feed was polled and failed, which begins with the gap;
    /// `nil` if it did not fail.
    public let failedUntil: Timestamp?

    /// Creates a gap.
    public init(
        start: Timestamp, end: Timestamp, reason: Reason, failedUntil: Timestamp? = nil
    ) {
        (self.start, self.end, self.reason) = (start, end, reason)
        self.failedUntil = failedUntil
    }
}
