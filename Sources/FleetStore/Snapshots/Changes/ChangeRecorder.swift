package import FleetCore

/// Writer of the changes of one commit to the stream of its source, in the commit's transaction.
///
/// The writer of the snapshot reports each row before it changes it. A commit whose changes cannot be
/// appended starts the stream again.
package final class ChangeRecorder {
    /// Most rows of a batch, and of all batches of a source.
    private static let maxRows = 100_000
    /// Most bytes of a batch: beyond it, a reader does better to load the list again.
    private static let maxBatchBytes = 8 << 20
    /// Longest time between two snapshots that are compared for events.
    private static let maxGap = Duration.seconds(86_400)

    private let source: Int64
    private let transaction: any CommitTransaction
    private let committedAt: Timestamp
    private let old: SnapshotInfo?
    private var stream: ChangeStream
    /// Whether the stream leads to the stored snapshot, and the changes can be appended.
    private var isContinuous: Bool

    /// The stored vehicles that were changed or removed.
    private var earlier: [Vehicle] = []
    private var removed: [String] = []
    private var upserted: [Vehicle] = []
    /// IDs among the new vehicles that were in the feed before.
    private var returned: [String] = []

    /// Creates the recorder of a commit; `nil` if nobody wants the changes of the source.
    ///
    /// - Parameter old: The stored snapshot; `nil` if another store has a newer one.
    init?(
        of source: Int64, _ outcome: FetchOutcome, since old: SnapshotInfo?,
        in transaction: any CommitTransaction
    ) throws {
        guard let stream = try ChangeStream(of: source, in: transaction),
            stream.isWanted(at: outcome.request.beganAt)
        else { return nil }
        (self.source, self.transaction) = (source, transaction)
        (self.stream, self.old) = (stream, old)
        committedAt = outcome.request.beganAt
        isContinuous = old?.revision == stream.revision
    }

    /// Records a vehicle whose row is changed.
    package func update(_ stored: Vehicle, to vehicle: Vehicle) {
        guard canAppend() else { return }
        earlier.append(stored)
        upserted.append(vehicle)
    }

    /// Records a vehicle whose row is deleted.
    package func remove(_ vehicle: Vehicle) {
        guard canAppend() else { return }
        earlier.append(vehicle)
        removed.append(vehicle.id)
    }

    /// Records a vehicle that is inserted.
    package func insert(_ vehicle: Vehicle, isReturning: Bool) {
        guard canAppend() else { return }
        upserted.append(vehicle)
        if isReturning { returned.append(vehicle.id) }
    }

    private func canAppend() -> Bool {
        if upserted.count + removed.count >= Self.maxRows { isContinuous = false }
        return isContinuous
    }

    /// Appends the changes that lead to a snapshot, and the events, to the stream.
    func finish(at info: SnapshotInfo) throws {
        let rotation = stream.rotation ?? info.rotation
        guard isContinuous, let old, (stream.rotation ?? old.rotation) == rotation,
            let changes = encodedChanges(rotation)
        else {
            try stream.restart(at: info.revision, in: transaction)
            return try stream.save(in: transaction)
        }
        let events =
            info.revision == old.revision ? [] : try detectEvents(from: old, to: info, rotation)
        try transaction.insert(events, of: source, at: committedAt)
        let rows = upserted.count + removed.count
        stream.append(at: committedAt, revision: info.revision)
        stream.rowEnd += Int64(rows)
        stream.byteEnd += Int64(changes.bytes.count)
        try insertBatch(info, rows: rows, events: events.count, changes)
        try ChangeExpiry(source: source, now: committedAt, transaction: transaction).run(stream)
        try stream.save(in: transaction)
    }

    private func encodedChanges(_ rotation: IDRotation) -> UTF8Buffer? {
        var encoder = VehicleChangesEncoder(rotation: rotation)
        for vehicle in upserted {
            encoder.add(vehicle)
            guard encoder.count <= Self.maxBatchBytes else { return nil }
        }
        let changes = encoder.finish(removing: removed)
        return changes.bytes.count <= Self.maxBatchBytes ? changes : nil
    }

    private func insertBatch(
        _ info: SnapshotInfo, rows: Int, events: Int, _ changes: UTF8Buffer
    ) throws {
        try transaction.execute(
            """
            INSERT INTO change_batch (source, sequence, committed_at, revision, fetched_at,
            last_updated, total, rows, row_end, bytes, byte_end, events, event_end, changes)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)
            """,
            [
                .integer(source), .integer(stream.sequence), .integer(committedAt.milliseconds),
                .integer(info.revision), .integer(info.fetchedAt.milliseconds),
                .optional(info.feed.lastUpdated?.milliseconds), .integer(Int64(info.total)),
                .integer(Int64(rows)), .integer(stream.rowEnd),
                .integer(Int64(changes.bytes.count)), .integer(stream.byteEnd),
                .integer(Int64(events)), .integer(stream.eventEnd), .text(changes.string),
            ])
    }
}

// Detection of events.
extension ChangeRecorder {
    /// Compares the snapshots and stores what detection knows of the changed vehicles.
    private func detectEvents(
        from old: SnapshotInfo, to info: SnapshotInfo, _ rotation: IDRotation
    ) throws -> [DetectedEvent] {
        let since = stream.comparedAt ?? old.fetchedAt
        // The first snapshot with vehicles has no events.
        let isFirst = stream.comparedAt == nil && old.total == 0
        stream.comparedAt = info.fetchedAt
        guard !isFirst, info.fetchedAt - since <= Self.maxGap else {
            try stream.forgetVehicles(in: transaction)
            return []
        }
        let unchanged = old.total - earlier.count
        let states = try transaction.eventStates(of: earlier, source)
        let tracked = earlier.map { states[ByteString($0.id)] ?? TrackedVehicle($0) }
        var detector = EventDetector(
            from: try takeMissing() + tracked, unchanged: unchanged, departed: returned,
            evidence: stream.evidence, at: since, rotation: rotation)
        let batch = detector.compare(upserted, at: info.fetchedAt)
        stream.evidence = detector.evidence
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
        func event(
            _ kind: String, _ at: Timestamp, _ vehicleID: String?, _ json: UTF8Buffer
        ) -> DetectedEvent {
            stream.eventEnd += 1
            return DetectedEvent(
                number: stream.eventEnd, kind: kind, at: at, vehicleID: vehicleID, json: json)
        }
        var events = batch.events.map { event($0.kind.rawValue, $0.at, $0.vehicleID, $0.json) }
        if let summary = batch.summaryJSON {
            events.append(event("turnover", batch.at, nil, summary))
        }
        return events
    }
}
