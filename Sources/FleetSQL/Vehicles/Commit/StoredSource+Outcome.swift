package import FleetCore

// Updates of a stored source with the outcome of a request.
extension StoredSource {
    /// Stores the outcome of a request, and returns the resulting snapshot info.
    ///
    /// - Parameter earlier: The newest snapshot of another store, whose revision and rotation are
    ///   continued.
    /// - Throws: ``StoreError/nothingStored`` for an unchanged response without a stored snapshot.
    package static func commit(
        _ outcome: FetchOutcome, for key: SourceKey, _ recording: Recording?,
        since earlier: SnapshotInfo? = nil, _ annotatedVehicles: AnnotatedVehicles? = nil,
        in transaction: any CommitTransaction
    ) throws -> SnapshotInfo {
        var source = try findOrInsert(key, in: transaction)
        if let annotatedVehicles {
            source.annotatedVehicles = { try annotatedVehicles(key.uuid) }
        }
        if case .notModified = outcome.response, source.record.info == nil {
            throw StoreError.nothingStored
        }
        try source.apply(outcome, of: key.feed, recording, since: earlier, in: transaction)
        guard let info = source.record.info else { throw StoreError.nothingStored }
        return info
    }

    /// Stores the response of a feed; a snapshot older than the stored one is dropped.
    ///
    /// - Parameter earlier: The newest snapshot of another store.
    private mutating func apply(
        _ outcome: FetchOutcome, of feed: Source.Feed, _ recording: Recording?,
        since earlier: SnapshotInfo?, in transaction: any CommitTransaction
    ) throws {
        guard !outcome.request.isOlder(than: beganAt) else { return }
        let old = earlier == nil ? record.info : nil
        let vehicles = feed == .vehicles ? try recording ?? historyRecording(in: transaction) : nil
        let sites = feed == .sites ? recording : nil
        let recorder = try vehicles.map {
            try ChangeRecorder(of: id, outcome, since: old, $0, in: transaction)
        }
        var siteRecorder =
            feed == .sites ? try SiteRecorder(of: id, outcome, sites, in: transaction) : nil
        let alarms = try sites.flatMap {
            try AlarmRecorder(of: id, outcome, since: old, $0, in: transaction)
        }
        switch outcome.response {
        case .loaded(let snapshot, let cacheState, _):
            if rotation == .unknown { rotation = earlier?.rotation ?? .unknown }
            try replace(
                with: snapshot, listing: Set(cacheState.documents.keys), outcome, recorder,
                in: transaction)
            continueRevision(of: earlier)
            record.cacheState = cacheState
        case .notModified(let cacheState, _):
            if recorder?.beginsHistory == true { try writeAgain(recorder, in: transaction) }
            record.info?.fetchedAt = outcome.fetchedAt
            record.info?.changes = .none
            record.cacheState = cacheState
        }
        beganAt = outcome.request.beganAt
        if let info = record.info {
            try recorder?.finish(at: info)
            try siteRecorder?.finish(at: info)
            try alarms?.finish(at: info)
        }
        try applyUnchanged(outcome, in: transaction)
    }

    /// Stores the end of a request whose response is stored, or is in another store.
    package mutating func applyUnchanged(
        _ outcome: FetchOutcome, in transaction: any SQLTransaction
    ) throws {
        finish(outcome.request) { record in
            record.dueAt = outcome.dueAt
            record.backOff = nil
        }
        try save(in: transaction)
    }

    /// Makes the revision higher than that of another store's snapshot.
    private mutating func continueRevision(of earlier: SnapshotInfo?) {
        guard let earlier, let info = record.info, info.revision <= earlier.revision else { return }
        record.info?.revision = earlier.revision + 1
    }

    /// Stores the failure of a request, unless a later request has already finished.
    ///
    /// - Parameter shownAt: The time of the failure, on the displayed clock.
    package static func recordFailure(
        _ backOff: BackOff, of request: RequestID, shownAt: Timestamp, for key: SourceKey,
        _ recording: Recording?, in transaction: any SQLTransaction
    ) throws {
        var source = try findOrInsert(key, in: transaction)
        source.finish(request) { $0.backOff = backOff }
        try Coverage(source: source.id, transaction: transaction).fail(at: request.beganAt)
        try source.save(in: transaction)
        // What this client causes shows nothing about the feed, as a gap.
        guard key.feed == .vehicles, !backOff.failure.isOfClient,
            let recording = try recording ?? source.historyRecording(in: transaction)
        else { return }
        var observation = FeedObservation(
            .failed(backOff.failure.cause), at: shownAt,
            maxPause: Coverage.maxPause(until: backOff.retryAt, after: backOff.failedAt))
        if let feed = source.record.info?.feed {
            (observation.format, observation.zone) = (feed.format, feed.zone)
        }
        try StoredCheck(source: source.id, transaction: transaction)
            .add(observation, recording.check, survey: false)
    }

    /// Records the end of a request, unless a later request has already finished.
    private mutating func finish(_ request: RequestID, _ change: (inout SourceRecord) -> Void) {
        guard !request.isOlder(than: record.lastRequest?.beganAt) else { return }
        record.lastRequest = request
        change(&record)
    }

