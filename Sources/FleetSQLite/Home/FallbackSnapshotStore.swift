import FleetCore
import FleetSQL
import Foundation

/// The snapshots of a home; while the store cannot be written, new ones go to the fallback.
///
/// A full disk, an exceeded quota or a read-only file system must neither hide the fleet nor make
/// each command ask the service again.
struct FallbackSnapshotStore: SnapshotStore {
    let main: SQLiteSnapshotStore
    /// Path of the store, for messages.
    let path: String
    let isWritable: Bool
    let fallback: FallbackFile

    func read<T>(_ body: (any SnapshotReader) throws -> T) throws -> T {
        guard let kept = fallback.existing() else { return try main.read(body) }
        return try kept.file.read { kept in
            try main.file.read { stored in
                try body(
                    FallbackSnapshotReader(
                        main: StoredSnapshotReader(stored),
                        fallback: StoredSnapshotReader(kept)))
            }
        }
    }

    func record(of key: SourceKey) async throws -> SourceRecord {
        let stored = try await main.source(of: key)
        guard let kept = try await fallback.existing()?.source(of: key) else {
            return backingOff(stored?.record ?? SourceRecord(), key)
        }
        let isKeptNewer = kept.isNewer(than: stored)
        var record = (isKeptNewer ? kept : stored ?? kept).record
        // Only a whole response can move the snapshot back to the store.
        if isKeptNewer, isWritable { record.cacheState = nil }
        guard kept.lastRequestAt > stored?.lastRequestAt ?? .distantPast else {
            record.dueAt = stored?.record.dueAt
            record.lastRequest = stored?.record.lastRequest
            record.backOff = stored?.record.backOff
            return record
        }
        record.dueAt = kept.record.dueAt
        record.lastRequest = kept.record.lastRequest
        record.backOff = kept.record.backOff
        fallback.reportUnwritable(
            "the store \(path) could not be written at the last fetch")
        return record
    }

    func commit(
        _ outcome: FetchOutcome, for key: SourceKey, recording: Recording?
    ) async throws -> SnapshotInfo {
        let kept = try await fallback.existing()?.source(of: key)
        let stored = try? await main.source(of: key)
        let isKeptNewer = kept?.isNewer(than: stored) ?? false
        // An unchanged response refers to the newest snapshot, which only the fallback has then.
        let belongsToFallback = isKeptNewer && outcome.response.isUnchanged
        if isWritable, !belongsToFallback {
            do {
                let info = try await main.commit(
                    outcome, for: key, recording: recording, since: kept?.record.info)
                fallback.remove(key)
                return info
            } catch let error as StoreError where error.isUnwritable {
                fallback.report(error)
            }
        }
        let base = stored?.record.info
        return try await fallback.writing(key, until: outcome.dueAt) { store in
            guard outcome.response.isUnchanged, !isKeptNewer else {
                return try await store.commit(outcome, for: key, recording: nil, since: base)
            }
            guard var info = base else { throw StoreError.nothingStored }
            try await store.recordUnchanged(outcome, for: key)
            info.fetchedAt = outcome.fetchedAt
            return info
        }
    }

    func recordFailure(
        _ backOff: BackOff, request: RequestID, shownAt: Timestamp, for key: SourceKey,
        recording: Recording?
    ) async throws {
        if isWritable {
            do {
                return try await main.recordFailure(
                    backOff, request: request, shownAt: shownAt, for: key, recording: recording)
            } catch let error as StoreError where error.isUnwritable {
                fallback.report(error)
            }
        }
        try await fallback.writing(key, until: backOff.retryAt) { store in
            try await store.recordFailure(
                backOff, request: request, shownAt: shownAt, for: key, recording: nil)
        }
    }

    func remove(_ uuid: UUID) async throws {
        try await fallback.existing()?.remove(uuid)
        try await main.remove(uuid)
    }

    /// Returns the record with the back-off that is noted for a source with a stored snapshot.
    private func backingOff(_ record: SourceRecord, _ key: SourceKey) -> SourceRecord {
        guard record.info != nil, let end = fallback.backOffEnd(of: key),
            end > record.backOff?.retryAt ?? .distantPast
        else { return record }
        var record = record
        record.backOff = BackOff(
            failure: FeedFailure(
                .store(.notStored("the disk is full or cannot be written")), at: path),
            failedAt: end, retryAt: end, attempt: 1)
        return record
    }
}

extension StoreError {
    /// Whether the file cannot be written because of the disk or its permissions.
    fileprivate var isUnwritable: Bool {
        switch self {
        case .diskFull, .unwritable: true
        default: false
        }
    }
}

extension StoredSource {
    /// Whether its snapshot is newer than that of another store.
    fileprivate func isNewer(than other: StoredSource?) -> Bool {
        guard let beganAt else { return false }
        return other?.beganAt.map { $0 < beganAt } ?? true
    }

    fileprivate var lastRequestAt: Timestamp { record.lastRequest?.beganAt ?? .distantPast }
}

extension FeedResponse {
    fileprivate var isUnchanged: Bool {
        if case .notModified = self { true } else { false }
    }
}

extension Timestamp {
    fileprivate static let distantPast = Timestamp(milliseconds: .min)
}
