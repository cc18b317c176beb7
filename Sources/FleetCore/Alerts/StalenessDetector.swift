/// Detector for a feed that becomes stale or is restored.
///
/// A feed is stale when it cannot be read for as long as a bound says, or when its `last_updated` is older than ten minutes and
/// older than three times its `ttl`. A feed without `last_updated` is never too old, nor is a table, nor
/// the simulation, whose clock may be stopped. Each change is reported once.
public struct StalenessDetector: Sendable {
    /// The current stale period; `nil` while the feed is good.
    fileprivate var stalePeriod: StalePeriod?
    /// The time of the first of the present failures; `nil` without one.
    private var failingSince: Timestamp?
    private let bound: FailureBound?

    /// Creates a detector that assumes the feed is good.
    /// - Parameter bound: The failures that make a feed stale; `nil` for none.
    public init(_ bound: FailureBound?) { self.bound = bound }

    /// Records that the feed could not be read; returns the alert to send, if any.
    /// - Parameter attempt: The number of failures in a row; `nil` if the feed is not read again.
    public mutating func failed(
        _ cause: String, attempt: Int?, last info: SnapshotInfo?, at now: Timestamp
    ) -> Alert.Content? {
        let start = failingSince ?? now
        failingSince = start
        guard let bound else { return nil }
        let isReached = attempt.map { $0 >= bound.count && now - start >= bound.duration } ?? true
        return isReached ? begin(StalePeriod(since: start, cause: cause, last: info)) : nil
    }

    private mutating func begin(_ period: StalePeriod) -> Alert.Content? {
        guard stalePeriod == nil else { return nil }
        stalePeriod = period
        return .feedStale(period)
    }

    /// Records that the feed was loaded; returns the alert to send, if any.
    public mutating func loaded(_ info: SnapshotInfo, at now: Timestamp) -> Alert.Content? {
        if let seconds = Self.secondsTooOld(info, at: now) {
            failingSince = nil
            let cause = "the feed responds but was last updated \(seconds / 60) min ago"
            return begin(StalePeriod(since: now, cause: cause, last: info))
        }
        return restored(info)
    }

    /// Records that the feed is not stale, whatever its age; returns the alert to send, if any.
    /// - Parameter info: The loaded snapshot; `nil` for a feed that does not exist.
    fileprivate mutating func restored(_ info: SnapshotInfo?) -> Alert.Content? {
        failingSince = nil
        guard var ended = stalePeriod else { return nil }
        stalePeriod = nil
        if let info {
            (ended.fetchedAt, ended.lastUpdated) = (info.fetchedAt, info.feed.lastUpdated)
        }
        return .feedRestored(ended)
    }

    /// Returns the age of the feed in seconds if it is too old, else `nil`.
    private static func secondsTooOld(_ info: SnapshotInfo, at now: Timestamp) -> Int64? {
        guard let changed = info.feed.lastUpdated, !info.feed.isSimulated, !info.feed.isTable
        else { return nil }
        let limit = max(600, 3 * (info.feed.ttlSeconds ?? 0))
        let age = now - changed
        return age > Duration(clampingSeconds: limit) ? age.secondsToWait : nil
    }
}

/// A period in which a feed was stale.
public struct StalePeriod: Equatable, Sendable {
    /// The time of the first failure, or when the feed was found to be too old.
    public var since: Timestamp
    /// The cause, in one line without secrets.
    public var cause: String
    /// The time when the last good snapshot was received; `nil` if there was none.
    public var fetchedAt: Timestamp?
    /// The time of the feed's last change (`last_updated`).
    public var lastUpdated: Timestamp?

    /// Creates a stale period.
    public init(since: Timestamp, cause: String, last info: SnapshotInfo?) {
        self.since = since
        self.cause = cause
        fetchedAt = info?.fetchedAt
        lastUpdated = info?.feed.lastUpdated
    }
}

/// The beginning or the end of a stale period.
struct Staleness: AlertSubject {
    let period: StalePeriod
    let isOver: Bool

    var kind: AlertKind { isOver ? .feedRestored : .feedStale }

    func message(of source: String) -> String {
        isOver
            ? "\(source) is no longer stale"
            : "\(source) is stale: \(TerminalText.escaped(period.cause))"
    }

    func json(at time: Timestamp) -> JSONObjectWriter {
        var object = JSONObjectWriter(kind, at: time)
        object.add("cause", period.cause)
        object.add("since", period.since)
        object.add("last_updated", period.lastUpdated)
        object.add("fetched_at", period.fetchedAt)
        return object
    }
}

/// Staleness of both feeds of a source.
///
/// Feeds that fail for the same cause, such as a service that is down, raise one alert, and one
/// when the last of them is restored. The site feed is stale only if it cannot be read: station
/// data that never changes may well be old. That of a table never is, since a table has no sites
/// and is read for its vehicles.
public struct SourceStaleness: Sendable {
    private var vehicles: StalenessDetector
    private var sites: StalenessDetector

    /// Creates a detector that assumes both feeds are good.
    /// - Parameter bound: The failures that make a feed stale; `nil` for none.
    public init(_ bound: FailureBound?) {
        (vehicles, sites) = (StalenessDetector(bound), StalenessDetector(bound))
    }

    /// Records that a feed could not be read; returns the alert to send, if any.
    /// - Parameter attempt: The number of failures in a row; `nil` if the feed is not read again.
    public mutating func failed(
        _ feed: Source.Feed, _ cause: String, attempt: Int?, last info: SnapshotInfo?,
        at now: Timestamp
    ) -> Alert.Content? {
        switch feed {
        case .vehicles:
            Self.alert(
                vehicles.failed(cause, attempt: attempt, last: info, at: now),
                unlessSharedBy: sites)
        case .sites where info?.feed.isTable == true: nil
        case .sites:
            Self.alert(
                sites.failed(cause, attempt: attempt, last: info, at: now),
                unlessSharedBy: vehicles)
        }
    }

    /// Records that a feed was loaded; returns the alert to send, if any.
    public mutating func loaded(
        _ feed: Source.Feed, _ info: SnapshotInfo, at now: Timestamp
    ) -> Alert.Content? {
        switch feed {
        case .vehicles: Self.alert(vehicles.loaded(info, at: now), unlessSharedBy: sites)
        case .sites: Self.alert(sites.restored(info), unlessSharedBy: vehicles)
        }
    }

    /// Records that the source turned out not to have a feed; returns the alert to send, if any.
    public mutating func lacks(_ feed: Source.Feed) -> Alert.Content? {
        switch feed {
        case .vehicles: Self.alert(vehicles.restored(nil), unlessSharedBy: sites)
        case .sites: Self.alert(sites.restored(nil), unlessSharedBy: vehicles)
        }
    }

    /// Suppresses the alert while the other feed is stale for the same cause.
    private static func alert(
        _ content: Alert.Content?, unlessSharedBy other: StalenessDetector
    ) -> Alert.Content? {
        switch content {
        case .feedStale(let period), .feedRestored(let period):
            period.cause == other.stalePeriod?.cause ? nil : content
        default: content
        }
    }
}
