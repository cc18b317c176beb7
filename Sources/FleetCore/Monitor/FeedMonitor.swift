/// The check of a feed over time: a state machine that compares each reading with the ones before,
/// and knows the findings that are open.
///
/// It has all that it needs from one reading to the next, so that it goes on in another process.
public struct FeedMonitor: Equatable, Sendable, Codable {
    /// A finding, from the time when its rule was broken.
    public struct Entry: Equatable, Sendable, Codable {
        /// The number, which tells it from earlier findings of the same feed.
        public internal(set) var number: Int64
        /// What is wrong, with the time since when.
        public internal(set) var finding: CheckFinding
        /// Whether the rule was broken when it was looked at last.
        var isBroken = true
        /// The observed time since it was broken last, in seconds.
        var clearSeconds = 0.0
    }

    /// What a reading changed.
    public struct Changes: Sendable {
        /// Findings that opened.
        public var opened: [Entry] = []
        /// Findings that closed.
        public var closed: [Entry] = []
        /// The hour that is over, by its number since 1970.
        public var hour: (number: Int64, counts: FeedCounts)?
        /// The days that are over.
        public var day: (day: LocalDay, counts: FeedCounts)?
    }

    /// The latest reading.
    struct Last: Equatable, Codable {
        /// The time of the latest reading, failed or not.
        var at: Timestamp
        /// The time of the latest successful one.
        var readAt: Timestamp?
        /// The start of the failures since then.
        var failingSince: Timestamp?
        var failures = 0
        var total: Int?
        var lastUpdated: Timestamp?
        /// The time at which ``lastUpdated`` was read first.
        var updatedAt: Timestamp?
        /// The time of the latest reading in which any vehicle had changed.
        var changedAt: Timestamp?
    }

    /// The observed time without a break after which a finding closes.
    private static let stableSeconds = 3600.0
    /// Most IDs that left the feed and are remembered.
    private static let maxGoneIDs = 128
    /// Most findings of documents that are followed.
    private static let maxFindings = 300

    /// What came before a reading.
    struct Earlier {
        /// The reading before.
        var last: Last?
        /// The time since then; `nil` after a gap.
        var elapsed: Duration?
        /// Whether the snapshot before is new enough for a comparison.
        var isComparable = false
        /// The most vehicles within about a day.
        var mostVehicles: Int?
    }

    /// Longest time between two snapshots whose differences are those of moments.
    private static let maxComparedPause = Duration.seconds(1800)

    var last: Last?
    var jump = JumpState()
    var slow = SlowUpdates()
    var bursts: [CheckRule: Burst] = [:]
    var usual = UsualCounts()
    /// The hour of the latest reading, and its counts so far.
    private var hour: Int64?
    private(set) var counts = FeedCounts()
    private var day: Int?
    private var dayCounts = FeedCounts()
    private var surveyedAt: Timestamp?
    /// Hashes of IDs that left the feed lately, the oldest first.
    private var goneIDs: [UInt32] = []
    /// What the latest check of the documents found, of rules that a single check may break by chance.
    private var suspected: [CheckFinding] = []
    /// The time of the latest check of the documents.
    public private(set) var checkedAt: Timestamp?
    /// What that check left out; `nil` if an older version of the program made it.
    public private(set) var leftOut: [LeftOutDocuments]?
    /// The findings that are open, the oldest first.
    public private(set) var entries: [Entry] = []
    private var lastNumber: Int64 = 0

    /// Creates a monitor that has seen nothing.
    /// - Parameter number: The number of the last finding of an earlier one.
    public init(after number: Int64 = 0) { lastNumber = number }

    /// The day of the latest reading, with its counts so far.
    public var today: FeedCheckRecord.Day? {
        day.map { FeedCheckRecord.Day(LocalDay(number: $0), dayCounts) }
    }

    /// Returns whether a reading at a time needs a survey.
    public func needsSurvey(at time: Timestamp) -> Bool {
        // Somewhat before an hour is over, so that none passes without one, whatever the pause of
        // the readings.
        surveyedAt.map { time - $0 >= .seconds(3300) || time < $0 } ?? true
    }

    /// Adds a reading.
    /// - Parameters:
    ///   - recent: Returns the counts of the hours of the eight days before, by their numbers.
    /// - Returns: What it changed.
    public mutating func add(
        _ observation: FeedObservation, _ bounds: CheckBounds,
        recent: () throws -> [Int64: FeedCounts]
    ) rethrows -> Changes {
        var changes = Changes()
        let elapsed = begin(observation)
        var verdicts = try turn(observation, bounds, &changes, recent: recent)
        let earlier = earlier(than: observation, elapsed)
        follow(observation, after: earlier)
        verdicts.merge(judge(observation, after: earlier, bounds)) { $1 }
        if observation.isTable { keepRules(ofTableIn: &verdicts) }
        if verdicts.contains(where: { $0.key.traits.contains(.spoilsNumbers) && $0.value != nil }) {
            (counts.isUnusual, dayCounts.isUnusual) = (true, true)
        }
        // Vehicles whose IDs are all new cannot be told from those that left.
        if let rotation = verdicts[.time.idsAlwaysRotate], rotation != nil {
            counts.hidesTrips = true
        }
        if let elapsed {
            counts.addTime(elapsed)
            dayCounts.addTime(elapsed)
        }
        apply(verdicts, observation, elapsed, &changes)
        return changes
    }

