import FleetCore
import FleetSQL

extension Schema {
    /// Tables of `fleet.sqlite`: the application ID is "FLT1".
    static let fleet = Schema(
        applicationID: 0x464C_5431,
        tables: source + documents + vehicle + goneVehicle + facetCount + sites + changes + events
            + checks + notices,
        // A power failure may lose the last snapshot but never the file; deleted rows are not
        // wiped; the log is truncated to 8 MiB when it restarts.
        settings: """
            PRAGMA synchronous = NORMAL;
            PRAGMA secure_delete = OFF;
            PRAGMA journal_size_limit = 8388608
            """,
        upgrades: [
            // 0.1.0
            .init(
                digest: 0x406a4f81,
                statements: """
                    ALTER TABLE site ADD COLUMN vehicles_by_type TEXT;
                    ALTER TABLE site ADD COLUMN docks_by_type TEXT;
                    """)
        ])

    /// The feeds of the sources.
    ///
    /// `source` has one row for each: the record of its last request and its snapshot, as JSON
    /// where no query needs the fields. `definition` is that of the source when it was read.
    /// `kept_at` is the time when the vehicles to remember were read last.
    private static let source = """
        CREATE TABLE source (
            id INTEGER PRIMARY KEY CHECK (id BETWEEN 1 AND 0x7FFFFFFF),
            uuid TEXT NOT NULL CHECK (length(uuid) = 36),
            feed TEXT NOT NULL CHECK (feed IN ('vehicles', 'sites')),
            definition TEXT NOT NULL,
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
            kept_at INTEGER,
            UNIQUE (uuid, feed),
            CHECK ((info IS NULL) = (began_at IS NULL)),
            CHECK ((sampled_at IS NULL) = (id_sample IS NULL)),
            CHECK ((sampled_at IS NULL) = (sampled_vehicles IS NULL))
        ) STRICT;

        """

    /// - `feed_document` has the documents of a system beside its vehicles and sites, as JSON, by
    ///   their names in GBFS; that of the zones has only the rules outside of them.
    /// - `zone` has the zones, by their place in the document, with the rectangles around them. The
    ///   area is in the format of `ZoneArea`.
    private static let documents = """
        CREATE TABLE feed_document (
            source INTEGER NOT NULL REFERENCES source(id) ON DELETE CASCADE,
            name TEXT NOT NULL,
            digest TEXT NOT NULL,
            content TEXT NOT NULL,
            PRIMARY KEY (source, name)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE zone (
            source INTEGER NOT NULL REFERENCES source(id) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            name TEXT NOT NULL,
            starts_at INTEGER,
            ends_at INTEGER,
            rules TEXT NOT NULL,
            south REAL NOT NULL,
            north REAL NOT NULL,
            west REAL NOT NULL,
            east REAL NOT NULL,
            area BLOB NOT NULL,
            PRIMARY KEY (source, number)
        ) STRICT;
        CREATE INDEX zone_by_name ON zone (source, name, number);

        """

    /// - `vehicle` holds the vehicles. The upper half of a row's id is its source, so the rows of a
    ///   source are adjacent and a refresh reads them in one pass, in file order. `digest` detects
    ///   changed rows. `still_since` is the time of the first snapshot that had the vehicle near
    ///   the position in `still_latitude` and `still_longitude`. `vehicle_state` is the state that
    ///   the feed names; without one, two booleans tell it. `logged_at` is the commit that has the
    ///   vehicle's newest row in `vehicle_change`, `version` the version of that row.
    private static let vehicle = """
        CREATE TABLE vehicle (
            id INTEGER PRIMARY KEY,
            source INTEGER NOT NULL REFERENCES source(id) ON DELETE CASCADE,
            digest INTEGER NOT NULL,
            still_since INTEGER,
            still_latitude REAL CHECK (still_latitude BETWEEN -90 AND 90),
            still_longitude REAL CHECK (still_longitude BETWEEN -180 AND 180),
            version INTEGER,
            logged_at INTEGER,
            state TEXT NOT NULL GENERATED ALWAYS AS (
                CASE
                WHEN vehicle_state IS NOT NULL THEN vehicle_state
                WHEN is_disabled IS 1 THEN 'disabled'
                WHEN is_reserved IS 1 THEN 'reserved'
                WHEN is_reserved IS NULL AND is_disabled IS NULL THEN 'unknown'
                ELSE 'available'
                END) VIRTUAL,
            \(VehicleRecord.list.definitions(.sqlite)),
            CHECK (id >> 32 = source),
            CHECK ((still_latitude IS NULL) = (still_since IS NULL)),
            CHECK ((still_longitude IS NULL) = (still_since IS NULL)),
            UNIQUE (source, vehicle_id)
        ) STRICT;
        CREATE INDEX vehicle_by_color ON vehicle (source, color, vehicle_id);

        """

    /// - `gone_vehicle` holds the vehicles that left a feed, with the columns of `vehicle`.
    /// - `kept_vehicle` has the vehicles that are remembered because they are favorites or have
    ///   notes, which are in another database, as they were read last.
    private static let goneVehicle = """
        CREATE TABLE gone_vehicle (
            source INTEGER NOT NULL REFERENCES source(id) ON DELETE CASCADE,
            seen_at INTEGER NOT NULL,
            gone_at INTEGER NOT NULL,
            \(VehicleRecord.list.definitions(.sqlite)),
            PRIMARY KEY (source, vehicle_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX gone_vehicle_by_time ON gone_vehicle (source, gone_at);
        CREATE TABLE kept_vehicle (
            source TEXT NOT NULL,
            vehicle_id TEXT NOT NULL,
            PRIMARY KEY (source, vehicle_id)
        ) STRICT, WITHOUT ROWID;

        """

