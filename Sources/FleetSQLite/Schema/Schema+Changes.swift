import FleetCore
import FleetSQL

extension Schema {
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
    static let changes = """
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
}
