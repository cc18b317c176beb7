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
            """)

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
    /// The latest measurements are in the format of `MeasurementLines`.
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

    /// The log of the changes of the snapshots.
    ///
    /// - `change_stream` has one row per feed whose changes are recorded; that of a feed of sites
    ///   is for its events and its history. `sequence` is the number of the last commit, `revision` that of
    ///   its snapshot; if `source` has another one, a commit is missing from the log, which begins
    ///   again with the commit `begun_at`. `rotation` is that of the IDs in the rows that readers
    ///   have. `row_end` and `event_end` count all changes and events that were ever written.
    ///   `compared_at` is the time of the snapshot that the next one is compared with, `evidence`
    ///   what was learned about the rotation of the IDs, as JSON, `recorded_since` the time of the
    ///   snapshot since which no commit is missing and no pause was long. `number_end` and
    ///   `version_end` are the highest numbers of vehicles and versions. With a history `history` is
    ///   its setting, `kept_since` the commit with which it begins, and the next columns are of its
    ///   newest base. Commits before `touches_since` may have no touches any more.
    /// - `change_commit` has the recorded commits, and the values of `row_end` and `event_end`
    ///   after them.
    /// - `vehicle_change` has the vehicles that a commit inserted, changed or removed, with their
    ///   positions in millionths of a degree; one that left the feed has no state. `vehicle` is the
    ///   number of a vehicle, the lower half of its row's id in `vehicle`. `previous` is the commit
    ///   that has the vehicle's row before, if the log has it.
    /// - `vehicle_touch` has the vehicles that a commit changed in other columns only.
    /// - `logged_vehicle` has the IDs of the numbers; `removed_at` is the commit without the
    ///   vehicle.
    /// - `vehicle_version` has the columns that seldom change, once for all vehicles with the same;
    ///   rows of about the commit `seen_at`, or later ones, have it.
    /// - `vehicle_base` has all vehicles after the commits with `is_base`, as `vehicle_change`.
    /// - `site_change` has the sites that a commit inserted, changed or removed, of a source with a
    ///   history; one that left the feed is not listed. The newest row of a site is what it is until
    ///   the next one, so that of the time before `kept_since` stays.
    /// - `logged_site` has the IDs of the numbers of sites; `removed_at` is the commit without the
    ///   site.
    /// - `coverage` has the periods in which a feed with a history was read, with the times of their
    ///   first and last snapshots, and of failures after these; `gap` is why the period does not
    ///   continue the one before.
    ///
    /// Its tables do not refer to `source`: a cascade over many rows would hold the writer for long.
    private static let changes = """
        CREATE TABLE change_stream (
            source INTEGER PRIMARY KEY REFERENCES source(id) ON DELETE CASCADE,
            uuid TEXT NOT NULL CHECK (length(uuid) = 36),
            sequence INTEGER NOT NULL CHECK (sequence >= 0),
            revision INTEGER NOT NULL,
            rotation TEXT NOT NULL CHECK (rotation IN ('yes', 'no', 'unknown')),
            row_end INTEGER NOT NULL,
            event_end INTEGER NOT NULL,
            compared_at INTEGER,
            evidence TEXT,
            recorded_since INTEGER,
            begun_at INTEGER NOT NULL,
            version_end INTEGER NOT NULL,
            versions_checked INTEGER NOT NULL,
            number_end INTEGER NOT NULL DEFAULT 0,
            history TEXT,
            kept_since INTEGER,
            touches_since INTEGER NOT NULL,
            base_sequence INTEGER,
            base_at INTEGER,
            base_row_end INTEGER
        ) STRICT;
        CREATE TABLE change_commit (
            source INTEGER NOT NULL,
            sequence INTEGER NOT NULL,
            committed_at INTEGER NOT NULL,
            fetched_at INTEGER NOT NULL,
            revision INTEGER NOT NULL,
            row_end INTEGER NOT NULL,
            event_end INTEGER NOT NULL,
            last_updated INTEGER,
            total INTEGER NOT NULL,
            is_base INTEGER NOT NULL DEFAULT 0 CHECK (is_base IN (0, 1)),
            PRIMARY KEY (source, sequence)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX change_commit_by_time ON change_commit (source, fetched_at, sequence);
        CREATE INDEX change_commit_of_base ON change_commit (source, sequence) WHERE is_base = 1;
        CREATE TABLE vehicle_change (
            source INTEGER NOT NULL,
            sequence INTEGER NOT NULL,
            vehicle INTEGER NOT NULL,
            latitude INTEGER CHECK (latitude BETWEEN -90000000 AND 90000000),
            longitude INTEGER CHECK (longitude BETWEEN -180000000 AND 180000000),
            state_code INTEGER CHECK (state_code BETWEEN 0 AND \(VehicleState.allCases.count - 1)),
            battery INTEGER CHECK (battery BETWEEN 0 AND 100),
            version INTEGER,
            previous INTEGER,
            state TEXT GENERATED ALWAYS AS (\(VehicleState.name(ofCode: "state_code"))) VIRTUAL,
            PRIMARY KEY (source, sequence, vehicle),
            CHECK ((version IS NULL) = (state_code IS NULL))
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE vehicle_touch (
            source INTEGER NOT NULL,
            sequence INTEGER NOT NULL,
            vehicle INTEGER NOT NULL,
            PRIMARY KEY (source, sequence, vehicle)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE logged_vehicle (
            source INTEGER NOT NULL,
            number INTEGER NOT NULL,
            vehicle_id TEXT NOT NULL,
            removed_at INTEGER,
            PRIMARY KEY (source, number)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX logged_vehicle_by_id ON logged_vehicle (source, vehicle_id);
        CREATE TABLE vehicle_version (
            source INTEGER NOT NULL,
            number INTEGER NOT NULL,
            digest INTEGER NOT NULL,
            seen_at INTEGER NOT NULL,
            \(VehicleVersion.list.definitions(.sqlite)),
            PRIMARY KEY (source, number),
            UNIQUE (source, digest)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE vehicle_base (
            source INTEGER NOT NULL,
            sequence INTEGER NOT NULL,
            vehicle INTEGER NOT NULL,
            latitude INTEGER,
            longitude INTEGER,
            state_code INTEGER NOT NULL,
            battery INTEGER,
            version INTEGER NOT NULL,
            still_since INTEGER,
            PRIMARY KEY (source, sequence, vehicle)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE site_change (
            source INTEGER NOT NULL,
            site INTEGER NOT NULL,
            sequence INTEGER NOT NULL,
            is_listed INTEGER NOT NULL CHECK (is_listed IN (0, 1)),
            vehicles_available INTEGER,
            vehicles_disabled INTEGER,
            docks_available INTEGER,
            is_installed INTEGER CHECK (is_installed IN (0, 1)),
            is_renting INTEGER CHECK (is_renting IN (0, 1)),
            is_returning INTEGER CHECK (is_returning IN (0, 1)),
            PRIMARY KEY (source, site, sequence)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE logged_site (
            source INTEGER NOT NULL,
            number INTEGER NOT NULL,
            site_id TEXT NOT NULL,
            removed_at INTEGER,
            PRIMARY KEY (source, number)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE coverage (
            source INTEGER NOT NULL,
            first_sequence INTEGER NOT NULL,
            since INTEGER NOT NULL,
            until INTEGER NOT NULL,
            gap TEXT NOT NULL CHECK (gap IN ('start', 'pause', 'failure', 'clock')),
            failed_at INTEGER,
            PRIMARY KEY (source, first_sequence)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX coverage_by_time ON coverage (source, since);

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
