extension Table {
    /// The sources and settings that servers of one database share, and which of them polls.
    static let servers: [Table] = [
        Table(
            "source_catalog", "One row for the sources together", key: ["id"], only: .postgres,
            server: "SELECT, UPDATE",
            columns: [
                .flag("id", .initially("true"), .check("id")),
                .integer("revision", "Number of changes of the sources and their credentials"),
                .uuid("default_source", .optional),
                .text(
                    "history", .optional,
                    "How long the changes of sources without a setting of their own are kept"),
            ]),
        Table(
            "named_source", "The sources that the server polls", key: ["source"], only: .postgres,
            columns: [
                .uuid("source", "Permanent UUID, to which all stored data refers"),
                .text("name"),
                .text("location", "Address of the feed, without secrets"),
                .text("settings", "Settings as JSON, as in preferences.json"),
                .text(
                    "credentials", .optional,
                    "Credentials, sealed with the key in FLEET_SECRET_FILE; NULL without any"),
            ],
            rules: ["UNIQUE (name) DEFERRABLE INITIALLY DEFERRED"]),
        Table(
            "source_removal", "Removed sources whose stored data is still to be deleted",
            key: ["source"], only: .postgres,
            columns: [
                .uuid("source"), .text("removal"),
            ]),
        Table(
            "server_setting", "Settings of the server that all its processes share", key: ["name"],
            only: .postgres,
            columns: [
                .text("name"), .text("value"),
            ]),
        Table(
            "lease", "Which process polls a feed: one row for each feed", key: ["source", "feed"],
            only: .postgres, fillFactor: 50,
            columns: [
                .uuid("source"), .text("feed", .check("feed IN ('vehicles', 'sites')")),
                .text(
                    "definition",
                    "Definition of the source that may be polled; changes with its location"),
                .text("leader", .optional, "Random name of the process that polls; NULL for none"),
                .integer(
                    "epoch", .initially("0"), .check("epoch >= 0"),
                    "Number of takeovers; a commit with an older one is refused"),
                .integer(
                    "lease_until", .initially("0"),
                    "Milliseconds since 1970 until which nobody else polls, unless renewed"),
                .text(
                    "claimed_by", .optional,
                    "Random name of a process with fewer leases that asks for it; NULL for none"),
                .integer(
                    "claimed_until", .initially("0"),
                    "Milliseconds since 1970 until which no other process takes the lease"),
                .text(
                    "state", .initially("''"),
                    "Newest state of polling, as JSON; empty without one"),
                .integer(
                    "state_at", .initially("0"),
                    "Milliseconds since 1970 when the state was written"),
            ]),
        Table(
            "refresh_request", "Refreshes that a process asks of the leader of a feed",
            key: ["source", "feed", "id"], only: .postgres,
            columns: [
                .uuid("source"), .text("feed", .check("feed IN ('vehicles', 'sites')")),
                .uuid("id"),
                .integer("requested_at", "Milliseconds since 1970"),
                .text("outcome", .optional, "Answer of the leader as JSON; NULL before it"),
            ]),
    ]
}
