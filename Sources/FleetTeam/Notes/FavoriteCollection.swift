public import FleetCore
import FleetSQL
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

extension Access {
    /// The user's favorites.
    public var favorites: FavoriteCollection { FavoriteCollection(access: self) }
}

/// The favorites of one user.
public struct FavoriteCollection: Sendable {
    let access: Access

    /// Returns the favorites of all sources or of one, ordered by source and vehicle ID.
    public func all(of source: UUID? = nil) async throws -> [TeamFavorite] {
        try await access.read(nil) { try $0.favorites(of: source) }
    }

    /// Adds a favorite; nothing happens if it is one.
    /// - Throws: ``TeamError/tooMany(_:limit:)``, ``TeamError/invalid(_:_:)``.
    public func add(_ vehicleID: String, of source: UUID) async throws {
        try await add([vehicleID], of: source)
    }

    /// Adds several favorites or, if one cannot be, none.
    /// - Throws: ``TeamError/tooMany(_:limit:)``, ``TeamError/invalid(_:_:)``.
    public func add(_ vehicleIDs: [String], of source: UUID) async throws {
        try await access.write(.own) { transaction in
            try transaction.addFavorites(vehicleIDs, of: source, at: transaction.now)
        }
    }

    /// Removes a favorite; nothing happens if it is none.
    public func remove(_ vehicleID: String, of source: UUID) async throws {
        try await access.write(.own) { try $0.removeFavorites([vehicleID], of: source) }
    }
}

extension UserTransaction {
    /// Returns the user's favorites of all sources or of one, ordered by source and vehicle ID.
    func favorites(of source: UUID?) throws -> [TeamFavorite] {
        try rows(
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

    /// Adds favorites; returns the IDs that are new.
    /// - Throws: ``TeamError/tooMany(_:limit:)``, ``TeamError/invalid(_:_:)``.
    @discardableResult
    func addFavorites(_ ids: [String], of source: UUID, at time: Timestamp) throws -> [String] {
        let added = try ids.filter { id in
            try execute(
                """
                INSERT INTO favorite (owner, source, vehicle_id, added_at) VALUES (?1, ?2, ?3, ?4)
                ON CONFLICT DO NOTHING
                """, [.uuid(source), .text(NoteText.checkedID(id, .vehicle)), .time(time)]) > 0
        }
        let count = try integer(
            "SELECT count(*) FROM favorite WHERE owner = ?1 AND source = ?2", [.uuid(source)])
        guard count <= Favorite.limit else {
            throw TeamError.tooMany(.favorites, limit: Favorite.limit)
        }
        return added
    }

    /// Removes favorites; returns the IDs that were favorites.
    @discardableResult
    func removeFavorites(_ ids: [String], of source: UUID) throws -> [String] {
        try ids.filter { id in
            try execute(
                "DELETE FROM favorite WHERE owner = ?1 AND source = ?2 AND vehicle_id = ?3",
                [.uuid(source), .text(id)]) > 0
        }
    }
}