    /// `facet_count` counts the vehicles of each color, type, form factor and state, so totals cost
    /// the same for a fleet of any size.
    private static let facetCount = """
        CREATE TABLE facet_count (
            id INTEGER PRIMARY KEY,
            source INTEGER NOT NULL REFERENCES source(id) ON DELETE CASCADE,
            color TEXT,
            type_id TEXT,
            form_factor TEXT,
            state TEXT NOT NULL CHECK (\(VehicleState.check("state"))),
            vehicles INTEGER NOT NULL CHECK (vehicles >= 0),
            without_battery INTEGER NOT NULL CHECK (without_battery BETWEEN 0 AND vehicles)
        ) STRICT;
        CREATE UNIQUE INDEX facet_count_by_facets ON facet_count (
            source, ifnull(color, x''), ifnull(type_id, x''), ifnull(form_factor, x''), state);

        """

    /// - `site` holds the sites of a source's second feed. `digest` detects changed rows.
    /// - `sample` holds the sensor history of the sites, limited to the last values of each series.
    ///
    /// The latest measurements are in the format of `MeasurementLines`, the counts by type in that of
    /// `TypedCountLines`.
    private static let sites = """
        CREATE TABLE site (
            id INTEGER PRIMARY KEY,
            source INTEGER NOT NULL REFERENCES source(id) ON DELETE CASCADE,
            digest INTEGER NOT NULL,
            \(SiteRecord.list.definitions(.sqlite)),
            UNIQUE (source, site_id)
        ) STRICT;
        CREATE TABLE sample (
            site INTEGER NOT NULL REFERENCES site(id) ON DELETE CASCADE,
            quantity TEXT NOT NULL,
            at INTEGER NOT NULL,
            value REAL NOT NULL,
            PRIMARY KEY (site, quantity, at)
        ) STRICT, WITHOUT ROWID;

        """

    /// - `event` has the detected events of vehicles, and the alarms of sites.
    /// - `event_state` has the data of event detection for a vehicle beyond its row in `vehicle`,
    ///   and the vehicles that are missing and held back.
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
        CREATE INDEX event_of_vehicle ON event (source, vehicle_id, at, number);
        CREATE INDEX event_by_time ON event (source, at, number);
        CREATE TABLE event_state (
            source INTEGER NOT NULL REFERENCES source(id) ON DELETE CASCADE,
            vehicle_id TEXT NOT NULL,
            is_missing INTEGER NOT NULL CHECK (is_missing IN (0, 1)),
            state BLOB NOT NULL,
            PRIMARY KEY (source, vehicle_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX event_state_of_missing ON event_state (source) WHERE is_missing = 1;

        """

    /// The checks of the feeds over time.
    ///
    /// - `feed_check` has the state of each check (`FeedMonitor`), and since when vehicles are in use
    ///   without a move, as JSON, and the rectangle around the vehicles.
    /// - `feed_hour` and `feed_day` have the counts of hours since 1970 and of days in the zone of the
    ///   system (`FeedCounts`), as JSON; `is_sent` is 1 once the digest of a day was sent.
    /// - `feed_finding` has the findings that were opened, as JSON; `is_sent` is 1 once that was sent,
    ///   and 2 once their end was.
    private static let checks = """
        CREATE TABLE feed_check (
            source INTEGER PRIMARY KEY REFERENCES source(id) ON DELETE CASCADE,
            monitor TEXT NOT NULL,
            uses TEXT,
            south REAL,
            north REAL,
            west REAL,
            east REAL
        ) STRICT;
        CREATE TABLE feed_hour (
            source INTEGER NOT NULL REFERENCES source(id) ON DELETE CASCADE,
            hour INTEGER NOT NULL,
            counts TEXT NOT NULL,
            PRIMARY KEY (source, hour)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE feed_day (
            source INTEGER NOT NULL REFERENCES source(id) ON DELETE CASCADE,
            day INTEGER NOT NULL,
            counts TEXT NOT NULL,
            is_sent INTEGER NOT NULL DEFAULT 0 CHECK (is_sent IN (0, 1)),
            PRIMARY KEY (source, day)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE feed_finding (
            source INTEGER NOT NULL REFERENCES source(id) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            opened_at INTEGER NOT NULL,
            closed_at INTEGER,
            finding TEXT NOT NULL,
            is_sent INTEGER NOT NULL CHECK (is_sent IN (0, 1, 2)),
            PRIMARY KEY (source, number)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX feed_finding_unsent ON feed_finding (source) WHERE is_sent < 2;
        CREATE INDEX feed_day_unsent ON feed_day (source) WHERE is_sent = 0;

        """

    /// The one-time notices that were shown for a source; they refer to its UUID, not to its row,
    /// so they survive its removal.
    private static let notices = """
        CREATE TABLE notice (
            source TEXT NOT NULL,
            name TEXT NOT NULL,
            PRIMARY KEY (source, name)
        ) STRICT, WITHOUT ROWID;
        """
}