    /// Adds a check of the documents, whose findings are those of one moment.
    public mutating func add(_ report: CheckReport, at time: Timestamp) -> Changes {
        var changes = Changes()
        let elapsed = checkedAt.map { max(.zero, min(time - $0, .seconds(7200))) } ?? .zero
        (checkedAt, leftOut) = (time, report.leftOut)
        // A document that cannot be read shows nothing about its other findings.
        let unread = Set(report.documents.filter { !$0.exists && $0.address != nil }.map(\.name))
        for index in entries.indices {
            let finding = entries[index].finding
            guard !finding.rule.isOverTime,
                finding.rule == .document.unreadable || !unread.contains(finding.document)
            else { continue }
            if !entries[index].isBroken { entries[index].clearSeconds += elapsed.seconds }
            entries[index].isBroken = false
        }
        for finding in report.findings where isConfirmed(finding) {
            mark(finding, since: time, opensIn: &changes)
        }
        suspected = Array(
            report.findings.filter { $0.rule.traits.contains(.momentary) }.map(\.withoutExamples)
                .prefix(Self.maxFindings))
        close(&changes) { !$0.rule.isOverTime }
        return changes
    }

    private func isConfirmed(_ finding: CheckFinding) -> Bool {
        !finding.rule.traits.contains(.momentary)
            || suspected.contains { $0.isSame(as: finding) }
            || entries.contains { $0.finding.isSame(as: finding) }
    }

    /// Removes the examples that name a vehicle, for a request of deletion.
    /// - Returns: Whether there were any.
    public mutating func removeExamples(of id: String) -> Bool {
        let earlier = self
        for index in entries.indices { _ = entries[index].finding.removeExamples(of: id) }
        for rule in bursts.keys { bursts[rule]?.removeExamples(of: id) }
        return self != earlier
    }

    // MARK: Time

    /// Returns the time since the latest reading; `nil` after a gap.
    ///
    /// In a gap nothing is known, so what was being measured begins again.
    private mutating func begin(_ observation: FeedObservation) -> Duration? {
        guard let last, observation.at >= last.at else {
            // The clock was set back: times of before cannot be compared.
            (self.last, surveyedAt, bursts) = (nil, nil, [:])
            (jump, slow) = (JumpState(), SlowUpdates())
            return nil
        }
        let elapsed = observation.at - last.at
        guard elapsed > observation.maxPause else { return elapsed }
        self.last?.failingSince = nil
        self.last?.failures = 0
        jump.forgetLevel()
        (slow, bursts) = (SlowUpdates(), [:])
        return nil
    }

    private func earlier(than observation: FeedObservation, _ elapsed: Duration?) -> Earlier {
        var earlier = Earlier(last: last, elapsed: elapsed)
        if elapsed != nil, let readAt = last?.readAt {
            earlier.isComparable =
                observation.at - readAt <= max(observation.maxPause, Self.maxComparedPause)
        }
        earlier.mostVehicles = [usual.mostLately, counts.isUnusual ? nil : counts.most]
            .compactMap(\.self).max()
        return earlier
    }

    /// Begins a new hour and a new day when they are due; judges the hour that is over.
    private mutating func turn(
        _ observation: FeedObservation, _ bounds: CheckBounds, _ changes: inout Changes,
        recent: () throws -> [Int64: FeedCounts]
    ) rethrows -> [CheckRule: Broken?] {
        let today = LocalDay(at: observation.at, in: observation.zone)
        if let day, day != today.number {
            changes.day = (LocalDay(number: day), dayCounts)
            dayCounts = FeedCounts()
        }
        day = today.number
        let now = observation.at.milliseconds / 3_600_000
        guard now != hour else { return [:] }
        var recent = try recent()
        var verdicts: [CheckRule: Broken?] = [:]
        if let hour {
            changes.hour = (hour, counts)
            recent[hour] = counts
            if now == hour + 1 { verdicts = judge(hour, recent, observation, bounds) }
        }
        (hour, counts) = (now, FeedCounts())
        usual = UsualCounts(inHour: now, after: recent)
        return verdicts
    }

