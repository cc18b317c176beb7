import FleetCore
import Foundation
import GRDB

/// The snapshots in an SQLite database.
///
/// Any number of processes may use one file; a writer waits up to five seconds for another.
struct SQLiteSnapshotStore: SnapshotStore {
    let file: SQLiteFile

    func read<T>(_ body: (any SnapshotReader) throws -> T) throws -> T {
        try file.reading { try body(SQLiteSnapshotReader(database: $0)) }
    }

    func record(of key: SourceKey) async throws -> SourceRecord {
        try await source(of: key)?.record ?? SourceRecord()
    }

    /// Returns all stored data of a feed except its vehicles and sites.
    func source(of key: SourceKey) async throws -> StoredSource? {
        try await file.readingAsynchronously { try StoredSource(key, in: $0) }
    }

    func commit(_ outcome: FetchOutcome, for key: SourceKey) async throws -> SnapshotInfo {
        try await commit(outcome, for: key, since: nil)
    }

    /// Stores the outcome of a request.
    ///
    /// - Parameter earlier: The newest snapshot of another store, whose revision and rotation are
    ///   continued.
    func commit(
        _ outcome: FetchOutcome, for key: SourceKey, since earlier: SnapshotInfo?
    ) async throws -> SnapshotInfo {
        try await file.writing { database in
            var source = try StoredSource.findOrInsert(key, in: database)
            if case .notModified = outcome.response, source.record.info == nil {
                throw StoreError.nothingStored
            }
            try source.apply(outcome, since: earlier, in: database)
            guard let info = source.record.info else { throw StoreError.nothingStored }
            return info
        }
    }

    /// Stores that a response was unchanged; the snapshot is in another store.
    func recordUnchanged(_ outcome: FetchOutcome, for key: SourceKey) async throws {
        try await file.writing { database in
            var source = try StoredSource.findOrInsert(key, in: database)
            try source.applyUnchanged(outcome, in: database)
        }
    }

    func recordFailure(
        _ backOff: BackOff, request: RequestID, for key: SourceKey
    ) async throws {
        try await file.writing { database in
            var source = try StoredSource.findOrInsert(key, in: database)
            try source.apply(backOff, of: request, in: database)
        }
    }

    func remove(_ uuid: UUID) async throws {
        try await file.writing { try StoredSource.remove(uuid, in: $0) }
    }
}
