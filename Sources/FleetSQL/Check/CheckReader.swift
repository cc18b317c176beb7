package import FleetCore
package import Foundation

/// The checks of feeds over time, within a transaction of any database.
package struct CheckReader {
    private let transaction: any SQLTransaction

    /// Creates a reader within an open transaction.
    package init(_ transaction: any SQLTransaction) { self.transaction = transaction }

    /// Returns what is known of the check of a feed; `nil` if it is not checked.
    /// - Parameter period: The time of the days and of the findings that are over.
    package func record(
        of key: SourceKey, in period: Range<Timestamp>
    ) throws -> FeedCheckRecord? {
        guard let source = try StoredSource(key, in: transaction) else { return nil }
        let check = StoredCheck(source: source.id, transaction: transaction)
        guard let monitor = try check.storedMonitor() else { return nil }
        let feed = source.record.info?.feed
        var record = FeedCheckRecord(
            format: feed?.format ?? "", zone: feed?.zone ?? .utc, checkedAt: monitor.checkedAt)
        record.leftOut = monitor.leftOut ?? []
        record.findings = try check.findings(of: monitor, in: period)
        record.days = try check.days(of: monitor, in: period, of: record.zone)
        return record
    }

    /// Adds a check of the documents of a feed, if the feed is stored.
    package func add(_ report: CheckReport, at time: Timestamp, of key: SourceKey) throws {
        guard let source = try StoredSource(key, locking: true, in: transaction) else { return }
        try StoredCheck(source: source.id, transaction: transaction).add(report, at: time)
    }

    /// Returns whether there may be news of some sources for some kinds of alerts.
    package func hasNews(of sources: [UUID], for kinds: Set<AlertKind>) throws -> Bool {
        guard let newsSources = Self.newsSources(for: kinds) else { return false }
        let wanted = Set(sources.map { SourceKey($0).uuidText })
        return try transaction.rows(newsSources, []) { row in
            row.text(1).flatMap { wanted.contains($0) ? true : nil }
        }.first ?? false
    }

    /// Returns the news of some sources, and notes that they are sent.
    package func takeNews(
        of sources: [UUID], for kinds: Set<AlertKind>, at now: Timestamp
    ) throws -> [UUID: CheckNews] {
        guard let newsSources = Self.newsSources(for: kinds) else { return [:] }
        let wanted = Dictionary(sources.map { (SourceKey($0).uuidText, $0) }) { first, _ in first }
        var all: [UUID: CheckNews] = [:]
        let rows = try transaction.rows(newsSources, []) { row in
            (id: row.integer(0) ?? 0, uuid: row.text(1).flatMap { wanted[$0] })
        }
        for row in rows {
            guard let uuid = row.uuid else { continue }
            // Of two processes that ask at once, only one gets them.
            _ = try transaction.rows(
                "SELECT id FROM source WHERE id = ?1" + transaction.dialect.lock, [.integer(row.id)]
            ) { $0.integer(0) }
            let news = try StoredCheck(source: row.id, transaction: transaction).takeNews(
                for: kinds, at: now)
            if !news.isEmpty { all[uuid] = news }
        }
        return all
    }

    /// Returns the query of the feeds with something to tell; `nil` if no kind is about checks.
    private static func newsSources(for kinds: Set<AlertKind>) -> String? {
        var unsent: [String] = []
        if kinds.contains(.feedQuality) {
            unsent.append("feed_finding WHERE source = s.id AND \(StoredCheck.isUnsent)")
        }
        if kinds.contains(.feedDigest) {
            unsent.append("feed_day WHERE source = s.id AND is_sent = 0")
        }
        guard !unsent.isEmpty else { return nil }
        let conditions = unsent.map { "EXISTS (SELECT 1 FROM \($0))" }.joined(separator: " OR ")
        return "SELECT id, uuid FROM source AS s WHERE \(conditions) ORDER BY id"
    }
}
