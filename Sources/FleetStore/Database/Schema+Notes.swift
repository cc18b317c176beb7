import GRDB

extension Schema {
    /// Version 3.
    ///
    /// - `note` holds the users' notes about vehicles. Like favorites, notes refer to the key of a
    ///   source and survive its removal. Numbers are never reused, so a late command cannot change
    ///   another note.
    @Sendable static func createNotes(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE note (
                    number INTEGER PRIMARY KEY AUTOINCREMENT,
                    source TEXT NOT NULL,
                    vehicle_id TEXT NOT NULL CHECK (vehicle_id <> ''),
                    text TEXT NOT NULL CHECK (text <> ''),
                    created_at INTEGER NOT NULL,
                    edited_at INTEGER,
                    latitude REAL CHECK (latitude BETWEEN -90 AND 90),
                    longitude REAL CHECK (longitude BETWEEN -180 AND 180),
                    seen_at INTEGER,
                    CHECK ((latitude IS NULL) = (longitude IS NULL))
                ) STRICT;
                CREATE INDEX note_of_vehicle ON note (source, vehicle_id);
                """)
    }
}
