/// What is known of the check of a feed over time.
public struct FeedCheckRecord: Equatable, Sendable {
    /// A finding that was opened.
    public struct Finding: Equatable, Sendable {
        /// What is wrong; `since` is the time since when.
        public var finding: CheckFinding
        /// The time when it was found.
        public var openedAt: Timestamp
        /// The time when it was over; `nil` while it is open.
        public var closedAt: Timestamp?

        /// Creates a finding.
        public init(_ finding: CheckFinding, openedAt: Timestamp, closedAt: Timestamp?) {
            (self.finding, self.openedAt, self.closedAt) = (finding, openedAt, closedAt)
        }

        /// The time since when something was wrong, which is found only later.
        public var begin: Timestamp { min(finding.since ?? openedAt, openedAt) }

        /// Returns whether it was open at any time of a period.
        public func isOpen(in period: Range<Timestamp>) -> Bool {
            begin < period.upperBound && closedAt.map { $0 >= period.lowerBound } ?? true
        }
    }

    /// The counts of a day.
    public struct Day: Equatable, Sendable {
        /// The day, in the zone of the system.
        public var day: LocalDay
        /// The counts; those of today are not complete.
        public var counts: FeedCounts

        /// Creates a day.
        public init(_ day: LocalDay, _ counts: FeedCounts) {
            (self.day, self.counts) = (day, counts)
        }
    }

    /// The zone of the days.
    public var zone: SystemTimeZone {
        // The name of UTC is that of GMT for the library.
        zoneName == SystemTimeZone.utc.name ? .utc : SystemTimeZone(named: zoneName) ?? .utc
    }
    private var zoneName: String
    /// The format of the feed, such as `GBFS 3.0`; empty before the first snapshot.
    public var format: String
    /// The time of the latest check of the documents; `nil` without one.
    public var checkedAt: Timestamp?
    /// The documents that this check left out.
    public var leftOut: [LeftOutDocuments] = []
    /// The open findings, and those that were open in the period, the oldest first.
    public var findings: [Finding] = []
    /// The days of the period that were observed, oldest first.
    public var days: [Day] = []

    /// Creates a record without findings.
    public init(format: String, zone: SystemTimeZone, checkedAt: Timestamp?) {
        (self.format, zoneName, self.checkedAt) = (format, zone.name, checkedAt)
    }

    /// The findings that are open.
    public var open: [CheckFinding] { findings.filter { $0.closedAt == nil }.map(\.finding) }

    /// The findings that are open: errors first, and of the same severity the oldest.
    public var openFindings: [Finding] {
        findings.filter { $0.closedAt == nil }.sorted { left, right in
            let (first, second) = (left.finding.rule.severity, right.finding.rule.severity)
            return first == second ? left.begin < right.begin : first > second
        }
    }

    /// The findings that are over, the newest first.
    public var closedFindings: [Finding] {
        findings.compactMap { finding in finding.closedAt.map { (finding, $0) } }
            .sorted { $0.1 > $1.1 }.map(\.0)
    }
}

/// News of the check of a feed, which is sent once.
public struct CheckNews: Equatable, Sendable {
    /// A day that is over.
    public struct Digest: Equatable, Sendable {
        /// The day and its counts.
        public var day: FeedCheckRecord.Day
        /// What is wrong at its end.
        public var open: [CheckFinding]

        /// Creates a digest.
        public init(of day: FeedCheckRecord.Day, open: [CheckFinding]) {
            (self.day, self.open) = (day, open)
        }
    }

    /// The findings that opened.
    public var opened: [CheckFinding] = []
    /// The findings that closed.
    public var closed: [CheckFinding] = []
    /// The days that are over, oldest first.
    public var digests: [Digest] = []

    /// Creates news of nothing.
    public init() {}

    /// Whether there is nothing to tell.
    public var isEmpty: Bool { opened.isEmpty && closed.isEmpty && digests.isEmpty }
}
