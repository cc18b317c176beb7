import FleetCore

/// Writer of the sensor history: adds samples and deletes those beyond the limits.
///
/// A measurement is added if it is newer than the last sample. If the feed gives no time, the fetch
/// time is used, and the measurement is added only if the value changed or 30 s have passed.
struct SampleWriter {
    /// Maximum number of samples per series, which is one quantity at one site.
    static let limit = 120
    /// Approximate maximum per source: with very many sensors each history is shorter.
    static let total = 120_000
    private static let minInterval = Duration.seconds(30)

    private struct Series: Hashable {
        let site: Int64
        let quantity: Quantity
    }

    private let source: Int64
    private let time: Timestamp
    private let samplesPerSeries: Int
    private let transaction: any SQLTransaction
    private var last: [Series: Sample] = [:]

    /// Creates a writer for measurements fetched at `time`.
    ///
    /// Returns `nil` if there are too many series to store a history.
    init?(
        series: Int, of source: Int64, at time: Timestamp, in transaction: any SQLTransaction
    ) throws {
        samplesPerSeries = min(Self.limit, Self.total / max(series, 1))
        guard series > 0, samplesPerSeries > 1 else { return nil }
        (self.source, self.time, self.transaction) = (source, time, transaction)
        try readLast()
    }

    /// Reads the newest sample of each series that has no time in the future.
    private mutating func readLast() throws {
        try transaction.query(
            Self.lastSamples(transaction.dialect),
            [.integer(source), .integer(maxTime.milliseconds)]
        ) { row in
            guard let quantity = row.text(1).flatMap(Quantity.init(rawValue:)) else { return }
            last[Series(site: row.integer(0) ?? 0, quantity: quantity)] = Sample(
                at: Timestamp(milliseconds: row.integer(2) ?? 0), value: row.real(3) ?? 0)
        }
    }

    /// Writes a measurement of a site, unless it is already stored or not finite.
    mutating func write(_ measurement: Measurement, of site: Int64) throws {
        let level = measurement.value.level
        // A time far in the future comes from a wrong clock and would block all later samples.
        let measuredAt = measurement.measuredAt.flatMap { $0 <= maxTime ? $0 : nil }
        let at = measuredAt ?? time
        guard level.isFinite else { return }
        let series = Series(site: site, quantity: measurement.quantity)
        if let last = last[series] {
            guard at > last.at else { return }
            if measuredAt == nil, last.value == level, at < last.at + Self.minInterval { return }
        }
        last[series] = Sample(at: at, value: level)
        let key: [SQLValue] = [
            .integer(source), .integer(site), .text(measurement.quantity.rawValue),
        ]
        try transaction.execute(
            Self.insertion(transaction.dialect), key + [.integer(at.milliseconds), .real(level)])
        try transaction.execute(
            Self.trimming(transaction.dialect),
            key + [.integer(maxTime.milliseconds), .integer(Int64(samplesPerSeries))])
    }

    private var maxTime: Timestamp { time + .seconds(3600) }
}

// In PostgreSQL the key of a sample begins with the source, ?1.
extension SampleWriter {
    private static func lastSamples(_ dialect: SQLDialect) -> String {
        switch dialect {
        case .sqlite:
            // SQLite takes the value from the row with the maximum.
            """
            SELECT site, quantity, max(at), value FROM site JOIN sample ON \(dialect.isOfSite)
            WHERE source = ?1 AND at <= ?2 GROUP BY site, quantity
            """
        case .postgres:
            """
            SELECT DISTINCT ON (site, quantity) site, quantity, at, value FROM sample
            WHERE source = ?1 AND at <= ?2 ORDER BY site, quantity, at DESC
            """
        }
    }

    /// Inserts a sample, in place of one that a clock set back has left.
    private static func insertion(_ dialect: SQLDialect) -> String {
        let (source, value) = dialect == .sqlite ? ("", "") : ("source, ", "?1, ")
        let key = source + "site, quantity, at"
        return """
            INSERT INTO sample (\(key), value) VALUES (\(value)?2, ?3, ?4, ?5)
            ON CONFLICT (\(key)) DO UPDATE SET value = excluded.value
            """
    }

    /// Deletes samples with a time in the future and those beyond the limit.
    private static func trimming(_ dialect: SQLDialect) -> String {
        let isOfSeries =
            (dialect == .sqlite ? "" : "source = ?1 AND ") + "site = ?2 AND quantity = ?3"
        return """
            DELETE FROM sample WHERE \(isOfSeries) AND (at > ?4 OR at <= (
                SELECT at FROM sample WHERE \(isOfSeries) AND at <= ?4
                ORDER BY at DESC LIMIT 1 OFFSET ?5))
            """
    }
}
