import FleetCore

extension Table {
    /// The changes of the snapshots, their events, and the checks of the feeds over time.
    static let log: [Table] = [
        Table(
            "change_stream",
            "Streams of the changes of the sources; a commit adds its own in its transaction",
            key: ["source"], hasRowID: true, fillFactor: 50,
            columns: [
                .integer("source", .references("source (id) ON DELETE CASCADE")),
                .id("uuid", "UUID of the stream, a new one when changes are missing from it"),
                .integer("sequence", .check("sequence >= 0"), "Number of the newest commit"),
                .integer("revision", "Revision that the newest commit led to"),
                .text(
                    "rotation", .check("rotation IN ('yes', 'no', 'unknown')"),
                    "Whether the IDs rotate, in the rows that readers have"),
                .integer("row_end", "Number of changes that were ever written"),
                .integer("event_end", "Number of the newest event"),
                .integer(
                    "compared_at", .optional,
                    "Time of the snapshot that the next one is compared with for events"),
                .text(
                    "evidence", .optional,
                    "What was learned about the rotation of the IDs, as JSON"),
                .integer(
                    "recorded_since", .optional,
                    "Time of the snapshot since which all events are detected"),
                .integer("begun_at", "Commit with which the log begins"),
                .integer("version_end", "Highest number of a version"),
                .integer(
                    "versions_checked",
                    "Highest number of the versions that were looked at for removal"),
                .integer("number_end", .initially("0"), "Highest number of a vehicle"),
                .text("history", .optional, "Age and size of the history, NULL without one"),
                .integer("kept_since", .optional, "Commit with which the history begins"),
                .integer(
                    "touches_since",
                    "Commits before it may have no rows in vehicle_touch any more"),
                .integer("base_sequence", .optional, "Newest commit with a base"),
                .integer("base_at", .optional), .integer("base_row_end", .optional),
            ]),
        Table(
            "change_commit", "Commits of the last hour, or of the history",
            key: ["source", "sequence"],
            columns: [
                .integer("source"),
                .integer("sequence", "Number of the commit in its source"),
                .integer("committed_at"),
                .integer("fetched_at", "Time when the snapshot was received"),
                .integer("revision"),
                .integer(
                    "row_end",
                    "Number of changes that were ever written, with those of the commit"),
                .integer("event_end", "Number of the last event of the commit"),
                .integer("last_updated", .optional, "Time of the feed's last change"),
                .integer("total", "Number of vehicles"),
                .int16(
                    "is_base", .initially("0"), .check("is_base IN (0, 1)"),
                    "1 if vehicle_base has all vehicles"),
            ],
            indexes: [
                Index("change_commit_by_time", "source, fetched_at, sequence"),
                Index("change_commit_of_base", "source, sequence", where: "is_base = 1"),
            ]),
        Table(
            "vehicle_change", "New, changed and removed vehicles of the commits",
            key: ["source", "sequence", "vehicle"],
            restated: [
                // With its end, because `battery` has a condition with the same beginning.
                Restatement(
                    since: 3, "state_code \(VehicleState.codeRange(among: VehicleState.ofFeeds)))",
                    "state_code \(VehicleState.codeRange()))"),
                Restatement(
                    since: 3,
                    VehicleState.name(ofCode: "state_code", among: VehicleState.ofFeeds),
                    VehicleState.name(ofCode: "state_code")),
            ],
            columns: [
                .int32("source"),
                .int32("sequence", "Number of the commit"),
                .int32("vehicle", "Number of the vehicle (vehicle.id)"),
                .int32(
                    "latitude", .optional, .check("latitude BETWEEN -90000000 AND 90000000"),
                    "Position in millionths of a degree"),
                .int32(
                    "longitude", .optional, .check("longitude BETWEEN -180000000 AND 180000000")),
                .int32("version", .optional, "Number in vehicle_version"),
                .int32(
                    "previous", .optional,
                    "Number of the commit with the vehicle's row before this one"),
                .int16(
                    "state_code", .optional,
                    .check("state_code \(VehicleState.codeRange())"),
                    "State, NULL if the vehicle left the feed: \(VehicleState.codes)"),
                .int16(
                    "battery", .optional, .check("battery BETWEEN 0 AND 100"),
                    "Battery level in percent, 0 to 100"),
                .text(
                    "state", .optional, .only(.sqlite),
                    .generated(VehicleState.name(ofCode: "state_code"))),
            ],
            rules: ["CHECK ((version IS NULL) = (state_code IS NULL))"]),
        Table(
            "vehicle_touch",
            "Vehicles that a commit of the last hour changed in other columns only",
            key: ["source", "sequence", "vehicle"],
            columns: [
                .int32("source"), .int32("sequence"), .int32("vehicle"),
            ]),
        Table(
            "logged_vehicle", "IDs of the vehicles in the log", key: ["source", "number"],
            columns: [
                .int32("source"),
                .int32("number", "Number of the vehicle (vehicle.id)"),
                .text("vehicle_id", "ID in the feed"),
                .int32(
                    "removed_at", .optional,
                    "Commit that removed the vehicle; NULL while it is in the feed"),
            ],
            indexes: [Index("logged_vehicle_by_id", "source, vehicle_id")]),
        Table(
            "vehicle_version",
            "Columns that seldom change, once for all vehicles of a source with the same",
            key: ["source", "number"],
            columns: [
                .int32("source"), .int32("number"),
                .integer("digest", "Hash of the columns"),
                .int32("seen_at", "Rows of about this commit, or later ones, have it"),
            ] + VehicleVersion.list.columns,
            rules: ["UNIQUE (source, digest)"]),
        Table(
            "vehicle_base",
            "All vehicles of a history after some commits, with the columns of vehicle_change",
            key: ["source", "sequence", "vehicle"],
            columns: [
                .int32("source"), .int32("sequence"), .int32("vehicle"),
                .int32("latitude", .optional), .int32("longitude", .optional), .int32("version"),
                .integer(
                    "still_since", .optional,
                    "Time of the first snapshot that had the vehicle near its position"),
                .int16("state_code"), .int16("battery", .optional),
            ]),
        Table(
            "site_change", "New, changed and removed sites of the commits of a history",
            key: ["source", "site", "sequence"],
            columns: [
                .int32("source"),
                .int32("site", "Number of the site (logged_site.number)"),
                .int32("sequence", "Number of the commit"),
                .int32("vehicles_available", .optional), .int32("vehicles_disabled", .optional),
                .int32("docks_available", .optional),
                .flag("is_listed", "Whether the feed has the site"),
                .flag("is_installed", .optional), .flag("is_renting", .optional),
                .flag("is_returning", .optional),
            ]),
        Table(
            "logged_site", "IDs of the sites of a history", key: ["source", "number"],
            columns: [
                .int32("source"), .int32("number"),
                .text("site_id", "ID in the feed"),
                .int32(
                    "removed_at", .optional,
                    "Commit that removed the site; NULL while it is in the feed"),
            ]),
        Table(
            "coverage", "Periods in which a feed with a history was read",
            key: ["source", "first_sequence"],
            columns: [
                .int32("source"),
                .int32("first_sequence", "First commit of the period"),
                .integer("since", "Time of the first snapshot of the period"),
                .integer("until", "Time of the last snapshot of the period"),
                .text(
                    "gap", .check("gap IN ('start', 'pause', 'failure', 'clock')"),
                    "Why it does not continue the period before"),
                .integer("failed_at", .optional),
            ],
            indexes: [Index("coverage_by_time", "source, since")]),
        Table(
            "event", "Detected events of vehicles, and alarms of sites, of the last seven days",
            key: ["source", "number"],
            columns: [
                .feed,
                .integer("number", "Number in the source, in the order of detection"),
                .integer("committed_at"),
                .text("kind", "Kind; turnover for changes that were only counted"),
                .integer("at"), .text("vehicle_id", .optional),
                .text("detail", "Event as JSON"),
            ],
            indexes: [
                Index("event_of_vehicle", "source, vehicle_id, at, number"),
                Index("event_by_time", "source, at, number"),
            ]),
        Table(
            "event_state",
            "What the detection of events knows of a vehicle beyond its row in vehicle",
            key: ["source", "vehicle_id"],
            columns: [
                .feed, .text("vehicle_id"),
                .int16(
                    "is_missing", .check("is_missing IN (0, 1)"),
                    "1 if the vehicle is missing from the feed, and its event is held back"),
                .bytes("state"),
            ],
            indexes: [Index("event_state_of_missing", "source", where: "is_missing = 1")]),
        Table(
            "feed_check", "Checks of the feeds over time", key: ["source"], hasRowID: true,
            fillFactor: 50,
            columns: [
                .integer("source", .references("source (id) ON DELETE CASCADE")),
                .text("monitor", "State of the check after the newest reading, as JSON"),
                .text(
                    "uses", .optional,
                    "Since when vehicles are in use without a move, by hashed IDs, as JSON"),
                .real("south", .optional, "Rectangle around the vehicles at the latest survey"),
                .real("north", .optional), .real("west", .optional), .real("east", .optional),
            ]),
        Table(
            "feed_hour", "Counts of the hours that checks compare", key: ["source", "hour"],
            columns: [
                .feed,
                .integer("hour", "Number of the hour since 1970"),
                .text("counts", "Counts as JSON"),
            ]),
        Table(
            "feed_day", "Counts of days of the feeds, for 400 days", key: ["source", "day"],
            columns: [
                .feed,
                .integer("day", "Number of the day since 1970, in the zone of the system"),
                .text("counts", "Counts as JSON"),
                .int16(
                    "is_sent", .initially("0"), .check("is_sent IN (0, 1)"),
                    "1 once the digest of the day was sent"),
            ],
            indexes: [Index("feed_day_unsent", "source", where: "is_sent = 0")]),
        Table(
            "feed_finding", "What was found to be wrong in the feeds", key: ["source", "number"],
            columns: [
                .feed,
                .integer("number", "Number in the source, in the order of opening"),
                .integer("opened_at"), .integer("closed_at", .optional),
                .text("finding", "Finding as JSON"),
                .int16(
                    "is_sent", .check("is_sent IN (0, 1, 2)"),
                    "1 once its opening was sent, 2 once its end was"),
            ],
            indexes: [Index("feed_finding_unsent", "source", where: "is_sent < 2")]),
        Table(
            "database_identity", "One row, which differs from that of a restored copy", key: ["id"],
            only: .postgres, server: "SELECT, UPDATE",
            columns: [
                .int16("id", .check("id = 1")),
                .text(
                    "identity",
                    "Cluster and number of the database in which the streams began"),
            ]),
    ]
}
