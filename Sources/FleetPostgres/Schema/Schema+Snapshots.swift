import FleetCore
import FleetSQL

extension Schema {
    /// The stored snapshots, their changes and their checks: the tables of `fleet.sqlite` except favorites and
    /// notes.
    ///
    /// The key of each table begins with the source, so that a database can be sharded by it.
    static let snapshots =
        source + documents + distance + vehicle + goneVehicle + counts + site + changeTables
        + identity

    private static let source = """
        CREATE TABLE source (
            id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            uuid text COLLATE "C" NOT NULL CHECK (length(uuid) = 36),
            feed text COLLATE "C" NOT NULL CHECK (feed IN ('vehicles', 'sites')),
            definition text COLLATE "C" NOT NULL,
            began_at bigint,
            rotation text COLLATE "C" NOT NULL DEFAULT 'unknown'
                CHECK (rotation IN ('yes', 'no', 'unknown')),
            info text COLLATE "C",
            revision bigint GENERATED ALWAYS AS ((info::json ->> 'revision')::bigint) STORED,
            due_at bigint,
            last_request text COLLATE "C",
            back_off text COLLATE "C",
            cache_state text COLLATE "C",
            sampled_at bigint,
            sampled_vehicles bigint CHECK (sampled_vehicles >= 0),
            id_sample bytea CHECK (length(id_sample) % 8 = 0),
            UNIQUE (uuid, feed),
            CHECK ((info IS NULL) = (began_at IS NULL)),
            CHECK ((sampled_at IS NULL) = (id_sample IS NULL)),
            CHECK ((sampled_at IS NULL) = (sampled_vehicles IS NULL))
        ) WITH (fillfactor = 50);
        COMMENT ON TABLE source IS
            'One row for each feed of a source: its last request and its stored snapshot';
        COMMENT ON COLUMN source.id IS 'Number of the feed, which other tables refer to';
        COMMENT ON COLUMN source.uuid IS 'Permanent UUID of the source';
        COMMENT ON COLUMN source.definition IS
            'Definition of the source that the feed was read with';
        COMMENT ON COLUMN source.began_at IS
            'Start of the request that brought the snapshot; as all times: milliseconds since 1970';
        COMMENT ON COLUMN source.rotation IS 'Whether the vehicle IDs rotate, as observed';
        COMMENT ON COLUMN source.info IS 'Description of the snapshot, as JSON';
        COMMENT ON COLUMN source.revision IS 'Number of the snapshot, which grows with each change';
        COMMENT ON COLUMN source.due_at IS 'Time of the next scheduled request';
        COMMENT ON COLUMN source.last_request IS 'Last finished request, as JSON';
        COMMENT ON COLUMN source.back_off IS 'Back-off after a failed request, as JSON';
        COMMENT ON COLUMN source.cache_state IS
            'Validators and documents for the next, conditional request, as JSON';
        COMMENT ON COLUMN source.sampled_at IS
            'Time of the snapshot with which the next ones are compared to detect rotating IDs';
        COMMENT ON COLUMN source.sampled_vehicles IS 'Number of vehicles in that snapshot';
        COMMENT ON COLUMN source.id_sample IS
            'Lowest hashes of the vehicle IDs in that snapshot: eight bytes each, little-endian';

        """

    private static let documents = """
        CREATE TABLE feed_document (
            source bigint NOT NULL REFERENCES source (id) ON DELETE CASCADE,
            name text COLLATE "C" NOT NULL,
            digest text COLLATE "C" NOT NULL,
            content text COLLATE "C" NOT NULL,
            PRIMARY KEY (source, name)
        );
        COMMENT ON TABLE feed_document IS
            'Documents of the systems beside vehicles and sites: alerts, prices, regions, zones';
        COMMENT ON COLUMN feed_document.name IS 'Name in GBFS, such as system_alerts';
        COMMENT ON COLUMN feed_document.digest IS 'Hash of the content, to detect changes';
        COMMENT ON COLUMN feed_document.content IS
            'Content as JSON; of geofencing_zones only the rules outside of the zones';
        CREATE TABLE zone (
            source bigint NOT NULL REFERENCES source (id) ON DELETE CASCADE,
            number bigint NOT NULL,
            name text COLLATE "C" NOT NULL,
            starts_at bigint,
            ends_at bigint,
            rules text COLLATE "C" NOT NULL,
            south double precision NOT NULL,
            north double precision NOT NULL,
            west double precision NOT NULL,
            east double precision NOT NULL,
            area bytea NOT NULL,
            PRIMARY KEY (source, number)
        );
        COMMENT ON TABLE zone IS 'Geofencing zones';
        COMMENT ON COLUMN zone.number IS 'Place in the document: an earlier zone takes precedence';
        COMMENT ON COLUMN zone.starts_at IS 'Time from which the zone applies; NULL for always';
        COMMENT ON COLUMN zone.ends_at IS 'Time until which the zone applies; NULL for always';
        COMMENT ON COLUMN zone.rules IS 'Rules in the zone, as JSON';
        COMMENT ON COLUMN zone.south IS
            'Southern side of the rectangle around the zone, in degrees, as the next three';
        COMMENT ON COLUMN zone.area IS
            'Polygons: numbers and differences of coordinates as variable-length integers';

        """

