import FleetCore

/// The check of a feed over time, within a transaction of any database.
///
/// A monitor goes on from one commit to the next, in whichever process: its state is written with the
/// snapshot that it has seen.
struct StoredCheck {
    /// Hours that are compared: those of eight days.
    private static let maxHours: Int64 = 192
    /// Days whose counts and findings are kept.
    private static let maxDays = 400
    /// Findings of a feed that are kept.
    private static let maxFindings: Int64 = 5000

    let source: Int64
    let transaction: any SQLTransaction

    /// Returns the stored monitor; `nil` if there is none, or none that can be read.
    func storedMonitor() throws -> FeedMonitor? {
        let stored = try transaction.rows(
            "SELECT monitor FROM feed_check WHERE source = ?1", [.integer(source)]
        ) { $0.text(0) }.first
        return StoredJSON.value(of: stored)
    }

    /// Returns a monitor that has seen nothing; findings of one that cannot be read are over.
    private func newMonitor(at time: Timestamp) throws -> FeedMonitor {
        try transaction.execute(
            """
            UPDATE feed_finding SET closed_at = ?2, is_sent = 2
            WHERE source = ?1 AND closed_at IS NULL
            """, [.integer(source), .integer(time.milliseconds)])
        return FeedMonitor(
            after: try transaction.integer(
                "SELECT max(number) FROM feed_finding WHERE source = ?1", [.integer(source)]))
    }

    /// Adds a reading to the check.
    /// - Parameter survey: Whether the reading may have a survey.
    func add(
        _ observation: FeedObservation, _ settings: CheckSettings, survey: Bool
    ) throws {
        var monitor = try storedMonitor() ?? newMonitor(at: observation.at)
        var observation = observation
        observation.allowsNights = settings.allowsNights
        if survey, !observation.isTable, monitor.needsSurvey(at: observation.at) {
            observation.survey = try self.survey(at: observation.at, settings)
        }
        let hour = observation.at.milliseconds / 3_600_000
        let changes = try monitor.add(observation, settings.bounds) { try hours(before: hour) }
        // An hour or day in the future comes from a clock that was ahead.
        if let ended = changes.hour, ended.number <= hour {
            try replace("feed_hour", "hour", ended.number, ended.counts)
            try remove("feed_hour", "hour", before: ended.number - Self.maxHours)
        }
        let today = LocalDay(at: observation.at, in: observation.zone)
        if let ended = changes.day, ended.day <= today {
            try add(ended.counts, of: ended.day)
        }
        try write(changes, monitor, at: observation.at)
    }

    /// Adds the counts of a finished day, and deletes expired days and findings.
    private func add(_ counts: FeedCounts, of day: LocalDay) throws {
        let number = Int64(day.number)
        try replace("feed_day", "day", number, counts)
        // After a change of the clock a day can end twice; its digest is then sent with all counts.
        try transaction.execute(
            "UPDATE feed_day SET is_sent = 0 WHERE source = ?1 AND day = ?2",
            [.integer(source), .integer(number)])
        let first = number - Int64(Self.maxDays)
        try remove("feed_day", "day", before: first)
        try transaction.execute(
            "DELETE FROM feed_finding WHERE source = ?1 AND closed_at < ?2",
            [.integer(source), .integer(first * 86_400_000)])
    }

    /// Adds the findings of a check of the documents.
    func add(_ report: CheckReport, at time: Timestamp) throws {
        var monitor = try storedMonitor() ?? newMonitor(at: time)
        let changes = monitor.add(report, at: time)
        try write(changes, monitor, at: time)
    }

