package import FleetCore

/// Writer of the changes of one commit to the log of its source, in the commit's transaction.
///
/// The writer of the snapshot reports each row before it changes it. A commit whose changes cannot
/// be appended starts the stream again.
package final class ChangeRecorder {
    /// Most changes of a commit: beyond it, a reader does better to load the list again.
    private static let maxRows: Int64 = 100_000
    /// Longest time between two snapshots that are compared for events.
    private static let maxGap = Duration.seconds(86_400)
    /// Longest time between two requests without a gap in the record: twice the longest time after
    /// which a feed is due.
    private static let maxPause = Duration.seconds(7200)

    private let source: Int64
    private let recording: Recording
    private let transaction: any CommitTransaction
    private let committedAt: Timestamp
    private let old: SnapshotInfo?
    /// The snapshot; `nil` if the feed has not changed.
    private let snapshot: Snapshot?
    /// What the check over time sees of the changes.
    private var observed: ObservedChanges
    /// What the detection of events counted.
    private var turnover = (renamed: 0, heldBack: 0)
    private var stream: ChangeStream
    /// Whether the stream leads to the stored snapshot, and its changes can be read one by one.
    private var isContinuous: Bool
    /// Whether the changes are appended to the log: those of a history always are, others as long as
    /// the stream goes on.
    private var isLogged: Bool
    /// Whether the history begins with this commit, which then writes all vehicles.
    private(set) var beginsHistory: Bool
    /// Longest pause between two reads that is no gap in a history.
    private let maxPause: Duration

    /// The stored vehicles that were changed or removed.
    private var earlier: [Vehicle] = []
    /// The IDs of those that were removed.
    private var removed: [String] = []
    private var upserted: [Vehicle] = []
    /// IDs among the new vehicles that were in the feed before.
    private var returned: [String] = []
    private var log: LogWriter

    /// Creates the recorder of a commit.
    ///
    /// - Parameter old: The stored snapshot; `nil` if another store has a newer one.
    init(
        of source: Int64, _ outcome: FetchOutcome, since old: SnapshotInfo?, _ recording: Recording,
        in transaction: any CommitTransaction
    ) throws {
        (self.source, self.recording, self.transaction) = (source, recording, transaction)
        (self.old, committedAt) = (old, outcome.request.beganAt)
        snapshot =
            if case .loaded(let snapshot, _, _) = outcome.response { snapshot } else { nil }
        observed = ObservedChanges(
            maxSpeed: recording.check.bounds[.speed],
            pause: old.map { outcome.fetchedAt - $0.fetchedAt } ?? .zero, total: old?.total ?? 0)
        stream = try ChangeStream.stored(of: source, in: transaction)
        isContinuous = old?.revision == stream.revision
        maxPause = Coverage.maxPause(until: outcome.dueAt, after: outcome.request.beganAt)
        stream.history = recording.history ?? stream.history
        beginsHistory = recording.history != nil && stream.keptSince == nil
        if beginsHistory { try ChangeLog.begin(&stream, of: source, in: transaction) }
        isLogged = stream.keptSince != nil || beginsHistory || isContinuous
        log = LogWriter(
            of: source, stream, hasHistory: stream.keptSince != nil || beginsHistory,
            in: transaction)
    }

    /// Starts the log again with this commit, without numbers that were given.
    func startAgain() throws {
        isContinuous = false
        guard stream.history != nil else { return isLogged = false }
        try ChangeLog.begin(&stream, of: source, in: transaction)
        beginsHistory = true
        isLogged = true
        log = LogWriter(of: source, stream, hasHistory: true, in: transaction)
    }

    /// Returns the numbers of those of some new vehicles that were in the feed before.
    package func numbers(of ids: [String]) throws -> [ByteString: Int64] {
        // IDs that rotate never come back.
        guard isLogged, stream.rotation != .yes else { return [:] }
        return try log.numbers(of: ids)
    }

    /// Records a vehicle whose row is changed.
    package func update(
        _ stored: EarlierVehicle, to vehicle: Vehicle, number: Int64
    ) throws -> LogPosition {
        observed.update(stored.vehicle, to: vehicle)
        guard isRecorded() else { return .none }
        if isContinuous {
            earlier.append(stored.vehicle)
            upserted.append(vehicle)
        }
        return try log.update(stored, to: vehicle, number)
    }

    /// Records a vehicle whose row is deleted.
    package func remove(_ stored: EarlierVehicle, number: Int64) {
        observed.remove(stored.vehicle)
        guard isRecorded() else { return }
        if isContinuous {
            earlier.append(stored.vehicle)
            removed.append(stored.vehicle.id)
        }
        log.remove(stored, number)
    }

    /// Records a vehicle that is inserted.
    package func insert(
        _ vehicle: Vehicle, number: Int64, isReturning: Bool
    ) throws -> LogPosition {
        observed.insert(vehicle)
        guard isRecorded() else { return .none }
        if isContinuous {
            upserted.append(vehicle)
            if isReturning { returned.append(vehicle.id) }
        }
        return try log.insert(vehicle, number)
    }

    /// Returns whether the next change is logged; too many are only in a history.
    private func isRecorded() -> Bool {
        if log.count >= min(Self.maxRows, recording.changes.rows) {
            isContinuous = false
            isLogged = isLogged && (stream.keptSince != nil || beginsHistory)
        }
        return isLogged
    }

    /// Appends the changes that lead to a snapshot, and the events, to the stream.
    func finish(at info: SnapshotInfo) throws {
        let rotation = recording.rotation ?? info.rotation
        if isContinuous, let old, stream.rotation == rotation {
            if info.fetchedAt - old.fetchedAt > Self.maxPause {
                stream.recordedSince = info.fetchedAt
            }
            if info.revision != old.revision {
                try stream.append(
                    detectEvents(since: old, at: info), at: committedAt, in: transaction)
            }
        } else if isLogged, stream.keptSince != nil || beginsHistory {
            try stream.renew(rotation, at: info.fetchedAt, in: transaction)
        } else {
            isLogged = false
            try stream.restart(rotation, at: info.fetchedAt, in: transaction)
        }
        try stream.append(
            (snapshot?.trips ?? []).map {
                DetectedEvent(
                    kind: VehicleTrip.eventName, at: $0.end, vehicleID: $0.vehicleID, json: $0.json)
            }, at: committedAt, in: transaction)
        if isLogged {
            try log.write()
            stream.versionEnd = log.versions.end
        }
        try stream.append(
            isLogged ? log.count : 0, at: committedAt, to: info, in: transaction)
        if let history = stream.history {
            try StoredHistory(source: source, transaction: transaction)
                .commit(
                    at: info, committedAt, keeping: history, logged: log.count,
                    maxPause: maxPause, &stream)
        } else {
            try stream.removeVersions(in: transaction)
        }
        try stream.save(in: transaction)
        try ChangeExpiry(
            source: source, now: committedAt, recording: recording, transaction: transaction
        ).run(stream)
        try observe(info)
    }
}

