import GRDB

extension Schema {
    /// Version 2.
    ///
    /// - `favorite` has what people keep. It goes by the key of a source, not by its row: what people
    ///   keep stays when the source is removed, and is there again when it is added anew.
    /// - `remark` has what a person was told of a source and need not be told again.
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
