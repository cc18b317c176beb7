import FleetCore

/// Writer of what only a history has: bases, coverage, and the removal of what is too old.
///
/// A base has all vehicles after one commit, so that a past state is one base and the changes after
/// it.
struct StoredHistory {
    /// Changes after a base, for each vehicle, until the next one.
    private static let changesPerVehicle = 10
    /// Parts of the history's age that a base lasts at most.
    private static let basesPerAge = 8
    /// Fewest rows that a commit removes, if so many are too old.
    private static let minRemoved = 4000
    /// Time for which touches are kept.
    private static let touchAge = Duration.seconds(3600)

    let source: Int64
    let transaction: any CommitTransaction

    /// Completes the newest commit of a stream, which leads to a snapshot.
    ///
    /// - Parameters:
    ///   - logged: The number of changes of the commit.
    ///   - maxPause: The longest pause between two reads that is no gap.
    func commit(
        at info: SnapshotInfo, _ committedAt: Timestamp, keeping history: HistorySetting,
        logged: Int, maxPause: Duration, _ stream: inout ChangeStream
    ) throws {
        if isBaseDue(stream, total: info.total, committedAt, history) {
            try insertBase(stream.sequence)
            stream.setBase(at: committedAt)
        }
        try Coverage(source: source, transaction: transaction).extend(
            to: info.fetchedAt, sequence: stream.sequence, maxPause: maxPause)
        try removeTouches(before: info.fetchedAt - Self.touchAge, &stream)
        try moveStart(&stream, committedAt, history)
        if let keptSince = stream.keptSince {
            _ = try ChangeLog.remove(
                of: source, before: keptSince, atMost: max(Self.minRemoved, 2 * logged),
                in: transaction)
        }
    }

    private func isBaseDue(
        _ stream: ChangeStream, total: Int, _ now: Timestamp, _ history: HistorySetting
    ) -> Bool {
        guard let base = stream.base else { return true }
        return stream.rowEnd - base.rowEnd >= Int64(max(total, 1) * Self.changesPerVehicle)
            || now - base.at >= history.age / Self.basesPerAge
    }

    private func insertBase(_ sequence: Int64) throws {
        let isPostgres = transaction.dialect == .postgres
        let number = isPostgres ? "id" : "id & 4294967295"
        // As `rounded()` of Swift, which PostgreSQL's `round` is not.
        func rounded(_ value: String) -> String {
            isPostgres
                ? "CAST(sign(\(value)) * floor(abs(\(value)) + 0.5) AS integer)"
                : "CAST(round(\(value)) AS INTEGER)"
        }
        try transaction.execute(
            """
            INSERT INTO vehicle_base (source, sequence, vehicle, latitude, longitude, state_code,
                battery, version, still_since)
            SELECT source, CAST(?2 AS integer), \(number), \(rounded("latitude * 1000000.0")),
                \(rounded("longitude * 1000000.0")), \(VehicleState.code(ofName: "state")),
                \(rounded("battery_percent")), version, still_since
            FROM vehicle WHERE source = ?1 ORDER BY id
            """, [.integer(source), .integer(sequence)])
        try transaction.execute(
            "UPDATE change_commit SET is_base = 1 WHERE source = ?1 AND sequence = ?2",
            [.integer(source), .integer(sequence)])
    }

    /// Live streams have no touches before the first commit of the last hour.
    private func removeTouches(before time: Timestamp, _ stream: inout ChangeStream) throws {
        let first = try transaction.rows(
            """
            SELECT sequence FROM change_commit WHERE source = ?1 AND fetched_at >= ?2
            ORDER BY fetched_at, sequence LIMIT 1
            """, [.integer(source), .integer(time.milliseconds)]
        ) { $0.integer(0) }.first
        guard let first, first > stream.touchesSince else { return }
        stream.touchesSince = first
        try transaction.execute(
            "DELETE FROM vehicle_touch WHERE source = ?1 AND sequence < ?2",
            [.integer(source), .integer(first)])
    }

    /// Moves the start of the history to the newest base before which everything is too old, or too
    /// much.
    private func moveStart(
        _ stream: inout ChangeStream, _ now: Timestamp, _ history: HistorySetting
    ) throws {
        guard let keptSince = stream.keptSince else { return }
        let start = try transaction.rows(
            """
            SELECT sequence FROM change_commit
            WHERE source = ?1 AND is_base = 1 AND sequence > ?2
            AND (committed_at <= ?3 OR row_end < ?4) ORDER BY sequence DESC LIMIT 1
            """,
            [
                .integer(source), .integer(keptSince),
                .integer((now - history.age).milliseconds),
                .integer(stream.rowEnd - history.maxChanges),
            ]
        ) { $0.integer(0) }.first
        guard let start else { return }
        stream.keptSince = start
        try transaction.execute(
            """
            DELETE FROM vehicle_version WHERE source = ?1 AND seen_at < ?2
            AND number NOT IN (SELECT version FROM vehicle_base WHERE source = ?1 AND sequence = ?2)
            AND number NOT IN (
                SELECT version FROM vehicle WHERE source = ?1 AND version IS NOT NULL)
            """, [.integer(source), .integer(start)])
    }
}

extension HistorySetting {
    /// Number of changes that fit into its size; each takes 48 bytes, with its share of everything
    /// else.
    var maxChanges: Int64 { maxBytes / 48 }
}
