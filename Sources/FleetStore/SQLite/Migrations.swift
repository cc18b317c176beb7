import FleetCore
import Foundation
import GRDB

extension Schema {
    /// Migrations of `fleet.sqlite` from each version to the next; a released one never changes.
    static let fleetMigrations: [Migration] = [
        createTables, createFavorites, createNotes, createPhotos, createSites, identifySources,
        defineSources, rememberVehicles, rememberStandstills, createChanges,
        keepVehicles,
    ]

    /// Version 1.
    ///
    /// - `source` has one row per source: the record of its last request and its snapshot, as JSON
    ///   where no query needs the fields.
    /// - `vehicle` holds the vehicles. The upper half of a row's id is its source, so the rows of a
    ///   source are adjacent and a refresh reads them in one pass, in file order. `digest` detects
    ///   changed rows.
    /// - `tally` counts the vehicles per color, type, form factor and state, so totals cost the
    ///   same for a fleet of any size.
    @Sendable private static func createTables(_ database: Database) throws {
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

    /// Version 2.
    ///
    /// - `favorite` holds the users' favorites. It refers to the key of a source, not to its row,
    ///   so favorites survive the removal of the source and reappear when it is added again.
    /// - `remark` holds the one-time notices that were shown for a source.
    @Sendable private static func createFavorites(_ database: Database) throws {
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

    /// Version 3.
    ///
    /// - `note` holds the users' notes about vehicles. Like favorites, notes refer to the key of a
    ///   source and survive its removal. Numbers are never reused, so a late command cannot change
    ///   another note.
    @Sendable private static func createNotes(_ database: Database) throws {
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

    /// Version 4.
    ///
    /// - `photo` holds each photo once, identified by the SHA-256 of its bytes. A photo is deleted
    ///   with the last note that uses it.
    /// - `note_photo` links notes and photos; `place` is the photo's number in the note.
    @Sendable private static func createPhotos(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE photo (
                    hash TEXT NOT NULL PRIMARY KEY
                        CHECK (length(hash) = 64 AND hash NOT GLOB '*[^0-9a-f]*'),
                    format TEXT NOT NULL CHECK (format IN ('jpeg', 'png', 'webp')),
                    width INTEGER NOT NULL CHECK (width > 0),
                    height INTEGER NOT NULL CHECK (height > 0),
                    bytes INTEGER NOT NULL CHECK (bytes BETWEEN 1 AND 20971520)
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE note_photo (
                    note INTEGER NOT NULL REFERENCES note(number) ON DELETE CASCADE,
                    hash TEXT NOT NULL REFERENCES photo(hash),
                    place INTEGER NOT NULL CHECK (place > 0),
                    PRIMARY KEY (note, hash),
                    UNIQUE (note, place)
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX note_of_photo ON note_photo (hash);
                CREATE TRIGGER photo_of_no_note AFTER DELETE ON note_photo
                WHEN NOT EXISTS (SELECT 1 FROM note_photo WHERE hash = old.hash)
                BEGIN
                    DELETE FROM photo WHERE hash = old.hash;
                END;
                """)
    }

    /// Version 5.
    ///
    /// - `site` holds the sites of a source's second feed, which has its own row in `source`.
    ///   `digest` detects changed rows.
    /// - `sample` holds the sensor history of the sites, limited to the last values of each series.
    /// - `vehicle.measurements` and `site.measurements` hold the latest measurements in the format
    ///   of `MeasurementLines`.
    @Sendable private static func createSites(_ database: Database) throws {
        try database.execute(
            sql: """
                ALTER TABLE vehicle ADD COLUMN measurements TEXT;
                CREATE TABLE site (
                    id INTEGER PRIMARY KEY,
                    source INTEGER NOT NULL REFERENCES source(id) ON DELETE CASCADE,
                    digest INTEGER NOT NULL,
                    site_id TEXT NOT NULL,
                    name TEXT,
                    latitude REAL CHECK (latitude BETWEEN -90 AND 90),
                    longitude REAL CHECK (longitude BETWEEN -180 AND 180),
                    address TEXT,
                    capacity INTEGER,
                    vehicles_available INTEGER,
                    vehicles_disabled INTEGER,
                    docks_available INTEGER,
                    is_installed INTEGER CHECK (is_installed IN (0, 1)),
                    is_renting INTEGER CHECK (is_renting IN (0, 1)),
                    is_returning INTEGER CHECK (is_returning IN (0, 1)),
                    last_reported INTEGER,
                    measurements TEXT,
                    CHECK ((latitude IS NULL) = (longitude IS NULL)),
                    UNIQUE (source, site_id)
                ) STRICT;
                CREATE TABLE sample (
                    site INTEGER NOT NULL REFERENCES site(id) ON DELETE CASCADE,
                    quantity TEXT NOT NULL,
                    at INTEGER NOT NULL,
                    value REAL NOT NULL,
                    PRIMARY KEY (site, quantity, at)
                ) STRICT, WITHOUT ROWID;
                """)
    }

    /// Version 6.
    ///
    /// - `source` has one row per feed of a source, which its UUID identifies instead of its name.
    /// - Favorites, notes and notices refer to the UUID, too.
    /// - `remark` becomes `notice`, `tally` becomes `facet_count`, `note_photo.place` `number`.
    @Sendable private static func identifySources(_ database: Database) throws {
        try database.execute(
            sql: "ALTER TABLE note_photo RENAME COLUMN place TO number;" + identifiedSource)
        let columns = """
            began_at, rotation, info, due_at, last_request, back_off, memory, anchor_at,
            anchor_total, anchor_sample
            """
        for row in try Row.fetchAll(database, sql: "SELECT id, key FROM source") {
            let key = SourceKey(legacy: row["key"])
            try database.execute(
                sql: """
                    INSERT INTO identified_source
                    SELECT id, ?, ?, \(columns) FROM source WHERE id = ?
                    """, arguments: [key.uuidText, key.feed.rawValue, row["id"] as Int64])
        }
        // Views that users have added are left alone, instead of being checked and rewritten.
        try database.execute(sql: "PRAGMA legacy_alter_table = ON")
        defer { try? database.execute(sql: "PRAGMA legacy_alter_table = OFF") }
        try database.execute(
            sql: """
                DROP TABLE source;
                ALTER TABLE identified_source RENAME TO source;
                ALTER TABLE remark RENAME TO notice;
                ALTER TABLE tally RENAME TO facet_count;
                DROP INDEX tally_by_kind;
                CREATE UNIQUE INDEX facet_count_by_facets ON facet_count (
                    source, ifnull(color, x''), ifnull(type_id, x''), ifnull(form_factor, x''),
                    state);
                """)
        for table in ["favorite", "note", "notice"] {
            for name in try String.fetchAll(database, sql: "SELECT DISTINCT source FROM \(table)") {
                try database.execute(
                    sql: "UPDATE \(table) SET source = ? WHERE source = ?",
                    arguments: [SourceKey(legacy: name).uuidText, name])
            }
        }
    }

    /// Version 7: `source.definition` is the definition of the source when it was read; empty for
    /// the rows of earlier versions.
    @Sendable private static func defineSources(_ database: Database) throws {
        try database.execute(
            sql: "ALTER TABLE source ADD COLUMN definition TEXT NOT NULL DEFAULT ''")
    }

    /// Version 8: `gone_vehicle` holds the vehicles that left a feed, with the columns of `vehicle`.
    @Sendable private static func rememberVehicles(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE gone_vehicle (
                    source INTEGER NOT NULL REFERENCES source(id) ON DELETE CASCADE,
                    vehicle_id TEXT NOT NULL,
                    seen_at INTEGER NOT NULL,
                    gone_at INTEGER NOT NULL,
                    latitude REAL,
                    longitude REAL,
                    is_reserved INTEGER,
                    is_disabled INTEGER,
                    type_id TEXT,
                    form_factor TEXT,
                    propulsion_type TEXT,
                    color TEXT,
                    current_range_meters REAL,
                    current_fuel_percent REAL,
                    battery_percent REAL,
                    battery_is_estimated INTEGER,
                    last_reported INTEGER,
                    station_id TEXT,
                    web_uri TEXT,
                    android_uri TEXT,
                    ios_uri TEXT,
                    measurements TEXT,
                    PRIMARY KEY (source, vehicle_id)
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX gone_vehicle_by_time ON gone_vehicle (source, gone_at);
                """)
    }

    /// Version 9: `vehicle` has the position near which a vehicle stands, and the time of the first
    /// snapshot that had it there.
    ///
    /// The stored vehicles stand still since the stored snapshot.
    @Sendable private static func rememberStandstills(_ database: Database) throws {
        try database.execute(
            sql: """
                ALTER TABLE vehicle ADD COLUMN still_since INTEGER;
                ALTER TABLE vehicle ADD COLUMN still_latitude REAL
                    CHECK (still_latitude BETWEEN -90 AND 90)
                    CHECK ((still_latitude IS NULL) = (still_since IS NULL));
                ALTER TABLE vehicle ADD COLUMN still_longitude REAL
                    CHECK (still_longitude BETWEEN -180 AND 180)
                    CHECK ((still_longitude IS NULL) = (still_since IS NULL));
                UPDATE vehicle SET still_since = snapshot.fetched_at,
                    still_latitude = latitude, still_longitude = longitude
                FROM (
                    SELECT id AS source,
                        CASE WHEN json_valid(info) THEN json_extract(info, '$.fetchedAt') END
                        AS fetched_at
                    FROM source) AS snapshot
                WHERE snapshot.source = vehicle.source AND latitude IS NOT NULL
                    AND typeof(fetched_at) = 'integer';
                """)
    }

    private static let identifiedSource = """
        CREATE TABLE identified_source (
            id INTEGER PRIMARY KEY CHECK (id BETWEEN 1 AND 0x7FFFFFFF),
            uuid TEXT NOT NULL CHECK (length(uuid) = 36),
            feed TEXT NOT NULL CHECK (feed IN ('vehicles', 'sites')),
            began_at INTEGER,
            rotation TEXT NOT NULL DEFAULT 'unknown'
                CHECK (rotation IN ('yes', 'no', 'unknown')),
            info TEXT,
            due_at INTEGER,
            last_request TEXT,
            back_off TEXT,
            cache_state TEXT,
            sampled_at INTEGER,
            sampled_vehicles INTEGER CHECK (sampled_vehicles >= 0),
            id_sample BLOB CHECK (length(id_sample) % 8 = 0),
            UNIQUE (uuid, feed),
            CHECK ((info IS NULL) = (began_at IS NULL)),
            CHECK ((sampled_at IS NULL) = (id_sample IS NULL)),
            CHECK ((sampled_at IS NULL) = (sampled_vehicles IS NULL))
        ) STRICT;
        """
}

extension SourceKey {
    /// Creates the key from its form before version 6: the name of a source or `url:` with a digest,
    /// and `:sites` for its sites.
    fileprivate init(legacy text: String) {
        let sites = ":sites"
        let isSites = text.hasSuffix(sites)
        let name = isSites ? String(text.dropLast(sites.count)) : text
        self.init(UUID(sourceName: name), feed: isSites ? .sites : .vehicles)
    }
}
