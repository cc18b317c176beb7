extension Table {
    /// The users of a team, and how they sign in.
    ///
    /// A home has owners that are no users of the team, too: the command line, and logins to other
    /// servers. They have no name, were never removed, and are always disabled.
    static let users: [Table] = [
        Table(
            "team_user",
            "Users; a removed one with team notes stays as a row without names and password",
            key: ["id"], copied: "users", server: nil,
            columns: [
                .id("id", "UUID of version 7"),
                .text("name", .optional, .check("name <> ''"), "Sign-in name, without spaces"),
                .text(
                    "display_name", .optional, .check("display_name <> ''"),
                    "Name for people; NULL if it is the sign-in name"),
                .text(
                    "language", .optional, .check("language <> ''"),
                    "Tag of the language of pages; NULL if the browser chooses"),
                .text("role", .check("role IN ('viewer', 'member', 'administrator')")),
                .text("password", "Hash by Argon2id; empty if nobody can sign in"),
                .integer("created_at", "As all times: milliseconds since 1970, UTC"),
                .integer("disabled_at", .optional), .integer("removed_at", .optional),
                .integer(
                    "last_note_number", .initially("0"), "Number of the newest note of the user"),
            ],
            rules: [
                .only(.postgres, "CHECK ((name IS NULL) = (removed_at IS NOT NULL))"),
                .only(
                    .postgres,
                    """
                    CHECK (removed_at IS NULL OR password = ''
                        AND display_name IS NULL AND language IS NULL)
                    """),
                "UNIQUE (name)", .only(.sqlite, "CHECK (removed_at IS NULL OR name IS NULL)"),
                .only(
                    .sqlite,
                    """
                    CHECK (name IS NOT NULL OR password = ''
                        AND display_name IS NULL AND language IS NULL)
                    """),
                .only(
                    .sqlite,
                    """
                    CHECK (name IS NOT NULL OR removed_at IS NOT NULL
                        OR disabled_at IS NOT NULL AND role = 'member')
                    """),
            ]),
        Table(
            "team_access",
            "One row, whose revision grows with each change that ends or limits access",
            key: ["id"], hasRowID: true, server: "SELECT, UPDATE (revision)",
            user: .rowsOfPolicies("SELECT, UPDATE (revision)"), isProtected: false,
            columns: [
                .int16("id", .check("id = 1")), .integer("revision"),
            ]),
        Table(
            "session", "Sessions of browsers", key: ["owner", "id"], copied: "sessions",
            exported: "sessions", user: .ownRows("SELECT, UPDATE (last_seen_at), DELETE"),
            columns: [
                .owner, .id("id"),
                .hash("hash", .unexported, "SHA-256 of the secret in the cookie, in hexadecimal"),
                .integer("created_at"), .integer("last_seen_at"),
                .text("client", .optional, "What the browser called itself when it signed in"),
                .text("address", .optional),
            ],
            rules: ["UNIQUE (owner, hash)"]),
        Table(
            "device",
            "Browsers that have signed in before: failures of others do not delay their attempts",
            key: ["owner", "hash"], copied: "devices", exported: "devices",
            user: .ownRows("SELECT, DELETE"),
            columns: [
                .owner,
                .hash("hash", .unexported, "SHA-256 of the secret in the cookie, in hexadecimal"),
                .integer("created_at", .exported(as: "signed_in_at")), .integer("expires_at"),
                .integer(
                    "failures", .unexported, .check("failures >= 0"),
                    "Wrong passwords of the device since it signed in"),
            ]),
        Table(
            "api_token", "API tokens", key: ["owner", "id"], copied: "tokens", exported: "tokens",
            user: .ownRows("SELECT, INSERT, UPDATE (last_used_at), DELETE"),
            columns: [
                .owner, .id("id"),
                .hash("hash", .unexported, "SHA-256 of the secret, in hexadecimal"),
                .text("name"), .text("scope", .check("scope IN ('read', 'write')")),
                .integer("created_at"), .integer("expires_at"), .integer("last_used_at", .optional),
            ],
            rules: ["UNIQUE (owner, hash)"]),
        Table(
            "reset_link", "Links with which a user sets a new password", key: ["owner", "hash"],
            copied: "links for new passwords",
            columns: [
                .owner, .hash("hash"), .integer("expires_at"),
            ]),
        Table(
            "invitation", "Open invitations, and the link for setting up", key: ["id"],
            copied: "invitations",
            columns: [
                .id("id"), .hash("hash"), .text("kind", .check("kind IN ('setup', 'invitation')")),
                .text("role", .check("role IN ('viewer', 'member', 'administrator')")),
                .text("created_by", .optional, "Name of the administrator"),
                .integer("created_at"), .integer("expires_at"),
            ]),
        Table(
            "throttle", "Failures to sign in of the last hour", key: ["subject"],
            columns: [
                .text("subject", "SHA-256 of an account, an address or both"),
                .integer("failures", .check("failures > 0")), .integer("last_failed_at"),
            ],
            indexes: [Index("throttle_by_time", "last_failed_at")]),
        Table(
            "audit", "The audit log, which only grows until its entries are pruned", key: ["id"],
            copied: "audit entries", server: "SELECT, INSERT, DELETE",
            user: .rowsOfPolicies("INSERT"),
            columns: [
                .id("id"), .integer("at"),
                .text("actor", .optional, "ID of the user; NULL for a command on the machine"),
                .text("actor_name", .optional), .text("action"), .text("subject", .optional),
                .text("address", .optional),
            ],
            indexes: [Index("audit_by_time", "at")]),
    ]

    /// What people have written and saved.
    static let annotations: [Table] = [
        Table(
            "favorite", "Favorites", key: ["owner", "source", "vehicle_id"], copied: "favorites",
            exported: "favorites", user: .ownRows("SELECT, INSERT, DELETE"),
            columns: [
                .owner,
                .id("source", "UUID of the source"),
                .text("vehicle_id"), .integer("added_at"),
            ]),
        Table(
            "saved_view",
            "Views of users: filters with an order and columns, and the columns of lists without them",
            key: ["owner", "id"], copied: "views", exported: "views",
            user: .ownRows("SELECT, INSERT, UPDATE (name, name_key, filter, changed_at), DELETE"),
            columns: [
                .owner, .id("id"), .text("name", .check("name <> ''")),
                .text("name_key", .unexported, "The name without the case of its letters"),
                .text("filter", "Query of the address of a list"),
                .integer("created_at"), .integer("changed_at"),
            ],
            rules: ["UNIQUE (owner, name_key)"]),
        Table(
            "snooze", "Entries of the attention list that need nothing until a time",
            key: ["owner", "id"], copied: "snoozes", exported: "snoozes",
            user: .rowsOfPolicies("SELECT, INSERT, DELETE"),
            columns: [
                .owner, .id("id"), .id("source"),
                .text("kind", .exported(as: "group"), .check("kind <> ''"), "Group of the entry"),
                .text("subject", "ID of the vehicle or site; empty for the source"),
                .text("reason", .check("reason <> ''")), .integer("until"), .integer("created_at"),
            ]),
        Table(
            "sighting", "Locations of vehicles of tables that people reported",
            key: ["source", "id"], since: 4, copied: "sightings", exported: "sightings",
            user: .ownRows("SELECT, INSERT, DELETE"),
            columns: [
                .text(
                    "owner", .optional, .unexported,
                    .references("team_user (id) ON DELETE CASCADE"),
                    "The person who reported it; NULL after --reporter-days"),
                .id("id"), .id("source"), .text("vehicle_id"),
                .integer("seen_at"), .integer("reported_at"),
                .real(
                    "latitude", .exported(as: "lat"), .check("latitude BETWEEN -90 AND 90")),
                .real(
                    "longitude", .exported(as: "lon"), .check("longitude BETWEEN -180 AND 180")),
                .real(
                    "accuracy", .optional, .check("accuracy >= 0"),
                    "Radius in metres; NULL for a location that somebody chose"),
                .real("row_latitude", .optional, .unexported, "Location in the row at that time"),
                .real("row_longitude", .optional, .unexported),
            ],
            indexes: [
                Index("sighting_by_vehicle", "source, vehicle_id, seen_at"),
                Index("sighting_of_person", "owner, source, vehicle_id, reported_at"),
            ]),
        Table(
            "saved_filter", "The color filter that each user used last", key: ["owner", "source"],
            copied: "saved filters", exported: "filters",
            user: .ownRows("SELECT, INSERT, UPDATE (colors), DELETE"),
            columns: [
                .owner, .id("source"), .text("colors"),
            ]),
        Table(
            "followed_sources", "Sources that each user follows; a user without a row follows all",
            key: ["owner"], copied: "followed sources", exported: "followed_sources",
            user: .ownRows("SELECT, INSERT, UPDATE (sources), DELETE"),
            columns: [
                .owner,
                .text(
                    "sources", .exported(as: "id"), .check("sources <> ''"),
                    "UUIDs, separated by commas"),
            ]),
        Table(
            "note", "Notes of users, private ones and those of the team", key: ["owner", "id"],
            copied: "notes", exported: "notes",
            user: .rowsOfPolicies("SELECT, INSERT, DELETE, UPDATE (\(NoteRecord.changeList))"),
            columns: [
                .text(
                    "owner", .references("team_user (id)"),
                    "The author, also of a note that others have edited"),
                .text("idempotency_key", .optional, .unexported),
                .text("request_hash", .optional, .unexported),
            ] + NoteRecord.list.columns,
            rules: NoteRecord.list.rules + [
                "UNIQUE (owner, number)", "UNIQUE (owner, idempotency_key)",
                "CHECK ((idempotency_key IS NULL) = (request_hash IS NULL))",
            ],
            indexes: [
                Index("team_note", "id", where: "visibility = 'team'"),
                Index("note_by_vehicle", "source, vehicle_id", where: "visibility = 'team'"),
                Index("open_task", "assignee, due_at", where: "is_task AND done_at IS NULL"),
                Index("note_of_vehicle", "owner, source, vehicle_id", only: .sqlite),
            ]),
        Table(
            "mirrored_note",
            "Whose a note is, and who reads it, on the server of a login that mirrors it",
            key: ["owner", "note"], only: .sqlite,
            columns: [
                .text("owner"), .text("note"), .text("author", .optional), .flag("is_mine"),
                .text("visibility", .check("visibility IN ('private', 'team')")),
                .text("assignee", .optional), .text("done_by", .optional),
            ],
            rules: ["FOREIGN KEY (owner, note) REFERENCES note (owner, id) ON DELETE CASCADE"]),
        Table(
            "note_draft", "Notes of a login that its server has not received yet, as JSON",
            key: ["owner", "id"], only: .sqlite,
            columns: [
                .owner, .id("id"), .integer("created_at"), .text("document"),
            ]),
        Table(
            "draft_photo", "Photos of drafts", key: ["owner", "draft", "number"], only: .sqlite,
            hasRowID: true,
            columns: [
                .text("owner"), .text("draft"), .integer("number", .check("number > 0")),
                .bytes("bytes"),
            ],
            rules: [
                "FOREIGN KEY (owner, draft) REFERENCES note_draft (owner, id) ON DELETE CASCADE"
            ]),
        Table(
            "photo", "The files of photos", key: ["owner", "hash"], copied: "photo files",
            exported: "photos", user: .rowsOfPolicies("SELECT, INSERT"),
            columns: [
                .text("owner"),
                .hash("hash", .unexported, "SHA-256 of the file, in hexadecimal"),
                .text("format", .check("format IN ('jpeg', 'png', 'webp')")),
                .integer("width", .check("width > 0")), .integer("height", .check("height > 0")),
                .integer("bytes", .check("bytes > 0")),
            ]),
        Table(
            "note_photo", "The photos of notes", key: ["owner", "id"], copied: "photos of notes",
            exported: "photos", user: .rowsOfPolicies("SELECT, INSERT, DELETE"),
            columns: [
                .text("owner"), .id("id"), .text("note", .unexported), .text("hash", .unexported),
                .integer("number", .check("number > 0")), .integer("added_at", .unexported),
            ],
            rules: [
                "UNIQUE (owner, note, hash)",
                "FOREIGN KEY (owner, note) REFERENCES note (owner, id) ON DELETE CASCADE",
                "FOREIGN KEY (owner, hash) REFERENCES photo (owner, hash)",
            ],
            indexes: [Index("note_photo_by_hash", "owner, hash")]),
        Table(
            "photo_cleanup",
            "Files that may be without a row in photo; an entry is written before its file",
            key: ["owner", "hash"], copied: "photo files to remove",
            user: .rowsOfPolicies("SELECT, INSERT, UPDATE (at), DELETE"),
            columns: [
                .text("owner"), .text("hash"), .text("format"),
                .integer(
                    "at",
                    "Time of the entry; 0 after the last note was removed that had the photo"),
            ]),
    ]

    /// What administrators set up for everybody, and the latest requests of people.
    static let shared: [Table] = [
        Table(
            "team_view", "Views for everybody, which alerts use", key: ["id"],
            copied: "views for everybody", user: .allRows("SELECT"),
            columns: [
                .id("id"), .text("name", .check("name <> ''")),
                .text("name_key", "The name without the case of its letters"),
                .text("filter", "Query of the address of a list"),
                .text("created_by", .optional, "ID of the administrator"),
                .integer("created_at"), .integer("changed_at"),
            ],
            rules: ["UNIQUE (name_key)"]),
        Table(
            "alert", "Alerts, which are sent to webhooks", key: ["id"], copied: "alerts",
            columns: [
                .id("id"), .text("name", .check("name <> ''")),
                .id("source", .optional, "UUID of the source; NULL for all"),
                .text(
                    "view", .optional, .references("team_view (id)"),
                    "ID of the view that selects vehicles; NULL for all"),
                .text("kinds", .check("kinds <> ''")),
                .real("low_battery", .check("low_battery BETWEEN 0 AND 100")),
                .text("webhook", .check("webhook <> ''"), "Address, which is a secret"),
                .flag("is_enabled"),
                .text("created_by", .optional, "ID of the administrator"),
                .integer("created_at"), .integer("last_sent_at", .optional),
                .integer("last_failed_at", .optional), .text("last_failure", .optional),
            ],
            rules: ["CHECK ((last_failed_at IS NULL) = (last_failure IS NULL))"]),
        Table(
            "permit_limit",
            "Limits of permits; versions share a name, and each ends when the next one begins",
            key: ["id"], copied: "limits", user: .allRows("SELECT"),
            columns: [
                .id("id"), .text("name", .check("name <> ''")),
                .text("name_key", "The name without the case of its letters"),
                .text("indicator"),
                .integer(
                    "days", .optional, .check("days > 0"),
                    "Days of the indicator unrented_vehicles"),
                .integer("maximum", .check("maximum >= 0")),
                .real("needed_coverage", .check("needed_coverage BETWEEN 0 AND 1")),
                .text("sources", .check("sources <> ''"), "UUIDs, separated by commas"),
                .text(
                    "vehicle_type", .optional, .check("vehicle_type <> ''"),
                    "ID or name of a type; NULL for all"),
                .text(
                    "zone", .optional, .check("zone <> ''"),
                    "Name of a zone of the feed, or of the area"),
                .text("area", .optional, "Compact form of polygons in Base64"),
                .text("first_day"),
                .text(
                    "last_day", .optional, .check("last_day >= first_day"),
                    "Last day, included; NULL for no end"),
                .text("created_by", .optional, "ID of the administrator"),
                .integer("created_at"),
            ],
            rules: ["UNIQUE (name_key, first_day)", "CHECK (area IS NULL OR zone IS NOT NULL)"]),
        Table(
            "limit_day",
            "Whether limits were met on each day, which only a correction changes once it is final",
            key: ["limit_id", "day"], copied: "days of limits", user: .allRows("SELECT"),
            columns: [
                .text("limit_id", .references("permit_limit (id) ON DELETE CASCADE")), .text("day"),
                .text("outcome", .check("outcome IN ('met', 'not_met', 'unknown')")),
                .text("reason", .optional, "Why the outcome is unknown"),
                .integer("worst", .optional, "Largest number of vehicles that certainly counted"),
                .integer("worst_at", .optional, "First time of that number"),
                .real("coverage", "Share of the day in which the feeds were read"),
                .integer("decided_at"), .flag("is_final"),
                .integer(
                    "alerted_at", .optional, "Time of the alert about a limit that is not met"),
                .text(
                    "earlier_outcome", .optional,
                    .check("earlier_outcome IN ('met', 'not_met', 'unknown')"),
                    "Outcome before the first correction"),
                .text("correction", .optional, .check("correction <> ''")),
                .text(
                    "corrected_by", .optional,
                    "ID of the administrator; NULL for a command on the machine"),
                .integer("corrected_at", .optional),
            ],
            rules: [
                "CHECK ((corrected_at IS NULL) = (earlier_outcome IS NULL))",
                "CHECK ((corrected_at IS NULL) = (correction IS NULL))",
                "CHECK (corrected_at IS NULL OR is_final)",
            ]),
        Table(
            "user_refresh", "Refreshes of the last minute, whose number is limited",
            key: ["owner", "id"], user: .ownRows("SELECT, INSERT, DELETE"),
            columns: [
                .owner, .id("id"), .integer("at"),
            ]),
        Table(
            "request_key", "What requests with an idempotency key have added in the last day",
            key: ["owner", "key"], since: 2, user: .ownRows("SELECT, INSERT"),
            columns: [
                .owner,
                .hash("key", "SHA-256 of the client's key"),
                .text("request", "SHA-256 of the request"),
                .id("item", "ID of what the request has added"),
                .text("salt", "The secret of the item follows from it and from the client's key"),
                .integer("created_at"),
            ]),
    ]
}
