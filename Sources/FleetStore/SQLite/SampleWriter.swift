import FleetCore
import GRDB

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

    private let time: Timestamp
    private let samplesPerSeries: Int
    private let database: Database
    private var last: SQLStatement
    private var insert: SQLStatement
    private var trim: SQLStatement

    /// Creates a writer for measurements fetched at `time`.
    ///
    /// Returns `nil` if there are too many series to store a history.
    init?(series: Int, at time: Timestamp, in database: Database) throws {
        samplesPerSeries = min(Self.limit, Self.total / max(series, 1))
        guard series > 0, samplesPerSeries > 1 else { return nil }
        (self.time, self.database) = (time, database)
        last = try SQLStatement(cached: Self.lastSample, in: database)
        insert = try SQLStatement(cached: Self.insertion, in: database)
        trim = try SQLStatement(cached: Self.trimming, in: database)
    }

    /// Writes a measurement of a site, unless it is already stored or not finite.
    mutating func write(_ measurement: Measurement, of site: Int64) throws {
        let level = measurement.value.level
        // A time far in the future comes from a wrong clock and would block all later samples.
        let measuredAt = measurement.measuredAt.flatMap { $0 <= maxTime ? $0 : nil }
        let at = measuredAt ?? time
        guard level.isFinite else { return }
        if let last = try lastSample(of: measurement.quantity, site) {
            guard at > last.at else { return }
            if measuredAt == nil, last.value == level, at < last.at + Self.minInterval { return }
        }
        try insert.bind([.integer(site), .text(measurement.quantity.rawValue)])
        try insert.bind(at.milliseconds)
        try insert.bind(level)
        try insert.run()
        try deleteOld(measurement.quantity, site)
    }

    private var maxTime: Timestamp { time + .seconds(3600) }

    private mutating func lastSample(of quantity: Quantity, _ site: Int64) throws -> Sample? {
        defer { last.finish() }
        try last.bind([.integer(site), .text(quantity.rawValue)])
        try last.bind(maxTime.milliseconds)
        guard try last.step() else { return nil }
        return Sample(
            at: Timestamp(milliseconds: last.integer(0)), value: last.real(1) ?? 0)
    }

    private mutating func deleteOld(_ quantity: Quantity, _ site: Int64) throws {
        let series: [SQLValue] = [.integer(site), .text(quantity.rawValue)]
        try trim.bind(series)
        try trim.bind(maxTime.milliseconds)
        try trim.bind(series)
        try trim.bind(maxTime.milliseconds)
        try trim.bind(Int64(samplesPerSeries))
        try trim.run()
    }

    private static let lastSample = """
        SELECT at, value FROM sample WHERE site = ? AND quantity = ? AND at <= ?
        ORDER BY at DESC LIMIT 1
        """

    private static let insertion = """
        INSERT OR REPLACE INTO sample (site, quantity, at, value) VALUES (?, ?, ?, ?)
        """

    /// Deletes samples with a time in the future and those beyond the limit.
    private static let trimming = """
        DELETE FROM sample WHERE site = ? AND quantity = ? AND (at > ? OR at <= (
            SELECT at FROM sample WHERE site = ? AND quantity = ? AND at <= ?
            ORDER BY at DESC LIMIT 1 OFFSET ?))
        """
}
