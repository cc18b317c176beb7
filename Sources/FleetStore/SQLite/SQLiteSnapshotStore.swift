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
        try await file.readingAsynchronously { database in
            try StoredSource(key, in: database)?.record ?? SourceRecord()
        }
    }

    func commit(_ outcome: FetchOutcome, for key: SourceKey) async throws -> SnapshotInfo {
        try await file.writing { database in
            var source = try StoredSource.findOrInsert(key, in: database)
            if case .notModified = outcome.response, source.record.info == nil {
                throw StoreError.nothingStored
            }
            try source.apply(outcome, in: database)
            guard let info = source.record.info else { throw StoreError.nothingStored }
            return info
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
