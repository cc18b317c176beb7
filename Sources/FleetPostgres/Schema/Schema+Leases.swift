extension Schema {
    /// The process that polls a feed, and the requests of others to it.
    ///
    /// A commit locks its lease with `FOR KEY SHARE`, which does not wait for a renewal. A takeover
    /// locks it with `FOR UPDATE`, and so waits for the commit.
    static let leases = """
        CREATE TABLE fleet.lease (
            source uuid NOT NULL,
            feed text COLLATE "C" NOT NULL CHECK (feed IN ('vehicles', 'sites')),
            definition text COLLATE "C" NOT NULL,
            leader text COLLATE "C",
            epoch bigint NOT NULL DEFAULT 0 CHECK (epoch >= 0),
            lease_until bigint NOT NULL DEFAULT 0,
            claimed_by text COLLATE "C",
            claimed_until bigint NOT NULL DEFAULT 0,
            state text COLLATE "C" NOT NULL DEFAULT '',
            state_at bigint NOT NULL DEFAULT 0,
            PRIMARY KEY (source, feed)
        ) WITH (fillfactor = 50);
        COMMENT ON TABLE fleet.lease IS 'Which process polls a feed: one row for each feed';
        COMMENT ON COLUMN fleet.lease.definition IS
            'Definition of the source that may be polled; changes with its location';
        COMMENT ON COLUMN fleet.lease.leader IS
            'Random name of the process that polls; NULL for none';
        COMMENT ON COLUMN fleet.lease.epoch IS
            'Number of takeovers; a commit with an older one is refused';
        COMMENT ON COLUMN fleet.lease.lease_until IS
            'Milliseconds since 1970 until which nobody else polls, unless renewed';
        COMMENT ON COLUMN fleet.lease.claimed_by IS
            'Random name of a process with fewer leases that asks for this one; NULL for none';
        COMMENT ON COLUMN fleet.lease.claimed_until IS
            'Milliseconds since 1970 until which no other process takes the lease';
        COMMENT ON COLUMN fleet.lease.state IS
            'Newest state of polling, as JSON; empty without one';
        COMMENT ON COLUMN fleet.lease.state_at IS
            'Milliseconds since 1970 when the state was written';
        CREATE TABLE fleet.refresh_request (
            source uuid NOT NULL,
            feed text COLLATE "C" NOT NULL CHECK (feed IN ('vehicles', 'sites')),
            id uuid NOT NULL,
            requested_at bigint NOT NULL,
            outcome text COLLATE "C",
            PRIMARY KEY (source, feed, id)
        );
        COMMENT ON TABLE fleet.refresh_request IS
            'Refreshes that a process asks of the leader of a feed';
        COMMENT ON COLUMN fleet.refresh_request.requested_at IS 'Milliseconds since 1970';
        COMMENT ON COLUMN fleet.refresh_request.outcome IS
            'Answer of the leader as JSON; NULL before it';

        """
}
