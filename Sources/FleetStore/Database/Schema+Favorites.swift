import GRDB

extension Schema {
    /// Version 2.
    ///
    /// - `favorite` holds the users' favorites. It refers to the key of a source, not to its row,
    ///   so favorites survive the removal of the source and reappear when it is added again.
    /// - `remark` holds the one-time notices that were shown for a source.
    @Sendable static func createFavorites(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE favorite (
                    source TEXT NOT NULL,
                    vehicle_id TEXT NOT NULL CHECK (vehicle_id <> ''),
                    added_at INTEGER NOT NULL,
                    PRIMARY KEY (source, vehicle_id)
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE remark (
                    source TEXT NOT NULL,
                    name TEXT NOT NULL,
                    PRIMARY KEY (source, name)
                ) STRICT, WITHOUT ROWID;
                """)
    }
}
