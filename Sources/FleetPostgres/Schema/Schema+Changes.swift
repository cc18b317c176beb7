import FleetCore
import FleetSQL

extension Schema {
    /// The changes of the snapshots, their events, and the checks of the feeds over time.
    static let changeTables = changes + log + events + checks

    private static let changes = """
        CREATE TABLE change_stream (
            source bigint PRIMARY KEY REFERENCES source (id) ON DELETE CASCADE,
            uuid text COLLATE "C" NOT NULL CHECK (length(uuid) = 36),
            sequence bigint NOT NULL CHECK (sequence >= 0),
            revision bigint NOT NULL,
            rotation text COLLATE "C" NOT NULL CHECK (rotation IN ('yes', 'no', 'unknown')),
            row_end bigint NOT NULL,
            event_end bigint NOT NULL,
            compared_at bigint,
            evidence text COLLATE "C",
            recorded_since bigint,
            begun_at bigint NOT NULL,
            version_end bigint NOT NULL,
            versions_checked bigint NOT NULL,
            number_end bigint NOT NULL DEFAULT 0,
            history text COLLATE "C",
            kept_since bigint,
            touches_since bigint NOT NULL,
            base_sequence bigint,
            base_at bigint,
            base_row_end bigint
        ) WITH (fillfactor = 50);
        COMMENT ON TABLE change_stream IS
            'Streams of the changes of the sources; a commit adds its own in its transaction';
        COMMENT ON COLUMN change_stream.uuid IS
            'UUID of the stream, a new one when changes are missing from it';
        COMMENT ON COLUMN change_stream.sequence IS 'Number of the newest commit';
        COMMENT ON COLUMN change_stream.revision IS 'Revision that the newest commit led to';
        COMMENT ON COLUMN change_stream.rotation IS 'Whether the IDs rotate, in the rows that readers have';
        COMMENT ON COLUMN change_stream.row_end IS 'Number of changes that were ever written';
        COMMENT ON COLUMN change_stream.event_end IS 'Number of the newest event';
        COMMENT ON COLUMN change_stream.compared_at IS
            'Time of the snapshot that the next one is compared with for events';
        COMMENT ON COLUMN change_stream.evidence IS
            'What was learned about the rotation of the IDs, as JSON';
        COMMENT ON COLUMN change_stream.recorded_since IS
            'Time of the snapshot since which all events are detected';
        COMMENT ON COLUMN change_stream.begun_at IS 'Commit with which the log begins';
        COMMENT ON COLUMN change_stream.version_end IS 'Highest number of a version';
        COMMENT ON COLUMN change_stream.versions_checked IS
            'Highest number of the versions that were looked at for removal';
        COMMENT ON COLUMN change_stream.number_end IS 'Highest number of a vehicle';
        COMMENT ON COLUMN change_stream.history IS
            'Age and size of the history, NULL without one';
        COMMENT ON COLUMN change_stream.kept_since IS 'Commit with which the history begins';
        COMMENT ON COLUMN change_stream.touches_since IS
            'Commits before it may have no rows in vehicle_touch any more';
        COMMENT ON COLUMN change_stream.base_sequence IS 'Newest commit with a base';
        CREATE TABLE change_commit (
            source bigint NOT NULL,
            sequence bigint NOT NULL,
            committed_at bigint NOT NULL,
            fetched_at bigint NOT NULL,
            revision bigint NOT NULL,
            row_end bigint NOT NULL,
            event_end bigint NOT NULL,
            last_updated bigint,
            total bigint NOT NULL,
            is_base smallint NOT NULL DEFAULT 0 CHECK (is_base IN (0, 1)),
            PRIMARY KEY (source, sequence)
        );
        CREATE INDEX change_commit_by_time ON change_commit (source, fetched_at, sequence);
        CREATE INDEX change_commit_of_base ON change_commit (source, sequence) WHERE is_base = 1;
        COMMENT ON TABLE change_commit IS 'Commits of the last hour, or of the history';
        COMMENT ON COLUMN change_commit.sequence IS 'Number of the commit in its source';
        COMMENT ON COLUMN change_commit.fetched_at IS 'Time when the snapshot was received';
        COMMENT ON COLUMN change_commit.row_end IS
            'Number of changes that were ever written, with those of the commit';
        COMMENT ON COLUMN change_commit.event_end IS 'Number of the last event of the commit';
        COMMENT ON COLUMN change_commit.last_updated IS 'Time of the feed''s last change';
        COMMENT ON COLUMN change_commit.total IS 'Number of vehicles';
        COMMENT ON COLUMN change_commit.is_base IS '1 if vehicle_base has all vehicles';

        """