    /// The same formula as `Position.distance(to:)`, so that both sort in the same order; NULL
    /// without a position, because `least` ignores NULL.
    private static let distance = """
        CREATE FUNCTION distance(
            latitude double precision, longitude double precision,
            to_latitude double precision, to_longitude double precision
        ) RETURNS double precision LANGUAGE sql IMMUTABLE PARALLEL SAFE
        RETURN CASE WHEN latitude IS NOT NULL AND longitude IS NOT NULL THEN
            12742017.6::double precision * asin(least(1::double precision, sqrt(
                sin((latitude - to_latitude) * (pi() / 180) / 2)
                * sin((latitude - to_latitude) * (pi() / 180) / 2)
                + cos(to_latitude * (pi() / 180)) * cos(latitude * (pi() / 180))
                * sin((longitude - to_longitude) * (pi() / 180) / 2)
                * sin((longitude - to_longitude) * (pi() / 180) / 2))))
            END;
        COMMENT ON FUNCTION distance IS 'Great-circle distance of two positions in metres';

        """

    /// Pages have space for new versions of changed rows, whose indices then stay as they are.
    private static let vehicle = """
        CREATE TABLE vehicle (
            source bigint NOT NULL REFERENCES source (id) ON DELETE CASCADE,
            id bigint NOT NULL,
            digest bigint NOT NULL,
            still_since bigint,
            still_latitude double precision CHECK (still_latitude BETWEEN -90 AND 90),
            still_longitude double precision CHECK (still_longitude BETWEEN -180 AND 180),
            version bigint,
            logged_at bigint,
            state text COLLATE "C" NOT NULL GENERATED ALWAYS AS (
                CASE
                WHEN vehicle_state IS NOT NULL THEN vehicle_state
                WHEN is_disabled THEN 'disabled'
                WHEN is_reserved THEN 'reserved'
                WHEN is_reserved IS NULL AND is_disabled IS NULL THEN 'unknown'
                ELSE 'available'
                END) STORED,
            \(VehicleRecord.list.definitions(.postgres)),
            PRIMARY KEY (source, vehicle_id),
            UNIQUE (source, id),
            CHECK ((still_latitude IS NULL) = (still_since IS NULL)),
            CHECK ((still_longitude IS NULL) = (still_since IS NULL))
        ) WITH (fillfactor = 80);
        CREATE INDEX vehicle_by_color ON vehicle (source, color, vehicle_id);
        COMMENT ON TABLE vehicle IS 'Vehicles of the stored snapshots';
        COMMENT ON COLUMN vehicle.source IS 'Number of the feed (source.id)';
        COMMENT ON COLUMN vehicle.id IS 'Number of the vehicle';
        COMMENT ON COLUMN vehicle.digest IS 'Hash of the columns of the feed, to detect changes';
        COMMENT ON COLUMN vehicle.vehicle_id IS 'ID in the feed';
        COMMENT ON COLUMN vehicle.code IS 'Code that is visible on the vehicle';
        COMMENT ON COLUMN vehicle.region_id IS 'Region of the vehicle, or of its station';
        COMMENT ON COLUMN vehicle.vehicle_state IS 'State that the feed names (MDS)';
        COMMENT ON COLUMN vehicle.current_fuel_percent IS 'As in the feed, where 1 is full';
        COMMENT ON COLUMN vehicle.battery_percent IS 'Battery level in percent, 0 to 100';
        COMMENT ON COLUMN vehicle.battery_is_estimated IS
            'Whether the battery level was computed from the range';
        COMMENT ON COLUMN vehicle.last_reported IS 'Time of the last report of the vehicle';
        COMMENT ON COLUMN vehicle.measurements IS
            'Sensor values, one in a line: quantity, value, time, threshold minimum and maximum, state';
        COMMENT ON COLUMN vehicle.still_since IS
            'Time of the first snapshot that had the vehicle near its position';
        COMMENT ON COLUMN vehicle.still_latitude IS 'Position in that snapshot';
        COMMENT ON COLUMN vehicle.version IS
            'Version of its newest row in the log (vehicle_version.number)';
        COMMENT ON COLUMN vehicle.logged_at IS
            'Commit with its newest row in the log (vehicle_change.sequence)';
        COMMENT ON COLUMN vehicle.state IS
            'The state that the feed names, or available, reserved, disabled or unknown';

        """

