import FleetCore
import GRDB

/// Adds what sensors told to their courses, and drops what is too old or too much.
///
/// A value is a point of its own if it was measured later than the last one. Where the feed tells no
/// time, that of the reading counts, but only if the value changed or 30 s have passed.
struct SampleWriter {
    /// How many samples of one quantity of one site are kept at most.
    static let limit = 120
    /// How many are kept of a source, about: with very many sensors each has a shorter course.
    static let total = 120_000
    private static let pause = Duration.seconds(30)

    private let time: Timestamp
    private let depth: Int
    private let database: Database
    private var last: SQLStatement
    private var insert: SQLStatement
    private var trim: SQLStatement

    /// Prepares to write what was read at `time`; `nil` if there are so many series that none has a
    /// course.
    init?(series: Int, at time: Timestamp, in database: Database) throws {
        depth = min(Self.limit, Self.total / max(series, 1))
        guard series > 0, depth > 1 else { return nil }
        (self.time, self.database) = (time, database)
        last = try SQLStatement(cached: Self.lastSample, in: database)
        insert = try SQLStatement(cached: Self.insertion, in: database)
        trim = try SQLStatement(cached: Self.trimming, in: database)
    }

    /// Writes a measurement of a site, unless it is known or no number.
    mutating func write(_ measurement: Measurement, of site: Int64) throws {
        let level = measurement.value.level
        // A time that is far ahead is of a clock that is wrong, and would be the last one for ever.
        let measuredAt = measurement.measuredAt.flatMap { $0 <= latest ? $0 : nil }
        let at = measuredAt ?? time
        guard level.isFinite else { return }
        if let last = try lastSample(of: measurement.quantity, site) {
            guard at > last.at else { return }
            if measuredAt == nil, last.value == level, at < last.at + Self.pause { return }
        }
        try insert.bind([.integer(site), .text(measurement.quantity.rawValue)])
        try insert.bind(at.milliseconds)
        try insert.bind(level)
        try insert.run()
        try dropOld(measurement.quantity, site)
    }

    private var latest: Timestamp { time + .seconds(3600) }

    private mutating func lastSample(of quantity: Quantity, _ site: Int64) throws -> Sample? {
        defer { last.finish() }
        try last.bind([.integer(site), .text(quantity.rawValue)])
        try last.bind(latest.milliseconds)
        guard try last.step() else { return nil }
        return Sample(
            at: Timestamp(milliseconds: last.integer(0)), value: last.real(1) ?? 0)
    }

    private mutating func dropOld(_ quantity: Quantity, _ site: Int64) throws {
        let series: [Condition.Value] = [.integer(site), .text(quantity.rawValue)]
        try trim.bind(series)
        try trim.bind(latest.milliseconds)
        try trim.bind(series)
        try trim.bind(latest.milliseconds)
        try trim.bind(Int64(depth))
        try trim.run()
    }

    private static let lastSample = """
        SELECT at, value FROM sample WHERE site = ? AND quantity = ? AND at <= ?
        ORDER BY at DESC LIMIT 1
        """

    private static let insertion = """
        INSERT OR REPLACE INTO sample (site, quantity, at, value) VALUES (?, ?, ?, ?)
        """

    /// Drops what is later than any honest time, and all from the first that is one too many.
    private static let trimming = """
        DELETE FROM sample WHERE site = ? AND quantity = ? AND (at > ? OR at <= (
            SELECT at FROM sample WHERE site = ? AND quantity = ? AND at <= ?
            ORDER BY at DESC LIMIT 1 OFFSET ?))
        """
}
