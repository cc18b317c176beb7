import FleetCore
import FleetSQL
import Foundation

/// The statements of the tables `lease` and `refresh_request`.
///
/// All times are those of the clock of the database.
struct LeaseTable {
    let transaction: any SQLTransaction
    /// The name of this process.
    let leader: String

    /// The time of the database in milliseconds, once for all rows of a statement.
    static let now =
        "(SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint))"
    /// Condition for a lease that this process, `?1`, may take: one that was asked for is kept for
    /// the process that did so.
    private static let isVacant = """
        lease.lease_until < \(now)
            AND (lease.claimed_by IS NULL OR lease.claimed_by = ?1 OR lease.claimed_until < \(now))
        """
    private static let lifetime = LeaseMachine.Timing.lifetime.components.seconds * 1000
    private static let claimLifetime =
        LeaseMachine.Timing.claimLifetime.components.seconds * 1000
    /// Time after which a request is forgotten, in milliseconds.
    private static let requestLifetime = 600_000

    /// The leases that concern this process.
    struct Reading: Sendable {
        var vacant: Set<SourceKey> = []
        /// New states, empty for a feed that was redefined, and the newest time of any.
        var states: [(feed: SourceKey, state: String)] = []
        var statesUntil: Int64 = 0
        /// Requests without an answer.
        var requests: [(feed: SourceKey, id: String)] = []
    }

    /// Reads the vacant leases, the states since a time and the open requests.
    func read(statesSince time: Int64) throws -> Reading {
        var reading = Reading(statesUntil: time)
        try transaction.query(
            "SELECT source::text, feed, definition FROM lease WHERE \(Self.isVacant)",
            [.text(leader)]
        ) { row in
            if let feed = Self.feed(row) { reading.vacant.insert(feed) }
        }
        try transaction.query(
            """
            SELECT source::text, feed, definition, state, state_at FROM lease
            WHERE state_at > CAST(?1 AS bigint)
            """, [.integer(time)]
        ) { row in
            guard let feed = Self.feed(row) else { return }
            let state = row.text(3) ?? ""
            reading.states.append((feed, state))
            reading.statesUntil = max(reading.statesUntil, row.integer(4) ?? 0)
        }
        try transaction.query(
            """
            SELECT source::text, feed, definition, id::text
            FROM refresh_request JOIN lease USING (source, feed)
            WHERE outcome IS NULL ORDER BY requested_at
            """, []
        ) { row in
            guard let feed = Self.feed(row), let id = row.text(3) else { return }
            reading.requests.append((feed, id))
        }
        return reading
    }

    /// Reads the time of the database.
    func time() throws -> Timestamp {
        Timestamp(milliseconds: try transaction.integer("SELECT \(Self.now)", []))
    }

    /// Reads the leases that all processes have.
    func overview() throws -> LeaseOverview {
        var overview = LeaseOverview(own: leader)
        try transaction.query(
            """
            SELECT source::text, feed, definition, leader,
                CASE WHEN claimed_until >= \(Self.now) THEN claimed_by END
            FROM lease WHERE lease_until >= \(Self.now) AND leader IS NOT NULL
            """, []
        ) { row in
            guard let feed = Self.feed(row) else { return }
            overview.leaders[feed] = row.text(3)
            overview.claims[feed] = row.text(4)
        }
        return overview
    }

    /// Carries out a request.
    func reply(to request: LeaseRequest) throws -> LeaseReply {
        var reply = LeaseReply(request: request)
        if !request.register.isEmpty { try register(request.register) }
        if request.renews {
            reply.renewed = try epochs(
                """
                UPDATE lease SET lease_until = \(Self.now) + \(Self.lifetime)
                WHERE leader = ?1 AND lease_until >= \(Self.now)
                RETURNING source::text, feed, definition, epoch
                """, [.text(leader)])
        }
        if !request.take.isEmpty { reply.taken = try take(request.take) }
        if let claim = request.claim { try self.claim(claim) }
        return reply
    }

    /// Asks the leader of a feed for its lease, unless another process does.
    private func claim(_ feed: SourceKey) throws {
        try transaction.execute(
            """
            UPDATE lease SET claimed_by = ?1, claimed_until = \(Self.now) + \(Self.claimLifetime)
            WHERE source = CAST(?2 AS uuid) AND feed = ?3 AND definition = ?4
            AND lease_until >= \(Self.now)
            AND (claimed_by IS NULL OR claimed_until < \(Self.now))
            """,
            [
                .text(leader), .text(feed.uuidText), .text(feed.feed.rawValue),
                .text(feed.definition),
            ])
    }

