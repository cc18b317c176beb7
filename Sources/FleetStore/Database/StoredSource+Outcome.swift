import FleetCore
import GRDB

// What the outcome of a request does to what is stored of its source.
extension StoredSource {
    /// Stores what a feed answered; a snapshot older than the stored one is dropped.
    mutating func accept(_ delivery: Delivery, in database: Database) throws {
        guard !delivery.request.isOlder(than: beganAt) else { return }
        switch delivery.answer {
        case .loaded(let snapshot, let memory, _):
            try replace(with: snapshot, delivery, in: database)
            record.memory = memory
        case .notModified(let memory, _):
            record.info?.fetchedAt = delivery.fetchedAt
            record.info?.changes = .none
            record.memory = memory
        }
        beganAt = delivery.request.beganAt
        settle(delivery.request) { record in
            record.dueAt = delivery.dueAt
            record.backOff = nil
        }
        try save(in: database)
    }

    /// Stores that a request failed, unless a later one came to its end before.
    mutating func accept(
        _ backOff: BackOff, of request: RequestStamp, in database: Database
    ) throws {
        settle(request) { $0.backOff = backOff }
        try save(in: database)
    }

    /// Notes the end of a request, unless a later one has ended.
    private mutating func settle(_ request: RequestStamp, _ change: (inout SourceRecord) -> Void) {
        guard !request.isOlder(than: record.lastRequest?.beganAt) else { return }
        record.lastRequest = request
        change(&record)
    }

    private mutating func replace(
        with snapshot: Snapshot, _ delivery: Delivery, in database: Database
    ) throws {
        let old = record.info
        var writer = SnapshotWriter(
            snapshot.vehicles, of: id, stored: old?.total ?? 0, in: database)
        try writer.write()
        var sites = SiteWriter(snapshot.sites, of: id, in: database)
        try sites.write(at: delivery.fetchedAt)
        let changes = writer.changes + sites.changes
        judge(snapshot, total: writer.total, at: delivery.request.beganAt)
        let isSame =
            changes.isEmpty && old.map { snapshot.feed.saysNothingNew($0.feed) } == true
        record.info = SnapshotInfo(
            revision: (old?.revision ?? 0) + (isSame ? 0 : 1), feed: snapshot.feed,
            fetchedAt: delivery.fetchedAt, total: writer.total + sites.total, changes: changes,
            reading: snapshot.reading,
            rotation: snapshot.feed.rotation == .unknown ? rotation : snapshot.feed.rotation)
    }

    /// Judges the codes by the anchor, or takes a new one.
    ///
    /// A feed that tells is not judged.
    private mutating func judge(_ snapshot: Snapshot, total: Int, at time: Timestamp) {
        guard rotation == .unknown, snapshot.feed.rotation == .unknown else { return anchor = nil }
        if let judged = anchor?.judgement(of: snapshot.vehicles, at: time) {
            rotation = judged
            anchor = nil
        } else if anchor?.isSpent(at: time) ?? true {
            anchor = IDAnchor(of: snapshot.vehicles, total: total, at: time)
        }
    }
}

extension RequestStamp {
    /// Whether the request began before the one whose outcome is stored.
    ///
    /// A stored time that is more than an hour ahead is of a clock that was wrong, and says nothing.
    fileprivate func isOlder(than stored: Timestamp?) -> Bool {
        guard let stored else { return false }
        return beganAt < stored && stored <= beganAt + .seconds(3600)
    }
}

extension SnapshotChanges {
    /// Both counts as one; a snapshot has vehicles or sites.
    fileprivate static func + (left: Self, right: Self) -> Self {
        SnapshotChanges(
            added: left.added + right.added, gone: left.gone + right.gone,
            changed: left.changed + right.changed)
    }
}

extension FeedDescription {
    /// Whether it differs from an earlier one in its times at most.
    fileprivate func saysNothingNew(_ earlier: FeedDescription) -> Bool {
        var earlier = earlier
        (earlier.lastUpdated, earlier.ttlSeconds) = (lastUpdated, ttlSeconds)
        return self == earlier
    }
}
