public import FleetCore
public import FleetSQL
public import Foundation

/// The snapshots in a PostgreSQL database, for any number of processes.
///
/// A commit locks the row of its feed first, so the commits of a feed follow one another, and they
/// and the events of a source are numbered in the order in which readers see them.
public struct PostgresSnapshotStore: SnapshotStore {
    private let database: PostgresDatabase
    private let lease: (@Sendable (SourceKey) -> Lease?)?
    private let decoded = DecodedSources()

    /// Creates the store of a database.
    ///
    /// - Parameter lease: Returns the lease of a feed, `nil` unless this process has it;
    ///   each commit checks it in its transaction. Without this function any process may commit.
    public init(
        database: PostgresDatabase, lease: (@Sendable (SourceKey) -> Lease?)? = nil
    ) {
        (self.database, self.lease) = (database, lease)
    }

    /// Runs `body` in one read transaction; it must not use the reader within a callback of it.
    public func read<T>(_ body: (any SnapshotReader) throws -> T) throws -> T {
        try translatingErrors {
            try database.read { try body(StoredSnapshotReader($0, decoded: decoded)) }
        }
    }

    /// Returns the stored record of a feed; empty if there is none.
    public func record(of key: SourceKey) async throws -> SourceRecord {
        try await translatingErrors {
            try await database.read { try StoredSource(key, in: $0)?.record ?? SourceRecord() }
        }
    }

    /// Stores the outcome of a request, and notifies the readers of changes.
    ///
    /// - Throws: ``LostLease``, `StoreError`.
    public func commit(
        _ outcome: FetchOutcome, for key: SourceKey, recording: Recording?
    ) async throws -> SnapshotInfo {
        try await writing(key) { transaction in
            let info = try StoredSource.commit(outcome, for: key, recording, in: transaction)
            try ChangeNotification.send(key, in: transaction)
            return info
        }
    }

    /// Stores the failure of a request; the last good snapshot stays.
    ///
    /// - Throws: ``LostLease``, `StoreError`.
    public func recordFailure(
        _ backOff: BackOff, request: RequestID, shownAt: Timestamp, for key: SourceKey,
        recording: Recording?
    ) async throws {
        try await writing(key) { transaction in
            try StoredSource.recordFailure(
                backOff, of: request, shownAt: shownAt, for: key, recording, in: transaction)
        }
    }

    /// Removes all stored data of the feeds of a source.
    public func remove(_ uuid: UUID) async throws {
        try await translatingErrors {
            try await ChangeLog.endHistory(of: uuid) { body in
                try await database.write(.commit) { try body($0) }
            }
            try await database.write(.commit) { try StoredSource.remove(uuid, in: $0) }
        }
    }

    /// Replaces the vehicles that are remembered after they left their feed, because users have
    /// favorites and notes of them.
    ///
    /// - Parameter vehicles: Their stable IDs, by source.
    public func keepVehicles(_ vehicles: [UUID: [String]]) async throws {
        try await translatingErrors {
            try await database.write(.commit) { transaction in
                try transaction.run("LOCK TABLE kept_vehicle IN SHARE ROW EXCLUSIVE MODE")
                try transaction.execute("DELETE FROM kept_vehicle", [])
                try transaction.copy(into: Self.copyKept) { rows in
                    for (source, ids) in vehicles {
                        for id in Set(ids.map(ByteString.init)) {
                            try rows.beginRow(columns: 2)
                            rows.bind(SourceKey(source).uuidText)
                            rows.bind(id.text)
                        }
                    }
                }
            }
        }
    }

    private static let copyKept =
        "COPY kept_vehicle (source, vehicle_id) FROM STDIN (FORMAT binary)"

    /// Runs `body` in a transaction, which is rolled back if this process does not lead the feed
    /// any more at its end.
    private func writing<T: Sendable>(
        _ key: SourceKey, _ body: @escaping @Sendable (PostgresTransaction) throws -> T
    ) async throws -> T {
        let lease = lease
        return try await translatingErrors {
            try await database.write(.commit) { transaction in
                guard let lease else { return try body(transaction) }
                guard let lease = lease(key) else { throw LostLease(feed: key.text) }
                let result = try body(transaction)
                // No other process takes the lease over between this and the end.
                guard try LeaseTable.isCurrent(lease, of: key, in: transaction) else {
                    throw LostLease(feed: key.text)
                }
                return result
            }
        }
    }

    private func translatingErrors<T>(_ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch is DamagedRow {
            throw StoreError.corrupt(path: database.address.shown)
        }
    }

    private func translatingErrors<T>(_ body: () async throws -> T) async throws -> T {
        do {
            return try await body()
        } catch is DamagedRow {
            throw StoreError.corrupt(path: database.address.shown)
        }
    }
}
