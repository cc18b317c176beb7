import GRDB

extension Schema {
    /// Version 1.
    ///
    /// - `source` has one row per source: the record of its last request and its snapshot, as JSON
    ///   where no query needs the fields.
    /// - `vehicle` holds the vehicles. The upper half of a row's id is its source, so the rows of a
    ///   source are adjacent and a refresh reads them in one pass, in file order. `digest` detects
    ///   changed rows.
    /// - `tally` counts the vehicles per color, type, form factor and state, so totals cost the
    ///   same for a fleet of any size.
    @Sendable static func createTables(_ database: Database) throws {
        try database.execute(sql: source + vehicle + tally)
    }

    private static let source = """
        CREATE TABLE source (
            id INTEGER PRIMARY KEY CHECK (id BETWEEN 1 AND 0x7FFFFFFF),
            key TEXT NOT NULL UNIQUE,
            info TEXT,
            memory TEXT,
            began_at INTEGER,
            due_at INTEGER,
            last_request TEXT,
            back_off TEXT,
            rotation TEXT NOT NULL DEFAULT 'unknown'
                CHECK (rotation IN ('yes', 'no', 'unknown')),
            anchor_at INTEGER,
            anchor_total INTEGER CHECK (anchor_total >= 0),
            anchor_sample BLOB CHECK (length(anchor_sample) % 8 = 0),
            CHECK ((info IS NULL) = (began_at IS NULL)),
            CHECK ((anchor_at IS NULL) = (anchor_sample IS NULL)),
            CHECK ((anchor_at IS NULL) = (anchor_total IS NULL))
        ) STRICT;

        """

    private static let vehicle = """
        CREATE TABLE vehicle (
            id INTEGER PRIMARY KEY,
            source INTEGER NOT NULL REFERENCES source(id) ON DELETE CASCADE,
            digest INTEGER NOT NULL,
            vehicle_id TEXT NOT NULL,
            latitude REAL CHECK (latitude BETWEEN -90 AND 90),
            longitude REAL CHECK (longitude BETWEEN -180 AND 180),
            is_reserved INTEGER CHECK (is_reserved IN (0, 1)),
            is_disabled INTEGER CHECK (is_disabled IN (0, 1)),
            type_id TEXT,
            form_factor TEXT,
            propulsion_type TEXT,
            color TEXT,
            current_range_meters REAL,
            current_fuel_percent REAL,
            battery_percent REAL CHECK (battery_percent BETWEEN 0 AND 100),
            battery_is_estimated INTEGER CHECK (battery_is_estimated IN (0, 1)),
            last_reported INTEGER,
            station_id TEXT,
            web_uri TEXT,
            android_uri TEXT,
            ios_uri TEXT,
            state TEXT NOT NULL GENERATED ALWAYS AS (
                CASE
                WHEN is_disabled IS 1 THEN 'disabled'
                WHEN is_reserved IS 1 THEN 'reserved'
                WHEN is_reserved IS NULL AND is_disabled IS NULL THEN 'unknown'
                ELSE 'available'
                END) VIRTUAL,
            CHECK (id >> 32 = source),
            CHECK ((latitude IS NULL) = (longitude IS NULL)),
            CHECK ((battery_percent IS NULL) = (battery_is_estimated IS NULL)),
            UNIQUE (source, vehicle_id)
        ) STRICT;
        CREATE INDEX vehicle_by_color ON vehicle (source, color, vehicle_id);

        """

    private static let tally = """
        CREATE TABLE tally (
            id INTEGER PRIMARY KEY,
            source INTEGER NOT NULL REFERENCES source(id) ON DELETE CASCADE,
            color TEXT,
            type_id TEXT,
            form_factor TEXT,
            state TEXT NOT NULL CHECK (state IN ('available', 'reserved', 'disabled', 'unknown')),
            vehicles INTEGER NOT NULL CHECK (vehicles >= 0),
            without_battery INTEGER NOT NULL CHECK (without_battery BETWEEN 0 AND vehicles)
        ) STRICT;
        CREATE UNIQUE INDEX tally_by_kind ON tally (
            source, ifnull(color, x''), ifnull(type_id, x''), ifnull(form_factor, x''), state);

        """
}