    /// Foreign keys would cost more than the rows.
    private static let log = """
        CREATE TABLE vehicle_change (
            source integer NOT NULL,
            sequence integer NOT NULL,
            vehicle integer NOT NULL,
            latitude integer CHECK (latitude BETWEEN -90000000 AND 90000000),
            longitude integer CHECK (longitude BETWEEN -180000000 AND 180000000),
            version integer,
            previous integer,
            state_code smallint CHECK (state_code BETWEEN 0 AND \(VehicleState.allCases.count - 1)),
            battery smallint CHECK (battery BETWEEN 0 AND 100),
            PRIMARY KEY (source, sequence, vehicle),
            CHECK ((version IS NULL) = (state_code IS NULL))
        );
        COMMENT ON TABLE vehicle_change IS
            'New, changed and removed vehicles of the commits';
        COMMENT ON COLUMN vehicle_change.sequence IS 'Number of the commit';
        COMMENT ON COLUMN vehicle_change.vehicle IS 'Number of the vehicle (vehicle.id)';
        COMMENT ON COLUMN vehicle_change.latitude IS 'Position in millionths of a degree';
        COMMENT ON COLUMN vehicle_change.version IS 'Number in vehicle_version';
        COMMENT ON COLUMN vehicle_change.previous IS
            'Number of the commit with the vehicle''s row before this one';
        COMMENT ON COLUMN vehicle_change.state_code IS
            'State, NULL if the vehicle left the feed: \(VehicleState.codes)';
        COMMENT ON COLUMN vehicle_change.battery IS 'Battery level in percent, 0 to 100';
        CREATE TABLE vehicle_touch (
            source integer NOT NULL,
            sequence integer NOT NULL,
            vehicle integer NOT NULL,
            PRIMARY KEY (source, sequence, vehicle)
        );
        COMMENT ON TABLE vehicle_touch IS
            'Vehicles that a commit of the last hour changed in other columns only';
        CREATE TABLE logged_vehicle (
            source integer NOT NULL,
            number integer NOT NULL,
            vehicle_id text COLLATE "C" NOT NULL,
            removed_at integer,
            PRIMARY KEY (source, number)
        );
        CREATE INDEX logged_vehicle_by_id ON logged_vehicle (source, vehicle_id);
        COMMENT ON TABLE logged_vehicle IS 'IDs of the vehicles in the log';
        COMMENT ON COLUMN logged_vehicle.number IS 'Number of the vehicle (vehicle.id)';
        COMMENT ON COLUMN logged_vehicle.vehicle_id IS 'ID in the feed';
        COMMENT ON COLUMN logged_vehicle.removed_at IS
            'Commit that removed the vehicle; NULL while it is in the feed';
        CREATE TABLE vehicle_version (
            source integer NOT NULL,
            number integer NOT NULL,
            digest bigint NOT NULL,
            seen_at integer NOT NULL,
            \(VehicleVersion.list.definitions(.postgres)),
            PRIMARY KEY (source, number),
            UNIQUE (source, digest)
        );
        COMMENT ON TABLE vehicle_version IS
            'Columns that seldom change, once for all vehicles of a source with the same';
        COMMENT ON COLUMN vehicle_version.digest IS 'Hash of the columns';
        COMMENT ON COLUMN vehicle_version.seen_at IS
            'Rows of about this commit, or later ones, have it';
        CREATE TABLE vehicle_base (
            source integer NOT NULL,
            sequence integer NOT NULL,
            vehicle integer NOT NULL,
            latitude integer,
            longitude integer,
            version integer NOT NULL,
            still_since bigint,
            state_code smallint NOT NULL,
            battery smallint,
            PRIMARY KEY (source, sequence, vehicle)
        );
        COMMENT ON TABLE vehicle_base IS
            'All vehicles of a history after some commits, with the columns of vehicle_change';
        COMMENT ON COLUMN vehicle_base.still_since IS
            'Time of the first snapshot that had the vehicle near its position';
        CREATE TABLE site_change (
            source integer NOT NULL,
            site integer NOT NULL,
            sequence integer NOT NULL,
            vehicles_available integer,
            vehicles_disabled integer,
            docks_available integer,
            is_listed boolean NOT NULL,
            is_installed boolean,
            is_renting boolean,
            is_returning boolean,
            PRIMARY KEY (source, site, sequence)
        );
        COMMENT ON TABLE site_change IS
            'New, changed and removed sites of the commits of a history';
        COMMENT ON COLUMN site_change.site IS 'Number of the site (logged_site.number)';
        COMMENT ON COLUMN site_change.sequence IS 'Number of the commit';
        COMMENT ON COLUMN site_change.is_listed IS 'Whether the feed has the site';
        CREATE TABLE logged_site (
            source integer NOT NULL,
            number integer NOT NULL,
            site_id text COLLATE "C" NOT NULL,
            removed_at integer,
            PRIMARY KEY (source, number)
        );
        COMMENT ON TABLE logged_site IS 'IDs of the sites of a history';
        COMMENT ON COLUMN logged_site.site_id IS 'ID in the feed';
        COMMENT ON COLUMN logged_site.removed_at IS
            'Commit that removed the site; NULL while it is in the feed';
        CREATE TABLE coverage (
            source integer NOT NULL,
            first_sequence integer NOT NULL,
            since bigint NOT NULL,
            until bigint NOT NULL,
            gap text COLLATE "C" NOT NULL
                CHECK (gap IN ('start', 'pause', 'failure', 'clock')),
            failed_at bigint,
            PRIMARY KEY (source, first_sequence)
        );
        CREATE INDEX coverage_by_time ON coverage (source, since);
        COMMENT ON TABLE coverage IS 'Periods in which a feed with a history was read';
        COMMENT ON COLUMN coverage.first_sequence IS 'First commit of the period';
        COMMENT ON COLUMN coverage.since IS 'Time of the first snapshot of the period';
        COMMENT ON COLUMN coverage.until IS 'Time of the last snapshot of the period';
        COMMENT ON COLUMN coverage.gap IS 'Why it does not continue the period before';
        COMMENT ON COLUMN vehicle_version.names_state IS
            'Whether the feed names the state, as MDS does';
        COMMENT ON COLUMN vehicle_version.estimates_battery IS
            'Whether the battery level was computed from the range';

        """

