import FleetCore
import FleetSQL
import Foundation
import GRDB

/// The snapshots in an SQLite database.
///
/// Any number of processes may use one file; a writer waits up to five seconds for another.
struct SQLiteSnapshotStore: SnapshotStore {
    let file: SQLiteFile
    private let annotatedVehicles: AnnotatedVehicles?
    private let decoded = DecodedSources()

    init(file: SQLiteFile, annotatedVehicles: AnnotatedVehicles? = nil) {
        (self.file, self.annotatedVehicles) = (file, annotatedVehicles)
    }

    func read<T>(_ body: (any SnapshotReader) throws -> T) throws -> T {
        try file.read { try body(StoredSnapshotReader($0, decoded: decoded)) }
    }

    func record(of key: SourceKey) async throws -> SourceRecord {
        try await source(of: key)?.record ?? SourceRecord()
    }

    /// Returns all stored data of a feed except its vehicles and sites.
    func source(of key: SourceKey) async throws -> StoredSource? {
        try await file.readingAsynchronously {
            try StoredSource(key, in: SQLiteTransaction(database: $0))
        }
    }

    func commit(
        _ outcome: FetchOutcome, for key: SourceKey, recording: Recording?
    ) async throws -> SnapshotInfo {
        try await commit(outcome, for: key, recording: recording, since: nil)
    }

    /// Stores the outcome of a request.
    ///
    /// - Parameter earlier: The newest snapshot of another store, whose revision and rotation are
    ///   continued.
    func commit(
        _ outcome: FetchOutcome, for key: SourceKey, recording: Recording?,
        since earlier: SnapshotInfo?
    ) async throws -> SnapshotInfo {
        try await file.writing { [annotatedVehicles] database in
            let transaction = SQLiteTransaction(database: database)
            return try StoredSource.commit(
                outcome, for: key, recording, since: earlier, annotatedVehicles,
                in: transaction)
        }
    }

    /// Stores that a response was unchanged; the snapshot is in another store.
    func recordUnchanged(_ outcome: FetchOutcome, for key: SourceKey) async throws {
        try await file.write(durably: false) { transaction in
            var source = try StoredSource.findOrInsert(key, in: transaction)
            try source.applyUnchanged(outcome, in: transaction)
        }
    }

    func recordFailure(
        _ backOff: BackOff, request: RequestID, shownAt: Timestamp, for key: SourceKey,
        recording: Recording?
    ) async throws {
        try await file.write(durably: false) { transaction in
            try StoredSource.recordFailure(
                backOff, of: request, shownAt: shownAt, for: key, recording, in: transaction)
        }
    }

    func remove(_ uuid: UUID) async throws {
        try await ChangeLog.endHistory(of: uuid) { body in
            try await file.write(durably: false) { try body($0) }
        }
        try await file.write(durably: false) { transaction in
            try StoredSource.remove(uuid, in: transaction)
            try transaction.execute(
                "DELETE FROM kept_vehicle WHERE source = ?1", [.text(SourceKey(uuid).uuidText)])
        }
    }
}
