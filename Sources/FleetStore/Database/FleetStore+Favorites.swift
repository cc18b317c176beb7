public import FleetCore
import GRDB

extension FleetStore {
    /// Adds favorites; returns the IDs that are new.
    /// - Throws: `StoreError.tooMany` if the source would have more than `Favorite.limit`.
    public func addFavorites(
        _ ids: [String], to key: SourceKey, at time: Timestamp
    ) async throws -> [String] {
        try await write { database in
            var insert = try SQLStatement(
                new:
                    "INSERT OR IGNORE INTO favorite (source, vehicle_id, added_at) VALUES (?, ?, ?)",
                in: database)
            let added = try ids.filter { id in
                try insert.bind([.text(key.text), .text(id), .integer(time.milliseconds)])
                try insert.run()
                return database.changesCount > 0
            }
            let count = try StoreReader(database: database).favorites(of: key).count
            guard count <= Favorite.limit else {
                throw StoreError.tooMany(what: "favorites", limit: Favorite.limit)
            }
            return added
        }
    }

    /// Removes favorites; returns the IDs that were favorites.
    public func removeFavorites(_ ids: [String], from key: SourceKey) async throws -> [String] {
        try await write { database in
            var delete = try SQLStatement(
                new: "DELETE FROM favorite WHERE source = ? AND vehicle_id = ?", in: database)
            return try ids.filter { id in
                try delete.bind([.text(key.text), .text(id)])
                try delete.run()
                return database.changesCount > 0
            }
        }
    }

    /// Records a one-time notice about a source; returns whether it was not recorded before.
    public func recordNotice(_ name: String, for key: SourceKey) async throws -> Bool {
        try await write { database in
            var insert = try SQLStatement(
                new: "INSERT OR IGNORE INTO remark (source, name) VALUES (?, ?)", in: database)
            try insert.bind([.text(key.text), .text(name)])
            try insert.run()
            return database.changesCount > 0
        }
    }
}

extension StoreReader {
    /// Returns the favorites of a source, ordered by vehicle ID.
    public func favorites(of key: SourceKey) throws -> [Favorite] {
        var statement = try SQLStatement(
            new: """
                SELECT vehicle_id, added_at FROM favorite WHERE source = ? ORDER BY vehicle_id
                """, in: database)
        defer { statement.finish() }
        try statement.bind(key.text)
        var favorites: [Favorite] = []
        while try statement.step() {
            favorites.append(
                Favorite(
                    id: statement.text(0) ?? "",
                    addedAt: Timestamp(milliseconds: statement.integer(1))))
        }
        return favorites
    }
}