    private mutating func replace(
        with snapshot: Snapshot, listing documents: Set<String>, _ outcome: FetchOutcome,
        _ recorder: ChangeRecorder?, in transaction: any CommitTransaction
    ) throws {
        let old = record.info
        let gone = try goneVehicles(with: snapshot, outcome, in: transaction)
        let numberEnd = try numberEnd(for: snapshot, recorder, in: transaction)
        let vehicles = try transaction.write(
            snapshot.vehicles, of: id, at: outcome.fetchedAt, stored: old?.total ?? 0, gone: gone,
            numberEnd: numberEnd, recorder: recorder)
        if let new = vehicles.numberEnd, new != numberEnd {
            try transaction.execute(
                "UPDATE change_stream SET number_end = ?2 WHERE source = ?1",
                [.integer(id), .integer(new)])
        }
        try gone?.expire(in: transaction)
        var sites = SiteWriter(snapshot.sites, of: id, in: transaction)
        try sites.write(at: outcome.fetchedAt)
        let changes = vehicles.changes + sites.changes
        updateRotation(with: snapshot, total: vehicles.total, at: outcome.request.beganAt)
        let hasSameDocuments = try !SideDocumentWriter(source: id, transaction: transaction).write(
            snapshot.documents, listed: documents)
        let isSame =
            changes.isEmpty && hasSameDocuments
            && old.map { snapshot.feed.isUnchanged(since: $0.feed) } == true
        record.info = SnapshotInfo(
            revision: (old?.revision ?? 0) + (isSame ? 0 : 1), feed: snapshot.feed,
            fetchedAt: outcome.fetchedAt, total: vehicles.total + sites.total, changes: changes,
            parseReport: snapshot.parseReport,
            rotation: snapshot.feed.rotation == .unknown ? rotation : snapshot.feed.rotation)
    }

    /// Writes the stored vehicles as those of a snapshot, so that a history has them.
    private func writeAgain(
        _ recorder: ChangeRecorder?, in transaction: any CommitTransaction
    ) throws {
        guard let info = record.info else { return }
        var colors = ColorCache()
        let vehicles = try transaction.rows(
            "SELECT \(VehicleRecord.readColumns) FROM vehicle WHERE source = ?1 ORDER BY id",
            [.integer(id)]
        ) { Vehicle(from: $0, &colors) }
        _ = try transaction.write(
            vehicles, of: id, at: info.fetchedAt, stored: info.total, gone: nil, numberEnd: nil,
            recorder: recorder)
    }

    /// Returns the recording of a commit of a process that needs none: a history has all of them.
    private func historyRecording(in transaction: any SQLTransaction) throws -> Recording? {
        try ChangeStream.stored(of: id, in: transaction).history.map { Recording(history: $0) }
    }

    /// Returns the highest number that a vehicle of the log may have; `nil` without a log.
    ///
    /// If there may not be enough numbers, which takes a feed whose IDs rotate for years, all
    /// vehicles are stored anew.
    private func numberEnd(
        for snapshot: Snapshot, _ recorder: ChangeRecorder?, in transaction: any SQLTransaction
    ) throws -> Int64? {
        let end = try transaction.rows(
            "SELECT number_end FROM change_stream WHERE source = ?1", [.integer(id)]
        ) { $0.integer(0) }.first
        guard let end, end + Int64(snapshot.vehicles.count) > VehicleDifferences.maxNumber else {
            return end
        }
        try recorder?.startAgain()
        for table in ["vehicle", "facet_count"] {
            try transaction.execute("DELETE FROM \(table) WHERE source = ?1", [.integer(id)])
        }
        return 0
    }

    /// Returns how the vehicles that left the feed are remembered; `nil` if the IDs of the feed
    /// rotate.
    private func goneVehicles(
        with snapshot: Snapshot, _ outcome: FetchOutcome, in transaction: any SQLTransaction
    ) throws -> GoneVehicles? {
        guard let old = record.info else { return nil }
        guard rotation != .yes, snapshot.feed.rotation != .yes else {
            try GoneVehicles.removeAll(of: id, in: transaction)
            return nil
        }
        return GoneVehicles(
            source: id, seenAt: old.fetchedAt, goneAt: outcome.request.beganAt,
            annotatedVehicles: annotatedVehicles)
    }

    /// Determines from the sample whether IDs rotate, or takes a new sample.
    ///
    /// Does nothing if the feed itself declares its rotation.
    private mutating func updateRotation(with snapshot: Snapshot, total: Int, at time: Timestamp) {
        guard rotation == .unknown, snapshot.feed.rotation == .unknown else {
            return idSample = nil
        }
        if let detected = idSample?.rotation(in: snapshot.vehicles, at: time) {
            rotation = detected
            idSample = nil
        } else if idSample?.isExpired(at: time) ?? true {
            idSample = IDSample(of: snapshot.vehicles, total: total, at: time)
        }
    }
}

extension RequestID {
    /// Whether the request began before the one whose outcome is stored.
    ///
    /// A stored time more than five minutes in the future comes from a wrong clock and is ignored.
    fileprivate func isOlder(than stored: Timestamp?) -> Bool {
        guard let stored else { return false }
        return beganAt < stored && stored <= beganAt + .seconds(300)
    }
}

extension SnapshotChanges {
    /// Adds both counts; a snapshot has either vehicles or sites.
    fileprivate static func + (left: Self, right: Self) -> Self {
        SnapshotChanges(
            added: left.added + right.added, gone: left.gone + right.gone,
            changed: left.changed + right.changed)
    }
}

extension FeedDescription {
    /// Whether it differs from an earlier one at most in its times.
    fileprivate func isUnchanged(since earlier: FeedDescription) -> Bool {
        var earlier = earlier
        (earlier.lastUpdated, earlier.ttlSeconds) = (lastUpdated, ttlSeconds)
        return self == earlier
    }
}
