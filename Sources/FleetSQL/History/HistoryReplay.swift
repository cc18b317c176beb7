public import FleetCore

/// The part of a history that a report or a page replays, as steps in the order of time.
///
/// It begins with the newest base at or before the time that was asked for, so usually earlier.
public struct HistoryReplay {
    /// Rows that are read at once.
    private static let maxRows: Int64 = 20_000

    /// The time of the first step.
    public let start: Timestamp
    /// The gaps before the first step; the time before the history is one.
    public let earlierGaps: [HistoryGap]

    private let reader: HistoryReader
    private let base: Commit
    private let end: Timestamp
    /// The gaps after the first step, each with the commit after it.
    private let gaps: [(gap: HistoryGap, sequence: Int64?)]

    private struct Commit {
        let sequence: Int64
        let at: Timestamp
        /// Number of changes that were ever written.
        let rowEnd: Int64
    }

    fileprivate init(_ reader: HistoryReader, from start: Timestamp, until end: Timestamp) throws {
        (self.reader, self.end) = (reader, end)
        let select = "SELECT sequence, fetched_at, row_end FROM change_commit"
        let values: [SQLValue] = [.integer(reader.source), .integer(reader.keptSince)]
        let found =
            try reader.transaction.rows(
                """
                \(select) WHERE source = ?1 AND is_base = 1 AND sequence >= ?2 AND fetched_at <= ?3
                ORDER BY sequence DESC LIMIT 1
                """, values + [.integer(start.milliseconds)], Self.commit
            ).first
            ?? reader.transaction.rows(
                "\(select) WHERE source = ?1 AND sequence = ?2", values, Self.commit
            ).first
        guard let base = found else { throw DamagedRow() }
        self.base = base
        self.start = min(base.at, start)
        let gaps = reader.gaps(until: end)
        let isEarlier: (Int64?) -> Bool = { sequence in
            sequence.map { $0 <= base.sequence } ?? false
        }
        earlierGaps = gaps.filter { isEarlier($0.sequence) }.map(\.gap)
        self.gaps = gaps.filter { !isEarlier($0.sequence) }
    }

    private static func commit(_ row: any SQLRow) -> Commit {
        Commit(
            sequence: row.integer(0) ?? 0, at: Timestamp(milliseconds: row.integer(1) ?? 0),
            rowEnd: row.integer(2) ?? 0)
    }

    /// Calls `body` with each step until it returns `false`.
    ///
    /// It may be called with some more steps.
    public func forEach(_ body: (HistoryStep) throws -> Bool) throws {
        try readVersions(body)
        if start < base.at {
            _ = try body(.gap(HistoryGap(start: start, end: base.at, reason: .start)))
        }
        try reader.transaction.query(
            """
            SELECT \(PastVehicle.columnList), still_since FROM vehicle_base
            WHERE source = ?1 AND sequence = ?2
            """, [.integer(reader.source), .integer(base.sequence)]
        ) { row in
            var vehicle = PastVehicle(from: row, at: 0)
            vehicle.standstill = vehicle.standstill(from: row)
            _ = try body(.state(vehicle))
        }
        var gaps = gaps[...]
        var last = base
        while let commits = try commits(after: last), let newest = commits.last {
            guard try read(commits, &gaps, body) else { return }
            last = newest
        }
        for (gap, _) in gaps {
            _ = try body(
                .gap(
                    HistoryGap(
                        start: gap.start, end: min(gap.end, end), reason: gap.reason,
                        failedUntil: gap.failedUntil.map { min($0, end) })))
        }
    }

    private func readVersions(_ body: (HistoryStep) throws -> Bool) throws {
        try reader.queryVersions { number, version in
            _ = try body(.version(number, PastVersion(version.vehicle)))
        }
    }

    /// Returns the next commits before the end; `nil` if there are none.
    private func commits(after last: Commit) throws -> [Commit]? {
        let commits = try reader.transaction.rows(
            """
            SELECT sequence, fetched_at, row_end FROM change_commit
            WHERE source = ?1 AND sequence > ?2 AND fetched_at < ?3
            AND sequence <= coalesce((
                SELECT min(sequence) FROM change_commit
                WHERE source = ?1 AND sequence > ?2 AND row_end > ?4), ?2 + 1000000)
            ORDER BY sequence LIMIT 10000
            """,
            [
                .integer(reader.source), .integer(last.sequence), .integer(end.milliseconds),
                .integer(last.rowEnd + Self.maxRows),
            ], Self.commit)
        return commits.isEmpty ? nil : commits
    }

    /// Reads the changes of commits; returns whether `body` wants more.
    private func read(
        _ commits: [Commit], _ gaps: inout ArraySlice<(gap: HistoryGap, sequence: Int64?)>,
        _ body: (HistoryStep) throws -> Bool
    ) throws -> Bool {
        var (commits, isWanted) = (commits[...], true)
        func begin(upTo sequence: Int64) throws {
            while let commit = commits.first, commit.sequence <= sequence {
                if let (gap, next) = gaps.first, let next, next <= commit.sequence {
                    _ = try body(.gap(gap))
                    gaps = gaps.dropFirst()
                }
                isWanted = try body(.commit(commit.at))
                commits = commits.dropFirst()
            }
        }
        guard let first = commits.first, let newest = commits.last else { return true }
        try reader.transaction.query(
            """
            SELECT \(PastVehicle.columnList), sequence FROM vehicle_change
            WHERE source = ?1 AND sequence >= ?2 AND sequence <= ?3 ORDER BY sequence, vehicle
            """,
            [.integer(reader.source), .integer(first.sequence), .integer(newest.sequence)]
        ) { row in
            try begin(upTo: row.integer(PastVehicle.columns.count) ?? 0)
            isWanted = try body(.change(PastVehicle(from: row, at: 0)))
        }
        try begin(upTo: newest.sequence)
        return isWanted
    }
}

extension HistoryReader {
    /// Returns the part of the history from one time to another.
    public func replay(from start: Timestamp, until end: Timestamp) throws -> HistoryReplay {
        try HistoryReplay(self, from: start, until: end)
    }
}