    private static let events = """
        CREATE TABLE event (
            source bigint NOT NULL REFERENCES source (id) ON DELETE CASCADE,
            number bigint NOT NULL,
            committed_at bigint NOT NULL,
            kind text COLLATE "C" NOT NULL,
            at bigint NOT NULL,
            vehicle_id text COLLATE "C",
            detail text COLLATE "C" NOT NULL,
            PRIMARY KEY (source, number)
        );
        CREATE INDEX event_of_vehicle ON event (source, vehicle_id, at, number);
        CREATE INDEX event_by_time ON event (source, at, number);
        COMMENT ON TABLE event IS 'Detected events of vehicles, and alarms of sites, of the last seven days';
        COMMENT ON COLUMN event.number IS 'Number in the source, in the order of detection';
        COMMENT ON COLUMN event.kind IS 'Kind; turnover for changes that were only counted';
        COMMENT ON COLUMN event.detail IS 'Event as JSON';
        CREATE TABLE event_state (
            source bigint NOT NULL REFERENCES source (id) ON DELETE CASCADE,
            vehicle_id text COLLATE "C" NOT NULL,
            is_missing smallint NOT NULL CHECK (is_missing IN (0, 1)),
            state bytea NOT NULL,
            PRIMARY KEY (source, vehicle_id)
        );
        CREATE INDEX event_state_of_missing ON event_state (source) WHERE is_missing = 1;
        COMMENT ON TABLE event_state IS
            'What the detection of events knows of a vehicle beyond its row in vehicle';
        COMMENT ON COLUMN event_state.is_missing IS
            '1 if the vehicle is missing from the feed, and its event is held back';

        """

