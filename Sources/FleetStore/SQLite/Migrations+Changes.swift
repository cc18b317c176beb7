import GRDB

extension Schema {
    /// Adds the changes of the snapshots, for readers that follow them.
    ///
    /// - `change_stream` has one row per source whose changes were ever wanted. `sequence` is the
    ///   number of the last batch, `revision` that of its snapshot; if `source` has another one, a
    ///   commit is missing from the stream. `rotation` is the user's setting. `row_end`, `byte_end`
    ///   and `event_end` count all rows, bytes and events that were ever written. `compared_at` is
    ///   the time of the snapshot that the next one is compared with, `evidence` what was learned
    ///   about the rotation of the IDs, as JSON.
    /// - `change_batch` has the changes of each commit as the JSON text that readers pass on, `event`
    ///   the detected events; a batch has the `events` that end with the number `event_end`.
    /// - `event_state` has what event detection knows of a vehicle beyond its row in `vehicle`, and
    ///   the vehicles that are missing and held back.
    @Sendable static func createChanges(_ database: Database) throws {
        try database.execute(sql: changeStream + events)
    }

    private static let changeStream = """
        CREATE TABLE change_stream (
            source INTEGER PRIMARY KEY REFERENCES source(id) ON DELETE CASCADE,
            uuid TEXT NOT NULL CHECK (length(uuid) = 36),
            sequence INTEGER NOT NULL CHECK (sequence >= 0),
            revision INTEGER NOT NULL,
            wanted_until INTEGER NOT NULL,
            rotation TEXT CHECK (rotation IN ('yes', 'no', 'unknown')),
            row_end INTEGER NOT NULL,
            byte_end INTEGER NOT NULL,
            event_end INTEGER NOT NULL,
            compared_at INTEGER,
            evidence TEXT
        ) STRICT;
        CREATE TABLE change_batch (
            source INTEGER NOT NULL REFERENCES source(id) ON DELETE CASCADE,
            sequence INTEGER NOT NULL,
            committed_at INTEGER NOT NULL,
            revision INTEGER NOT NULL,
            fetched_at INTEGER NOT NULL,
            last_updated INTEGER,
            total INTEGER NOT NULL CHECK (total >= 0),
            rows INTEGER NOT NULL CHECK (rows >= 0),
            row_end INTEGER NOT NULL,
            bytes INTEGER NOT NULL CHECK (bytes >= 0),
            byte_end INTEGER NOT NULL,
            events INTEGER NOT NULL CHECK (events >= 0),
            event_end INTEGER NOT NULL,
            changes TEXT NOT NULL,
            PRIMARY KEY (source, sequence)
        ) STRICT;

        """

    private static let events = """
        CREATE TABLE event (
            source INTEGER NOT NULL REFERENCES source(id) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            committed_at INTEGER NOT NULL,
            kind TEXT NOT NULL,
            at INTEGER NOT NULL,
            vehicle_id TEXT,
            detail TEXT NOT NULL,
            PRIMARY KEY (source, number)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX event_of_vehicle ON event (source, vehicle_id, number);
        CREATE TABLE event_state (
            source INTEGER NOT NULL REFERENCES source(id) ON DELETE CASCADE,
            vehicle_id TEXT NOT NULL,
            is_missing INTEGER NOT NULL CHECK (is_missing IN (0, 1)),
            state BLOB NOT NULL,
            PRIMARY KEY (source, vehicle_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX event_state_of_missing ON event_state (source) WHERE is_missing = 1;
        """

    /// Version 11: `kept_vehicle` has the vehicles that are remembered because people of a team have
    /// favorites and notes of them, which are in another database.
    @Sendable static func keepVehicles(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE kept_vehicle (
                    source TEXT NOT NULL,
                    vehicle_id TEXT NOT NULL,
                    PRIMARY KEY (source, vehicle_id)
                ) STRICT, WITHOUT ROWID;
                """)
    }
}