    private func register(_ feeds: Set<SourceKey>) throws {
        try transaction.execute(
            """
            INSERT INTO lease (source, feed, definition)
            SELECT source, feed, definition
            FROM jsonb_to_recordset(CAST(?1 AS jsonb))
                AS item(source uuid, feed text, definition text)
            ORDER BY source, feed
            ON CONFLICT DO NOTHING
            """, [try Self.json(feeds.map { FeedItem($0) })])
    }

    /// Takes leases that are still vacant, and whose feed is still defined in the same way.
    private func take(_ feeds: Set<SourceKey>) throws -> [SourceKey: Int64] {
        try epochs(
            """
            WITH vacant AS (
                SELECT lease.source, lease.feed
                FROM lease JOIN jsonb_to_recordset(CAST(?2 AS jsonb))
                    AS item(source uuid, feed text, definition text)
                    ON lease.source = item.source AND lease.feed = item.feed
                    AND lease.definition = item.definition
                WHERE \(Self.isVacant)
                ORDER BY lease.source, lease.feed
                FOR UPDATE OF lease SKIP LOCKED)
            UPDATE lease SET leader = ?1, epoch = lease.epoch + 1, claimed_by = NULL,
                lease_until = \(Self.now) + \(Self.lifetime)
            FROM vacant WHERE lease.source = vacant.source AND lease.feed = vacant.feed
            RETURNING lease.source::text, lease.feed, lease.definition, lease.epoch
            """, [.text(leader), try Self.json(feeds.map { FeedItem($0) })])
    }

    /// Gives a lease back, unless another process has taken it over.
    func release(_ feed: SourceKey, epoch: Int64) throws {
        try transaction.execute(
            """
            UPDATE lease SET leader = NULL, lease_until = 0
            WHERE source = CAST(?1 AS uuid) AND feed = ?2 AND leader = ?3
            AND epoch = CAST(?4 AS bigint)
            """,
            [.text(feed.uuidText), .text(feed.feed.rawValue), .text(leader), .integer(epoch)])
    }

    /// Publishes states of the feeds that this process leads.
    func publish(_ states: [SourceKey: String]) throws {
        guard !states.isEmpty else { return }
        let items = states.map { FeedItem($0.key, state: $0.value) }
        try transaction.execute(
            """
            UPDATE lease SET state = item.state, state_at = \(Self.now)
            FROM jsonb_to_recordset(CAST(?1 AS jsonb))
                AS item(source uuid, feed text, definition text, state text)
            WHERE lease.source = item.source AND lease.feed = item.feed
            AND lease.definition = item.definition AND lease.leader = ?2
            """, [try Self.json(items), .text(leader)])
    }
}

// Requests to the leader of a feed.
extension LeaseTable {
    /// Returns whether a process other than this one has a valid lease.
    func isTakenByOther(_ feed: SourceKey) throws -> Bool {
        try transaction.integer(
            """
            SELECT count(*) FROM lease WHERE source = CAST(?1 AS uuid) AND feed = ?2
            AND lease_until >= \(Self.now) AND leader <> ?3
            """, [.text(feed.uuidText), .text(feed.feed.rawValue), .text(leader)]) > 0
    }

    /// Enters a request, and removes those that were forgotten.
    func insert(request id: String, _ feed: SourceKey) throws {
        try transaction.execute(
            "DELETE FROM refresh_request WHERE requested_at < \(Self.now) - \(Self.requestLifetime)",
            [])
        try transaction.execute(
            """
            INSERT INTO refresh_request (source, feed, id, requested_at)
            VALUES (CAST(?1 AS uuid), ?2, CAST(?3 AS uuid), \(Self.now))
            """, [.text(feed.uuidText), .text(feed.feed.rawValue), .text(id)])
    }

    /// Returns the outcome of a request; `nil` while there is none.
    func outcome(ofRequest id: String, _ feed: SourceKey) throws -> String? {
        try transaction.rows(
            """
            SELECT outcome FROM refresh_request
            WHERE source = CAST(?1 AS uuid) AND feed = ?2 AND id = CAST(?3 AS uuid)
            """, [.text(feed.uuidText), .text(feed.feed.rawValue), .text(id)]
        ) { $0.text(0) }.first
    }

