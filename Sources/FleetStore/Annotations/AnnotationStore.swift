public import FleetCore
public import Foundation

/// The favorites and notes, with photos, about the vehicles of a source.
///
/// They belong to the UUID of a source, under the stable IDs of its vehicles, and do not
/// depend on the snapshots.
public struct AnnotationStore: Sendable {
    let database: any SQLDatabase
    /// Folder of the notes' photos; `nil` for a store in memory.
    public let photos: PhotoFolder?

    /// Creates a store in an open database, whose photos are in a folder beside it.
    public init(database: any SQLDatabase, photos: PhotoFolder?) {
        (self.database, self.photos) = (database, photos)
    }

    /// Runs `body` in one read transaction, so all its reads see the same state.
    ///
    /// Calls must not be nested, nor combined with reads of the snapshots.
    public func read<T>(_ body: (AnnotationReader) throws -> T) throws -> T {
        try database.read { try body(AnnotationReader(transaction: $0)) }
    }
}

/// Reader of a consistent state of the annotations.
///
/// It is passed to the closure of ``AnnotationStore/read(_:)`` and valid only there.
public struct AnnotationReader {
    let transaction: any SQLTransaction
}

extension AnnotationStore {
    /// Adds favorites; returns the IDs that are new.
    /// - Throws: `StoreError.tooMany` if the source would have more than `Favorite.limit`.
    public func addFavorites(
        _ ids: [String], to key: SourceKey, at time: Timestamp
    ) async throws -> [String] {
        try await database.write(durably: false) { transaction in
            let added = try ids.filter { id in
                let count = try transaction.execute(
                    """
                    INSERT INTO favorite (source, vehicle_id, added_at) VALUES (?1, ?2, ?3)
                    ON CONFLICT DO NOTHING
                    """, [key.value, .text(id), .integer(time.milliseconds)])
                return count > 0
            }
            let count = try transaction.integer(
                "SELECT count(*) FROM favorite WHERE source = ?1", [key.value])
            guard count <= Favorite.limit else {
                throw StoreError.tooMany(what: "favorites", limit: Favorite.limit)
            }
            return added
        }
    }

    /// Removes favorites; returns the IDs that were favorites.
    public func removeFavorites(_ ids: [String], from key: SourceKey) async throws -> [String] {
        try await database.write(durably: false) { transaction in
            try ids.filter { id in
                let count = try transaction.execute(
                    "DELETE FROM favorite WHERE source = ?1 AND vehicle_id = ?2",
                    [key.value, .text(id)])
                return count > 0
            }
        }
    }

    /// Records a one-time notice about a source; returns whether it was not recorded before.
    public func recordNotice(_ name: String, for key: SourceKey) async throws -> Bool {
        try await database.write(durably: false) { transaction in
            let count = try transaction.execute(
                "INSERT INTO notice (source, name) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
                [key.value, .text(name)])
            return count > 0
        }
    }

    /// Returns the favorites of a source, ordered by vehicle ID.
    public func favorites(of key: SourceKey) throws -> [Favorite] {
        try read { try $0.favorites(of: key) }
    }

    /// Remembers vehicles for as long as a team needs them, after they have left the feed, too.
    ///
    /// The favorites and notes of a team are in another database.
    /// - Parameter vehicles: Their stable IDs, by source; they replace the earlier ones.
    public func keepVehicles(_ vehicles: [UUID: [String]]) async throws {
        try await database.write(durably: false) { transaction in
            try transaction.execute("DELETE FROM kept_vehicle", [])
            for (source, ids) in vehicles {
                for id in ids {
                    try transaction.execute(
                        """
                        INSERT INTO kept_vehicle (source, vehicle_id) VALUES (?1, ?2)
                        ON CONFLICT DO NOTHING
                        """, [SourceKey(source).value, .text(id)])
                }
            }
        }
    }
}

extension AnnotationReader {
    /// Returns the favorites of a source, ordered by vehicle ID.
    public func favorites(of key: SourceKey) throws -> [Favorite] {
        try transaction.rows(
            "SELECT vehicle_id, added_at FROM favorite WHERE source = ?1 ORDER BY vehicle_id",
            [key.value]
        ) { row in
            Favorite(
                id: row.text(0) ?? "", addedAt: Timestamp(milliseconds: row.integer(1) ?? 0))
        }
    }
}

extension SourceKey {
    /// Value of the column `source` of the annotations.
    var value: SQLValue { .text(uuidText) }
}