    private static let goneVehicle = """
        CREATE TABLE gone_vehicle (
            source bigint NOT NULL REFERENCES source (id) ON DELETE CASCADE,
            seen_at bigint NOT NULL,
            gone_at bigint NOT NULL,
            \(VehicleRecord.list.definitions(.postgres)),
            PRIMARY KEY (source, vehicle_id)
        );
        CREATE INDEX gone_vehicle_by_time ON gone_vehicle (source, gone_at);
        COMMENT ON TABLE gone_vehicle IS
            'Vehicles that left a feed with stable IDs, with the columns of vehicle, for a day';
        COMMENT ON COLUMN gone_vehicle.seen_at IS 'Time of the last snapshot that had the vehicle';
        COMMENT ON COLUMN gone_vehicle.gone_at IS 'Time of the first request without the vehicle';
        CREATE TABLE kept_vehicle (
            source text COLLATE "C" NOT NULL CHECK (length(source) = 36),
            vehicle_id text COLLATE "C" NOT NULL,
            PRIMARY KEY (source, vehicle_id)
        );
        COMMENT ON TABLE kept_vehicle IS
            'Vehicles with favorites and notes, which stay in gone_vehicle for longer';
        COMMENT ON COLUMN kept_vehicle.source IS 'Permanent UUID of the source';

        """

    /// The lock of the source keeps combinations unique: an index would limit their lengths.
    private static let counts = """
        CREATE TABLE facet_count (
            source bigint NOT NULL REFERENCES source (id) ON DELETE CASCADE,
            id bigint GENERATED ALWAYS AS IDENTITY,
            color text COLLATE "C",
            type_id text COLLATE "C",
            form_factor text COLLATE "C",
            state text COLLATE "C" NOT NULL
                CHECK (\(VehicleState.check("state"))),
            vehicles bigint NOT NULL CHECK (vehicles >= 0),
            without_battery bigint NOT NULL CHECK (without_battery BETWEEN 0 AND vehicles),
            PRIMARY KEY (source, id)
        ) WITH (fillfactor = 50);
        COMMENT ON TABLE facet_count IS
            'Number of vehicles of each combination of color, type, form factor and state';
        COMMENT ON COLUMN facet_count.without_battery IS
            'Number of those whose battery level is unknown';

        """

    static let siteTypeComments = """
        COMMENT ON COLUMN fleet.site.vehicles_by_type IS
            'Available vehicles: lines with a number and percent-encoded type IDs';
        COMMENT ON COLUMN fleet.site.docks_by_type IS 'Free docks, as in vehicles_by_type';
        """

    private static let site = """
        CREATE TABLE site (
            source bigint NOT NULL REFERENCES source (id) ON DELETE CASCADE,
            id bigint GENERATED ALWAYS AS IDENTITY,
            digest bigint NOT NULL,
            \(SiteRecord.list.definitions(.postgres)),
            PRIMARY KEY (source, id),
            UNIQUE (source, site_id)
        );
        COMMENT ON TABLE site IS 'Stations and depots of the stored snapshots';
        COMMENT ON COLUMN site.digest IS 'Hash of the columns of the feed, to detect changes';
        COMMENT ON COLUMN site.site_id IS 'ID in the feed';
        COMMENT ON COLUMN site.region_id IS 'Region of the site';
        COMMENT ON COLUMN site.measurements IS 'Sensor values, as in vehicle.measurements';
        \(siteTypeComments)
        CREATE TABLE sample (
            source bigint NOT NULL,
            site bigint NOT NULL,
            quantity text COLLATE "C" NOT NULL,
            at bigint NOT NULL,
            value double precision NOT NULL,
            PRIMARY KEY (source, site, quantity, at),
            FOREIGN KEY (source, site) REFERENCES site (source, id) ON DELETE CASCADE
        );
        COMMENT ON TABLE sample IS 'Newest sensor values of the sites';
        COMMENT ON COLUMN sample.site IS 'Number of the site (site.id)';
        COMMENT ON COLUMN sample.at IS 'Time of the measurement, or of the snapshot if it has none';
        COMMENT ON COLUMN sample.value IS 'Value; a condition is 0 or 1';

        """
}