// The check over time.
extension ChangeRecorder {
    /// Adds the reading to the check of the feed.
    private func observe(_ info: SnapshotInfo) throws {
        let vehicles = snapshot.map {
            observed.vehicles(
                of: $0, total: info.total, info.changes, renamed: turnover.renamed,
                heldBack: turnover.heldBack)
        }
        let outcome: FeedObservation.Outcome =
            vehicles.map { .loaded(info.feed.isTable ? $0.ofTable : $0) } ?? .unchanged
        var observation = FeedObservation(outcome, at: info.fetchedAt, maxPause: maxPause)
        (observation.lastUpdated, observation.ttl) = (info.feed.lastUpdated, info.feed.ttlSeconds)
        (observation.format, observation.zone) = (info.feed.format, info.feed.zone)
        try StoredCheck(source: source, transaction: transaction)
            .add(observation, recording.check, survey: true)
    }
}

// Detection of events.
extension ChangeRecorder {
    /// Compares the snapshots and stores what detection knows of the changed vehicles.
    private func detectEvents(
        since old: SnapshotInfo, at info: SnapshotInfo
    ) throws -> [DetectedEvent] {
        let since = stream.comparedAt ?? old.fetchedAt
        // The first snapshot with vehicles has no events.
        let isFirst = stream.comparedAt == nil && old.total == 0
        stream.comparedAt = info.fetchedAt
        guard !isFirst, info.fetchedAt - since <= Self.maxGap else {
            try stream.forgetVehicles(in: transaction)
            stream.recordedSince = info.fetchedAt
            return []
        }
        let unchanged = old.total - earlier.count
        let states = try transaction.eventStates(of: earlier, source)
        let tracked = earlier.map { states[ByteString($0.id)] ?? TrackedVehicle($0) }
        var detector = EventDetector(
            from: try takeMissing() + tracked, unchanged: unchanged, departed: returned,
            evidence: stream.evidence, at: since, rotation: stream.rotation)
        let batch = detector.compare(upserted, at: info.fetchedAt)
        stream.evidence = detector.evidence
        turnover = (batch.turnover.renamed, batch.heldBack)
        try save(detector.tracked)
        return events(of: batch)
    }

    /// Removes and returns the vehicles that were missing from the last snapshot and are held back.
    private func takeMissing() throws -> [TrackedVehicle] {
        let missing = try transaction.rows(
            "SELECT vehicle_id, state FROM event_state WHERE source = ?1 AND is_missing = 1",
            [.integer(source)]
        ) { row in
            row.blob(1)?.withUnsafeBytes { TrackedVehicle(id: row.text(0) ?? "", bytes: $0) }
        }
        guard !missing.isEmpty else { return [] }
        try transaction.execute(
            "DELETE FROM event_state WHERE source = ?1 AND is_missing = 1", [.integer(source)])
        return missing
    }

    /// Stores what the rows of the vehicles do not have.
    private func save(_ tracked: [TrackedVehicle]) throws {
        var (saved, known) = ([TrackedVehicle](), removed)
        for (vehicle, tracked) in zip(upserted, tracked) {
            if tracked.bytes == TrackedVehicle(vehicle).bytes {
                known.append(vehicle.id)
            } else {
                saved.append(tracked)
            }
        }
        saved += tracked.dropFirst(upserted.count)
        try transaction.saveEventStates(saved, removing: known, of: source)
    }

    private func events(of batch: EventBatch) -> [DetectedEvent] {
        var events = batch.events.map {
            DetectedEvent(
                kind: $0.kind.rawValue, at: $0.at, vehicleID: $0.vehicleID, json: $0.json)
        }
        if let summary = batch.summaryJSON {
            events.append(
                DetectedEvent(
                    kind: StoredEvent.Kind.turnover.rawValue, at: batch.at, vehicleID: nil,
                    json: summary))
        }
        return events
    }
}
