import FleetCore

/// Writer of the alarms of sites that began or ended with a commit, in the commit's transaction.
///
/// They are stored like the events of vehicles, with the feed of the sites as their source. Its row
/// of `change_stream` has only the number of the newest event, and the time until which a reader is
/// subscribed.
struct AlarmRecorder {
    /// Longest time between two snapshots that are compared.
    private static let maxGap = Duration.seconds(86_400)

    private let source: Int64
    private let transaction: any CommitTransaction
    private let committedAt: Timestamp
    private let old: SnapshotInfo
    private let earlier: [Site]
    private var stream: ChangeStream

    /// Creates the recorder of a commit; `nil` without a reader, without an earlier snapshot and for an
    /// unchanged one.
    init?(
        of source: Int64, _ outcome: FetchOutcome, since old: SnapshotInfo?,
        in transaction: any CommitTransaction
    ) throws {
        guard case .loaded = outcome.response, let old,
            let stream = try ChangeStream(of: source, in: transaction),
            stream.isWanted(at: outcome.request.beganAt)
        else { return nil }
        (self.source, self.transaction, self.old) = (source, transaction, old)
        (self.stream, committedAt) = (stream, outcome.request.beganAt)
        earlier = try StoredSnapshotReader(transaction).sitesWithSensors(ofRow: source)
    }

    /// Appends the alarms that began or ended since the earlier snapshot.
    mutating func finish(at info: SnapshotInfo) throws {
        guard info.revision != old.revision, info.fetchedAt - old.fetchedAt <= Self.maxGap else {
            return
        }
        var detector = SiteEventDetector()
        _ = detector.events(in: earlier, at: old.fetchedAt)
        let sites = try StoredSnapshotReader(transaction).sitesWithSensors(ofRow: source)
        let alarms = detector.events(in: sites, at: info.fetchedAt).filter {
            $0.kind != .measurement
        }
        guard !alarms.isEmpty else { return }
        let events = alarms.map { alarm in
            stream.eventEnd += 1
            return DetectedEvent(
                number: stream.eventEnd, kind: alarm.kind.rawValue, at: alarm.at, vehicleID: nil,
                json: alarm.json.text)
        }
        try transaction.insert(events, of: source, at: committedAt)
        try ChangeExpiry(source: source, now: committedAt, transaction: transaction).run(stream)
        try stream.save(in: transaction)
    }
}
