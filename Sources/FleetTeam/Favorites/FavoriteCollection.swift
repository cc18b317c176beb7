public import FleetCore
import FleetStore
public import Foundation

/// A favorite of a user, in one of the sources.
public struct TeamFavorite: Equatable, Sendable {
    /// The UUID of the source.
    public var source: UUID
    /// The vehicle's ID.
    public var vehicleID: String
    /// The time when it was added.
    public var addedAt: Timestamp
}

/// The favorites of one user.
public struct FavoriteCollection: Sendable {
    let access: Access

    /// Returns the favorites of all sources or of one, ordered by source and vehicle ID.
    public func all(of source: UUID? = nil) async throws -> [TeamFavorite] {
        try await access.read { transaction in
            try transaction.rows(
                """
                SELECT source, vehicle_id, added_at FROM favorite
                WHERE owner = ?1 AND (CAST(?2 AS TEXT) IS NULL OR source = ?2)
                ORDER BY source, vehicle_id
                """, [.optional(source?.text)]
            ) { row in
                guard let source = row.uuid(0), let id = row.text(1), let addedAt = row.time(2)
                else { return nil }
                return TeamFavorite(source: source, vehicleID: id, addedAt: addedAt)
            }
        }
    }

    /// Adds a favorite; nothing happens if it is one.
    /// - Throws: ``TeamError/tooMany(_:limit:)``, ``TeamError/invalid(_:_:)``.
    public func add(_ vehicleID: String, of source: UUID) async throws {
        let vehicleID = try NoteText.checkedVehicleID(vehicleID)
        try await access.write(.changeOwn) { transaction in
            try transaction.execute(
                """
                INSERT INTO favorite (owner, source, vehicle_id, added_at) VALUES (?1, ?2, ?3, ?4)
                ON CONFLICT DO NOTHING
                """, [.uuid(source), .text(vehicleID), .time(transaction.now)])
            let count = try transaction.integer(
                "SELECT count(*) FROM favorite WHERE owner = ?1 AND source = ?2", [.uuid(source)])
            guard count <= Favorite.limit else {
                throw TeamError.tooMany(.favorites, limit: Favorite.limit)
            }
        }
    }

    /// Removes a favorite; nothing happens if it is none.
    public func remove(_ vehicleID: String, of source: UUID) async throws {
        try await access.write(.changeOwn) { transaction in
            try transaction.execute(
                "DELETE FROM favorite WHERE owner = ?1 AND source = ?2 AND vehicle_id = ?3",
                [.uuid(source), .text(vehicleID)])
        }
    }
}
