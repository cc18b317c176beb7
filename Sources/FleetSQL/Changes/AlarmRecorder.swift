import FleetCore

/// Writer of the alarms of sites that began or ended with a commit, in the commit's transaction.
///
/// They are stored like the events of vehicles, with the feed of the sites as their source.
struct AlarmRecorder {
    /// Longest time between two snapshots that are compared.
    private static let maxGap = Duration.seconds(86_400)

    private let source: Int64
    private let recording: Recording
    private let transaction: any CommitTransaction
    private let committedAt: Timestamp
    private let old: SnapshotInfo
    private let earlier: [Site]

    /// Creates the recorder of a commit; `nil` without an earlier snapshot and for an unchanged
    /// one.
    init?(
        of source: Int64, _ outcome: FetchOutcome, since old: SnapshotInfo?, _ recording: Recording,
        in transaction: any CommitTransaction
    ) throws {
        guard case .loaded = outcome.response, let old else { return nil }
        (self.source, self.recording, self.old) = (source, recording, old)
        (self.transaction, committedAt) = (transaction, outcome.request.beganAt)
        earlier = try StoredSnapshotReader(transaction).sitesWithSensors(ofRow: source)
    }

    /// Appends the alarms that began or ended since the earlier snapshot.
    func finish(at info: SnapshotInfo) throws {
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
        var stream = try ChangeStream.stored(of: source, in: transaction)
        let events = alarms.map {
            DetectedEvent(kind: $0.kind.rawValue, at: $0.at, vehicleID: nil, json: $0.json.text)
        }
        try stream.append(events, at: committedAt, in: transaction)
        try stream.save(in: transaction)
        try ChangeExpiry(
            source: source, now: committedAt, recording: recording, transaction: transaction
        ).run(stream)
    }
}