    /// Remembers a reading, and counts it.
    private mutating func follow(_ observation: FeedObservation, after earlier: Earlier) {
        var next = last ?? Last(at: observation.at)
        next.at = observation.at
        if case .failed = observation.outcome {
            next.failingSince = next.failingSince ?? observation.at
            next.failures += 1
            counts.addFailure()
            dayCounts.addFailure()
            last = next
            return
        }
        (next.readAt, next.failingSince, next.failures) = (observation.at, nil, 0)
        let isUpdated = next.lastUpdated != observation.lastUpdated
        if isUpdated || next.updatedAt == nil {
            next.lastUpdated = observation.lastUpdated
            next.updatedAt = observation.at
        }
        if case .loaded(let vehicles) = observation.outcome {
            if next.changedAt == nil || !vehicles.changes.isEmpty {
                next.changedAt = observation.at
            }
            next.total = vehicles.total
        }
        last = next
        count(observation, isUpdated: isUpdated, after: earlier)
    }

    /// Adds a successful reading to the counts of the hour and the day.
    private mutating func count(
        _ observation: FeedObservation, isUpdated: Bool, after earlier: Earlier
    ) {
        if case .loaded(let vehicles) = observation.outcome {
            // What happened in a gap is not known.
            if earlier.isComparable {
                counts.add(vehicles)
                dayCounts.add(vehicles)
                countIDs(of: vehicles)
            } else if earlier.elapsed != nil {
                // Nor what happened during failures.
                counts.hidesTrips = true
            }
            counts.add(places: vehicles.places)
        }
        let read = FeedCounts.Read(
            total: last?.total ?? 0, isUpdated: isUpdated,
            isQuiet: earlier.isComparable && observation.changes == 0,
            stood: last?.updatedAt.map { observation.at - $0 } ?? .zero)
        counts.add(read)
        dayCounts.add(read)
        if let survey = observation.survey {
            surveyedAt = observation.at
            counts.add(survey)
            dayCounts.add(survey)
        }
    }

    /// Counts the IDs that came back, and those that are new.
    ///
    /// When more than a fifth of a fleet comes at once, a service has opened.
    private mutating func countIDs(of vehicles: FeedObservation.Vehicles) {
        let ids = vehicles.ids
        guard vehicles.changes.added * 5 <= vehicles.total else { return }
        let gone = Set(goneIDs)
        let returned = Set(ids.added.filter(gone.contains))
        counts.addIDs(kept: returned.count + ids.moves, new: ids.added.count - returned.count)
        goneIDs = (goneIDs.filter { !returned.contains($0) } + ids.gone)
            .suffix(Self.maxGoneIDs)
    }

    // MARK: Findings

    /// Opens and closes findings by the rules that were looked at.
    private mutating func apply(
        _ verdicts: [CheckRule: Broken?], _ observation: FeedObservation, _ elapsed: Duration?,
        _ changes: inout Changes
    ) {
        for index in entries.indices where entries[index].finding.rule.isOverTime {
            if !entries[index].isBroken, let elapsed {
                entries[index].clearSeconds += elapsed.seconds
            }
            if let verdict = verdicts[entries[index].finding.rule] {
                entries[index].isBroken = verdict != nil
            }
        }
        for (rule, broken) in verdicts.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            guard let broken else { continue }
            mark(
                broken.finding(of: rule, in: observation.format),
                since: broken.since ?? observation.at, opensIn: &changes)
        }
        close(&changes) { $0.rule.isOverTime }
    }

    /// Notes that a finding is there.
    private mutating func mark(
        _ finding: CheckFinding, since: Timestamp, opensIn changes: inout Changes
    ) {
        var finding = finding
        if let index = entries.firstIndex(where: { $0.finding.isSame(as: finding) }) {
            finding.since = entries[index].finding.since
            entries[index].finding = finding
            (entries[index].isBroken, entries[index].clearSeconds) = (true, 0)
            return
        }
        guard finding.rule.isOverTime || entries.count < Self.maxFindings else { return }
        finding.since = since
        lastNumber += 1
        let entry = Entry(number: lastNumber, finding: finding)
        entries.append(entry)
        changes.opened.append(entry)
    }

    /// Closes the findings that have been clear for long enough.
    private mutating func close(
        _ changes: inout Changes, where condition: (CheckFinding) -> Bool
    ) {
        let isOver = { (entry: Entry) in
            condition(entry.finding) && !entry.isBroken && entry.clearSeconds >= Self.stableSeconds
        }
        changes.closed += entries.filter(isOver)
        entries.removeAll(where: isOver)
    }
}

extension CheckFinding {
    /// The same finding without examples.
    fileprivate var withoutExamples: CheckFinding {
        CheckFinding(
            rule, in: document, at: path, problem: problem, keyword: keyword, section: section)
    }

    /// Returns whether it is about the same rule at the same place.
    func isSame(as other: CheckFinding) -> Bool {
        rule == other.rule && document == other.document && path == other.path
            && keyword == other.keyword
    }
}