    private func write(
        _ changes: FeedMonitor.Changes, _ monitor: FeedMonitor, at time: Timestamp
    ) throws {
        for entry in changes.opened {
            try transaction.execute(
                """
                INSERT INTO feed_finding (source, number, opened_at, finding, is_sent)
                VALUES (?1, ?2, ?3, ?4, 0)
                """,
                [
                    .integer(source), .integer(entry.number), .integer(time.milliseconds),
                    StoredJSON.text(entry.finding),
                ])
        }
        if let last = changes.opened.last, last.number > Self.maxFindings {
            try transaction.execute(
                """
                DELETE FROM feed_finding
                WHERE source = ?1 AND closed_at IS NOT NULL AND number <= ?2
                """, [.integer(source), .integer(last.number - Self.maxFindings)])
        }
        for entry in changes.closed {
            try transaction.execute(
                """
                UPDATE feed_finding SET closed_at = ?3, finding = ?4
                WHERE source = ?1 AND number = ?2
                """,
                [
                    .integer(source), .integer(entry.number), .integer(time.milliseconds),
                    StoredJSON.text(entry.finding),
                ])
        }
        try write(monitor)
    }

    private func write(_ monitor: FeedMonitor) throws {
        try transaction.execute(
            """
            INSERT INTO feed_check (source, monitor) VALUES (?1, ?2)
            ON CONFLICT (source) DO UPDATE SET monitor = excluded.monitor
            """, [.integer(source), StoredJSON.text(monitor)])
    }

    /// Removes the examples that name a vehicle, for requests of deletion.
    /// - Parameter time: Only of findings that were over before this time; `nil` for all.
    /// - Returns: Whether there were any.
    func removeExamples(of id: String, before time: Timestamp?) throws -> Bool {
        let end = time?.milliseconds ?? .max
        let named = try transaction.rows(
            "SELECT number, closed_at, finding FROM feed_finding WHERE source = ?1",
            [.integer(source)]
        ) { row -> (number: Int64, finding: CheckFinding)? in
            guard let number = row.integer(0), time == nil || row.integer(1) ?? .max < end,
                var finding: CheckFinding = StoredJSON.value(of: row.text(2)),
                finding.removeExamples(of: id)
            else { return nil }
            return (number, finding)
        }
        for one in named {
            try transaction.execute(
                "UPDATE feed_finding SET finding = ?3 WHERE source = ?1 AND number = ?2",
                [.integer(source), .integer(one.number), StoredJSON.text(one.finding)])
        }
        guard time == nil, var monitor = try storedMonitor(), monitor.removeExamples(of: id) else {
            return !named.isEmpty
        }
        try write(monitor)
        return true
    }

    // MARK: Counts

    /// Returns the counts of the hours that are compared.
    private func hours(before hour: Int64) throws -> [Int64: FeedCounts] {
        var hours: [Int64: FeedCounts] = [:]
        try transaction.query(
            "SELECT hour, counts FROM feed_hour WHERE source = ?1 AND hour >= ?2 AND hour < ?3",
            [.integer(source), .integer(hour - Self.maxHours), .integer(hour)]
        ) { row in
            if let number = row.integer(0) { hours[number] = StoredJSON.value(of: row.text(1)) }
        }
        return hours
    }

    /// Writes the counts of a period; those of one that was begun twice, because a clock was set
    /// back, are added.
    private func replace(
        _ table: String, _ column: String, _ number: Int64, _ counts: FeedCounts
    ) throws {
        var counts = counts
        let earlier = try transaction.rows(
            "SELECT counts FROM \(table) WHERE source = ?1 AND \(column) = ?2",
            [.integer(source), .integer(number)]
        ) { row -> FeedCounts? in StoredJSON.value(of: row.text(0)) }.first
        if let earlier { counts.add(earlier) }
        try transaction.execute(
            """
            INSERT INTO \(table) (source, \(column), counts) VALUES (?1, ?2, ?3)
            ON CONFLICT (source, \(column)) DO UPDATE SET counts = excluded.counts
            """, [.integer(source), .integer(number), StoredJSON.text(counts)])
    }

    private func remove(_ table: String, _ column: String, before number: Int64) throws {
        try transaction.execute(
            "DELETE FROM \(table) WHERE source = ?1 AND \(column) < ?2",
            [.integer(source), .integer(number)])
    }
}
