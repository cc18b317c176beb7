import FleetCore

extension Table {
    /// The feeds of the sources, with their snapshots.
    static let feeds: [Table] = [
        Table(
            "source", "One row for each feed of a source: its last request and its stored snapshot",
            key: ["id"], hasRowID: true, fillFactor: 50,
            columns: [
                .number("id", "Number of the feed, which other tables refer to"),
                .id("uuid", "Permanent UUID of the source"),
                .text("feed", .check("feed IN ('vehicles', 'sites')")),
                .text("definition", "Definition of the source that the feed was read with"),
                .integer(
                    "began_at", .optional,
                    "Start of the request that brought the snapshot, as all times in ms since 1970"),
                .text(
                    "rotation", .initially("'unknown'"),
                    .check("rotation IN ('yes', 'no', 'unknown')"),
                    "Whether the vehicle IDs rotate, as observed"),
                .text("info", .optional, "Description of the snapshot, as JSON"),
                .integer(
                    "revision", .optional, .only(.postgres),
                    .generated("(info::json ->> 'revision')::bigint"),
                    "Number of the snapshot, which grows with each change"),
                .integer("due_at", .optional, "Time of the next scheduled request"),
                .text("last_request", .optional, "Last finished request, as JSON"),
                .text("back_off", .optional, "Back-off after a failed request, as JSON"),
                .text(
                    "cache_state", .optional,
                    "Validators and documents for the next, conditional request, as JSON"),
                .integer(
                    "sampled_at", .optional,
                    "Time of the snapshot with which others are compared to detect rotating IDs"),
                .integer(
                    "sampled_vehicles", .optional, .check("sampled_vehicles >= 0"),
                    "Number of vehicles in that snapshot"),
                .bytes(
                    "id_sample", .optional, .check("length(id_sample) % 8 = 0"),
                    "Lowest hashes of the vehicle IDs in it: eight bytes each, little-endian"),
                .integer(
                    "kept_at", .optional, .only(.sqlite),
                    "When the vehicles to remember were read last"),
            ],
            rules: [
                .only(.sqlite, "CHECK (id BETWEEN 1 AND 0x7FFFFFFF)"), "UNIQUE (uuid, feed)",
                "CHECK ((info IS NULL) = (began_at IS NULL))",
                "CHECK ((sampled_at IS NULL) = (id_sample IS NULL))",
                "CHECK ((sampled_at IS NULL) = (sampled_vehicles IS NULL))",
            ]),
        Table(
            "feed_document",
            "Documents of the systems beside vehicles and sites: alerts, prices, regions, zones",
            key: ["source", "name"],
            columns: [
                .feed,
                .text("name", "Name in GBFS, such as system_alerts"),
                .text("digest", "Hash of the content, to detect changes"),
                .text(
                    "content",
                    "Content as JSON; of geofencing_zones only the rules outside of the zones"),
            ]),
        Table(
            "zone", "Geofencing zones", key: ["source", "number"], hasRowID: true,
            columns: [
                .feed,
                .integer("number", "Place in the document: an earlier zone takes precedence"),
                .text("name"),
                .integer(
                    "starts_at", .optional, "Time from which the zone applies; NULL for always"),
                .integer(
                    "ends_at", .optional, "Time until which the zone applies; NULL for always"),
                .text("rules", "Rules in the zone, as JSON"),
                .real(
                    "south",
                    "South of the rectangle around the zone, in degrees, as the next three"),
                .real("north"), .real("west"), .real("east"),
                .bytes(
                    "area",
                    "Polygons: numbers and differences of coordinates as variable-length integers"),
            ],
            indexes: [Index("zone_by_name", "source, name, number", only: .sqlite)]),
        Table(
            "vehicle", "Vehicles of the stored snapshots", key: ["source", "vehicle_id"],
            sqliteKey: ["id"], restated: [VehicleState.restatement("vehicle_state")],
            hasRowID: true,
            fillFactor: 80,
            columns: [
                .feed,
                .integer("id", "Number of the vehicle"),
                .integer("digest", "Hash of the columns of the feed, to detect changes"),
                .integer(
                    "still_since", .optional,
                    "Time of the first snapshot that had the vehicle near its position"),
                .real(
                    "still_latitude", .optional, .check("still_latitude BETWEEN -90 AND 90"),
                    "Position in that snapshot"),
                .real("still_longitude", .optional, .check("still_longitude BETWEEN -180 AND 180")),
                .integer(
                    "version", .optional,
                    "Version of its newest row in the log (vehicle_version.number)"),
                .integer(
                    "logged_at", .optional,
                    "Commit with its newest row in the log (vehicle_change.sequence)"),
                .text(
                    "state", .generated(stateExpression),
                    "The state that the feed names, or available, reserved, disabled or unknown"),
            ] + VehicleRecord.list.columns,
            rules: VehicleRecord.list.rules + [
                .only(.postgres, "UNIQUE (source, id)"),
                "CHECK ((still_latitude IS NULL) = (still_since IS NULL))",
                "CHECK ((still_longitude IS NULL) = (still_since IS NULL))",
                .only(.sqlite, "CHECK (id >> 32 = source)"),
                .only(.sqlite, "UNIQUE (source, vehicle_id)"),
            ],
            indexes: [Index("vehicle_by_color", "source, color, vehicle_id")]),
        Table(
            "gone_vehicle",
            "Vehicles that left a feed with stable IDs, with the columns of vehicle, for a day",
            key: ["source", "vehicle_id"], restated: [VehicleState.restatement("vehicle_state")],
            columns: [
                .feed,
                .integer("seen_at", "Time of the last snapshot that had the vehicle"),
                .integer("gone_at", "Time of the first request without the vehicle"),
            ] + VehicleRecord.list.columns,
            rules: VehicleRecord.list.rules,
            indexes: [Index("gone_vehicle_by_time", "source, gone_at")]),
        Table(
            "kept_vehicle",
            "Vehicles with favorites and notes, which stay in gone_vehicle for longer",
            key: ["source", "vehicle_id"],
            columns: [
                .id("source", "Permanent UUID of the source"),
                .text("vehicle_id"),
            ]),
        Table(
            "facet_count",
            "Number of vehicles of each combination of color, type, form factor and state",
            key: ["source", "id"], sqliteKey: ["id"], restated: [VehicleState.restatement("state")],
            hasRowID: true, fillFactor: 50,
            columns: [
                .feed, .number("id"), .text("color", .optional), .text("type_id", .optional),
                .text("form_factor", .optional),
                .text("state", .check(VehicleState.check("state"))),
                .integer("vehicles", .check("vehicles >= 0")),
                .integer(
                    "without_battery", .check("without_battery BETWEEN 0 AND vehicles"),
                    "Number of those whose battery level is unknown"),
            ],
            indexes: [
                Index(
                    "facet_count_by_facets",
                    """
                    source, ifnull(color, x''), ifnull(type_id, x''), ifnull(form_factor, x''), state
                    """,
                    isUnique: true, only: .sqlite)
            ]),
        Table(
            "site", "Stations and depots of the stored snapshots", key: ["source", "id"],
            sqliteKey: ["id"], hasRowID: true,
            columns: [
                .feed, .number("id"),
                .integer("digest", "Hash of the columns of the feed, to detect changes"),
            ] + SiteRecord.list.columns,
            rules: SiteRecord.list.rules + ["UNIQUE (source, site_id)"]),
        Table(
            "sample", "Newest sensor values of the sites",
            key: ["source", "site", "quantity", "at"], sqliteKey: ["site", "quantity", "at"],
            columns: [
                .integer("source", .only(.postgres)),
                .integer("site", "Number of the site (site.id)"),
                .text("quantity"),
                .integer("at", "Time of the measurement, or of the snapshot if it has none"),
                .real("value", "Value; a condition is 0 or 1"),
            ],
            rules: [
                .only(
                    .postgres,
                    "FOREIGN KEY (source, site) REFERENCES site (source, id) ON DELETE CASCADE"),
                .only(.sqlite, "FOREIGN KEY (site) REFERENCES site (id) ON DELETE CASCADE"),
            ]),
        Table(
            "notice", "One-time notices that were shown for a source; they stay when it is removed",
            key: ["source", "name"], only: .sqlite,
            columns: [
                .text("source"), .text("name"),
            ]),
    ]

    /// The state that the feed names, or that which two booleans tell.
    private static let stateExpression = """
        CASE
        WHEN vehicle_state IS NOT NULL THEN vehicle_state
        WHEN is_disabled THEN 'disabled'
        WHEN is_reserved THEN 'reserved'
        WHEN is_reserved IS NULL AND is_disabled IS NULL THEN 'unknown'
        ELSE 'available'
        END
        """
}
