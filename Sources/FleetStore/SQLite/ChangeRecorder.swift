import FleetCore
import GRDB

/// Writer of the changes of one commit to the stream of its source, in the commit's transaction.
///
/// The writer of the snapshot reports each row before it changes it. A commit whose changes cannot be
/// appended starts the stream again.
final class ChangeRecorder {
    /// Most rows of a batch, and of all batches of a source.
    private static let maxRows = 100_000
    /// Most bytes of a batch: beyond it, a reader does better to load the list again.
    private static let maxBatchBytes = 8 << 20
    /// Longest time between two snapshots that are compared for events.
    private static let maxGap = Duration.seconds(86_400)

    private let source: Int64
    private let database: Database
    private let committedAt: Timestamp
    private let old: SnapshotInfo?
    private var stream: ChangeStream
    private var states: EventStates
    /// Whether the stream leads to the stored snapshot, and the changes can be appended.
    private var isContinuous: Bool

    private var earlier: [TrackedVehicle] = []
    private var removed: [String] = []
    private var upserted: [Vehicle] = []
    /// IDs among the new vehicles that were in the feed before.
    private var returned: [String] = []
    private var cursor = VehicleCursor()

    /// Creates the recorder of a commit; `nil` if nobody wants the changes of the source.
    ///
    /// - Parameter old: The stored snapshot; `nil` if another store has a newer one.
    init?(
        of source: Int64, _ outcome: FetchOutcome, since old: SnapshotInfo?, in database: Database
    ) throws {
        guard let stream = try ChangeStream(of: source, in: database),
            stream.isWanted(at: outcome.request.beganAt)
        else { return nil }
        (self.source, self.database, self.stream, self.old) = (source, database, stream, old)
        committedAt = outcome.request.beganAt
        isContinuous = old?.revision == stream.revision
        states = try EventStates(of: source, in: database)
    }

    /// Records a vehicle whose row is changed next.
    func willUpdate(_ row: Int64, to vehicle: Vehicle) throws {
        guard canAppend() else { return }
        earlier.append(try states.vehicle(vehicle.id) ?? TrackedVehicle(storedVehicle(row)))
        upserted.append(vehicle)
    }

    /// Records a vehicle whose row is deleted next.
    func willRemove(_ row: Int64) throws {
        guard canAppend() else { return }
        let vehicle = try storedVehicle(row)
        earlier.append(try states.vehicle(vehicle.id) ?? TrackedVehicle(vehicle))
        removed.append(vehicle.id)
    }

    /// Records a vehicle that was inserted.
    func didInsert(_ vehicle: Vehicle, isReturning: Bool) {
        guard canAppend() else { return }
        upserted.append(vehicle)
        if isReturning { returned.append(vehicle.id) }
    }

    private func canAppend() -> Bool {
        if upserted.count + removed.count >= Self.maxRows { isContinuous = false }
        return isContinuous
    }

    private func storedVehicle(_ row: Int64) throws -> Vehicle {
        var statement = try SQLStatement(cached: Self.selectVehicle, in: database)
        defer { statement.finish() }
        try statement.bind(row)
        guard try statement.step() else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
        return cursor.vehicle(from: statement)
    }

    /// Appends the changes that lead to a snapshot, and the events, to the stream.
    func finish(at info: SnapshotInfo) throws {
        let rotation = stream.rotation ?? info.rotation
        guard isContinuous, let old, (stream.rotation ?? old.rotation) == rotation,
            let changes = encodedChanges(rotation)
        else {
            try stream.restart(at: info.revision)
            return try stream.save()
        }
        let events =
            info.revision == old.revision ? [] : try detectEvents(from: old, to: info, rotation)
        for event in events { try insert(event) }
        let rows = upserted.count + removed.count
        stream.sequence += 1
        stream.revision = info.revision
        stream.rowEnd += Int64(rows)
        stream.byteEnd += Int64(changes.bytes.count)
        try insertBatch(info, rows: rows, events: events.count, changes)
        try ChangeExpiry(source: source, now: committedAt, database: database).run(stream)
        try stream.save()
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
        var insert = try SQLStatement(cached: Self.insertBatch, in: database)
        try insert.bind(source)
        try insert.bind(stream.sequence)
        try insert.bind(committedAt.milliseconds)
        try insert.bind(info.revision)
        try insert.bind(info.fetchedAt.milliseconds)
        try insert.bind(info.feed.lastUpdated?.milliseconds)
        try insert.bind(Int64(info.total))
        try insert.bind(Int64(rows))
        try insert.bind(stream.rowEnd)
        try insert.bind(Int64(changes.bytes.count))
        try insert.bind(stream.byteEnd)
        try insert.bind(Int64(events))
        try insert.bind(stream.eventEnd)
        try insert.bind(changes.string)
        try insert.run()
    }

    private static let selectVehicle =
        "SELECT \(VehicleRecord.readColumns) FROM vehicle WHERE id = ?"

    private static let insertBatch = """
        INSERT INTO change_batch (source, sequence, committed_at, revision, fetched_at,
        last_updated, total, rows, row_end, bytes, byte_end, events, event_end, changes)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
}

// Detection of events.
extension ChangeRecorder {
    private struct Event {
        let kind: String
        let at: Timestamp
        let vehicleID: String?
        let detail: UTF8Buffer
    }

    /// Compares the snapshots and stores what detection knows of the changed vehicles.
    private func detectEvents(
        from old: SnapshotInfo, to info: SnapshotInfo, _ rotation: IDRotation
    ) throws -> [Event] {
        let since = stream.comparedAt ?? old.fetchedAt
        // The first snapshot with vehicles has no events.
        let isFirst = stream.comparedAt == nil && old.total == 0
        stream.comparedAt = info.fetchedAt
        guard !isFirst, info.fetchedAt - since <= Self.maxGap else {
            try stream.forgetVehicles()
            return []
        }
        let unchanged = old.total - earlier.count
        var detector = EventDetector(
            from: try states.takeMissing() + earlier, unchanged: unchanged, departed: returned,
            evidence: stream.evidence, at: since, rotation: rotation)
        let batch = detector.compare(upserted, at: info.fetchedAt)
        stream.evidence = detector.evidence
        try save(detector.tracked)
        return events(of: batch)
    }

    /// Stores what the rows of the vehicles do not have.
    private func save(_ tracked: [TrackedVehicle]) throws {
        for id in removed { try states.remove(id) }
        for (vehicle, tracked) in zip(upserted, tracked) {
            if tracked.bytes == TrackedVehicle(vehicle).bytes {
                try states.remove(vehicle.id)
            } else {
                try states.save(tracked)
            }
        }
        for vehicle in tracked.dropFirst(upserted.count) { try states.save(vehicle) }
    }

    private func events(of batch: EventBatch) -> [Event] {
        var events = batch.events.map {
            Event(kind: $0.kind.rawValue, at: $0.at, vehicleID: $0.vehicleID, detail: $0.json)
        }
        if let summary = batch.summaryJSON {
            events.append(
                Event(kind: "turnover", at: batch.at, vehicleID: nil, detail: summary))
        }
        return events
    }

    private func insert(_ event: Event) throws {
        stream.eventEnd += 1
        var insert = try SQLStatement(
            cached: """
                INSERT INTO event (source, number, committed_at, kind, at, vehicle_id, detail)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """, in: database)
        try insert.bind(source)
        try insert.bind(stream.eventEnd)
        try insert.bind(committedAt.milliseconds)
        try insert.bind(event.kind)
        try insert.bind(event.at.milliseconds)
        try insert.bind(event.vehicleID)
        try insert.bind(event.detail.string)
        try insert.run()
    }
}