    private static let checks = """
        CREATE TABLE feed_check (
            source bigint PRIMARY KEY REFERENCES source (id) ON DELETE CASCADE,
            monitor text COLLATE "C" NOT NULL,
            uses text COLLATE "C",
            south double precision,
            north double precision,
            west double precision,
            east double precision
        ) WITH (fillfactor = 50);
        COMMENT ON TABLE feed_check IS 'Checks of the feeds over time';
        COMMENT ON COLUMN feed_check.monitor IS 'State of the check after the newest reading, as JSON';
        COMMENT ON COLUMN feed_check.uses IS
            'Since when vehicles are in use without a move, by hashes of their IDs, as JSON';
        COMMENT ON COLUMN feed_check.south IS 'Rectangle around the vehicles at the latest survey';
        CREATE TABLE feed_hour (
            source bigint NOT NULL REFERENCES source (id) ON DELETE CASCADE,
            hour bigint NOT NULL,
            counts text COLLATE "C" NOT NULL,
            PRIMARY KEY (source, hour)
        );
        COMMENT ON TABLE feed_hour IS 'Counts of the hours that checks compare';
        COMMENT ON COLUMN feed_hour.hour IS 'Number of the hour since 1970';
        COMMENT ON COLUMN feed_hour.counts IS 'Counts as JSON';
        CREATE TABLE feed_day (
            source bigint NOT NULL REFERENCES source (id) ON DELETE CASCADE,
            day bigint NOT NULL,
            counts text COLLATE "C" NOT NULL,
            is_sent smallint NOT NULL DEFAULT 0 CHECK (is_sent IN (0, 1)),
            PRIMARY KEY (source, day)
        );
        CREATE INDEX feed_day_unsent ON feed_day (source) WHERE is_sent = 0;
        COMMENT ON TABLE feed_day IS 'Counts of days of the feeds, for 400 days';
        COMMENT ON COLUMN feed_day.day IS 'Number of the day since 1970, in the zone of the system';
        COMMENT ON COLUMN feed_day.counts IS 'Counts as JSON';
        COMMENT ON COLUMN feed_day.is_sent IS '1 once the digest of the day was sent';
        CREATE TABLE feed_finding (
            source bigint NOT NULL REFERENCES source (id) ON DELETE CASCADE,
            number bigint NOT NULL,
            opened_at bigint NOT NULL,
            closed_at bigint,
            finding text COLLATE "C" NOT NULL,
            is_sent smallint NOT NULL CHECK (is_sent IN (0, 1, 2)),
            PRIMARY KEY (source, number)
        );
        CREATE INDEX feed_finding_unsent ON feed_finding (source) WHERE is_sent < 2;
        COMMENT ON TABLE feed_finding IS 'What was found to be wrong in the feeds';
        COMMENT ON COLUMN feed_finding.number IS 'Number in the source, in the order of opening';
        COMMENT ON COLUMN feed_finding.finding IS 'Finding as JSON';
        COMMENT ON COLUMN feed_finding.is_sent IS '1 once its opening was sent, 2 once its end was';

        """
}
