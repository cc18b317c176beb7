import FleetCore

// Reading of the findings and days of a check.
extension StoredCheck {
    /// Condition of a finding of which news is to be sent: that it opened (0) or closed (1).
    static let isUnsent = "(is_sent < 2 AND (is_sent = 0 OR closed_at IS NOT NULL))"

    /// Returns the findings that are open, and those that were in a period, the oldest first.
    func findings(
        of monitor: FeedMonitor, in period: Range<Timestamp>
    ) throws -> [FeedCheckRecord.Finding] {
        let current = Dictionary(
            monitor.entries.map { ($0.number, $0.finding) }, uniquingKeysWith: { first, _ in first }
        )
        return try transaction.rows(
            """
            SELECT number, opened_at, closed_at, finding FROM feed_finding WHERE source = ?1
            AND (closed_at IS NULL OR closed_at >= ?2) AND opened_at < ?3 ORDER BY number
            """,
            [
                .integer(source), .integer(period.lowerBound.milliseconds),
                .integer(max(period.upperBound.milliseconds, period.lowerBound.milliseconds)),
            ]
        ) { row in
            let stored: CheckFinding? = StoredJSON.value(of: row.text(3))
            return (current[row.integer(0) ?? 0] ?? stored).map {
                FeedCheckRecord.Finding(
                    $0, openedAt: Timestamp(milliseconds: row.integer(1) ?? 0),
                    closedAt: row.integer(2).map(Timestamp.init(milliseconds:)))
            }
        }
    }

    /// Returns the days of a period, oldest first, with the one that is not over.
    func days(
        of monitor: FeedMonitor, in period: Range<Timestamp>, of zone: SystemTimeZone
    ) throws -> [FeedCheckRecord.Day] {
        let first = LocalDay(at: period.lowerBound, in: zone)
        let last = LocalDay(at: period.upperBound - .milliseconds(1), in: zone)
        var days = try transaction.rows(
            """
            SELECT day, counts FROM feed_day WHERE source = ?1 AND day BETWEEN ?2 AND ?3
            ORDER BY day
            """, [.integer(source), .integer(Int64(first.number)), .integer(Int64(last.number))]
        ) { row -> FeedCheckRecord.Day? in
            guard let number = row.integer(0),
                let counts: FeedCounts = StoredJSON.value(of: row.text(1))
            else { return nil }
            return FeedCheckRecord.Day(LocalDay(number: Int(number)), counts)
        }
        if let today = monitor.today, first <= today.day, today.day <= last,
            days.last?.day != today.day
        {
            days.append(today)
        }
        return days
    }

    /// Longest time after which news are sent.
    private static let maxNewsAge = Duration.seconds(86_400)
    private static let maxDigestAge = Duration.seconds(172_800)

    /// Returns the news for some kinds of alerts, and notes that they are sent; those that are more
    /// than a day old are not.
    func takeNews(for kinds: Set<AlertKind>, at now: Timestamp) throws -> CheckNews {
        var news = CheckNews()
        if kinds.contains(.feedQuality) { try takeChanges(since: now - Self.maxNewsAge, &news) }
        if kinds.contains(.feedDigest) { try takeDigests(since: now - Self.maxDigestAge, &news) }
        return news
    }

    private func takeChanges(since oldest: Timestamp, _ news: inout CheckNews) throws {
        try transaction.query(
            """
            SELECT is_sent, closed_at, opened_at, finding FROM feed_finding
            WHERE source = ?1 AND \(Self.isUnsent) ORDER BY number
            """, [.integer(source)]
        ) { row in
            guard let finding: CheckFinding = StoredJSON.value(of: row.text(3)),
                row.integer(1) ?? row.integer(2) ?? 0 >= oldest.milliseconds
            else { return }
            if row.integer(0) == 0 { news.opened.append(finding) }
            if row.integer(1) != nil { news.closed.append(finding) }
        }
        try transaction.execute(
            """
            UPDATE feed_finding SET is_sent = CASE WHEN closed_at IS NULL THEN 1 ELSE 2 END
            WHERE source = ?1 AND \(Self.isUnsent)
            """, [.integer(source)])
    }

    private func takeDigests(since oldest: Timestamp, _ news: inout CheckNews) throws {
        let days = try transaction.rows(
            "SELECT day, counts FROM feed_day WHERE source = ?1 AND is_sent = 0 ORDER BY day",
            [.integer(source)]
        ) { row -> FeedCheckRecord.Day? in
            StoredJSON.value(of: row.text(1)).map {
                FeedCheckRecord.Day(LocalDay(number: Int(row.integer(0) ?? 0)), $0)
            }
        }
        guard let last = days.last else { return }
        try transaction.execute(
            "UPDATE feed_day SET is_sent = 1 WHERE source = ?1 AND is_sent = 0", [.integer(source)])
        guard last.day >= LocalDay(at: oldest, in: .utc) else { return }
        let open = try storedMonitor()?.entries.map(\.finding) ?? []
        news.digests = [CheckNews.Digest(of: last, open: open)]
    }
}