    /// Removes a request.
    func remove(request id: String, _ feed: SourceKey) throws {
        try transaction.execute(
            """
            DELETE FROM refresh_request
            WHERE source = CAST(?1 AS uuid) AND feed = ?2 AND id = CAST(?3 AS uuid)
            """, [.text(feed.uuidText), .text(feed.feed.rawValue), .text(id)])
    }

    /// Answers a request, unless it was removed.
    func answer(request id: String, _ feed: SourceKey, with outcome: String) throws {
        try transaction.execute(
            """
            UPDATE refresh_request SET outcome = ?4
            WHERE source = CAST(?1 AS uuid) AND feed = ?2 AND id = CAST(?3 AS uuid)
            """,
            [.text(feed.uuidText), .text(feed.feed.rawValue), .text(id), .text(outcome)])
    }
}

extension LeaseTable {
    /// Element of a list in a parameter.
    private struct FeedItem: Encodable {
        let source: String
        let feed: String
        let definition: String
        let state: String?

        init(_ key: SourceKey, state: String? = nil) {
            (source, feed, definition) = (key.uuidText, key.feed.rawValue, key.definition)
            self.state = state
        }
    }

    private static func json(_ items: [FeedItem]) throws -> SQLValue {
        .text(String(decoding: try JSONEncoder().encode(items), as: UTF8.self))
    }

    private func epochs(_ sql: String, _ values: [SQLValue]) throws -> [SourceKey: Int64] {
        var epochs: [SourceKey: Int64] = [:]
        try transaction.query(sql, values) { row in
            if let feed = Self.feed(row) { epochs[feed] = row.integer(3) }
        }
        return epochs
    }

    /// Returns the feed in the first three columns.
    private static func feed(_ row: any SQLRow) -> SourceKey? {
        guard let uuid = row.text(0).flatMap(UUID.init(uuidString:)),
            let feed = row.text(1).flatMap(Source.Feed.init(rawValue:))
        else { return nil }
        return SourceKey(uuid, definition: row.text(2) ?? "", feed: feed)
    }
}

extension LeaseTable {
    /// Locks the lease of a feed until the end of a commit, and checks that no other process has
    /// taken it over.
    ///
    /// A commit calls this last, so that it does not delay a takeover for longer than necessary.
    /// - Returns: Whether the commit may be made.
    static func isCurrent(
        _ lease: Lease, of feed: SourceKey, in transaction: any SQLTransaction
    ) throws -> Bool {
        try transaction.rows(
            """
            SELECT 1 FROM lease WHERE source = CAST(?1 AS uuid) AND feed = ?2
            AND leader = ?3 AND epoch = CAST(?4 AS bigint) FOR KEY SHARE
            """,
            [
                .text(feed.uuidText), .text(feed.feed.rawValue), .text(lease.leader),
                .integer(lease.epoch),
            ]
        ) { $0.integer(0) }.isEmpty == false
    }

    /// Sets how a source may be polled from now on, and ends its leases, so that nothing that was
    /// loaded with another definition is committed; waits for running commits.
    /// - Parameter definition: `nil` for a source that was removed.
    static func redefine(
        _ source: UUID, _ definition: String?, in transaction: any SQLTransaction
    ) throws {
        let uuid = SQLValue.text(SourceKey(source).uuidText)
        // The update alone would not wait for the lock of a commit.
        try transaction.query(
            "SELECT 1 FROM lease WHERE source = CAST(?1 AS uuid) ORDER BY feed FOR UPDATE", [uuid]
        ) { _ in }
        try transaction.execute(
            """
            INSERT INTO lease (source, feed, definition)
            VALUES (CAST(?1 AS uuid), 'sites', ?2), (CAST(?1 AS uuid), 'vehicles', ?2)
            ON CONFLICT (source, feed) DO UPDATE
            SET definition = excluded.definition, epoch = lease.epoch + 1, lease_until = 0,
                leader = NULL, claimed_by = NULL, state = '', state_at = \(now)
            WHERE lease.definition <> excluded.definition
            """, [uuid, .text(definition ?? "removed")])
    }
}
