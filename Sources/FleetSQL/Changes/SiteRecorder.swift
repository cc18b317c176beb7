import FleetCore

/// Writer of the changes of one commit of sites to the history of their source, in the commit's
/// transaction.
///
/// It compares the stored sites before and after the commit, and exists only with a history.
struct SiteRecorder {
    /// Row of `logged_site`.
    private struct LoggedSite {
        let number: Int64
        let isRemoved: Bool
    }

    private let source: Int64
    private let history: HistorySetting
    private let transaction: any CommitTransaction
    private let committedAt: Timestamp
    /// Longest pause between two reads that is no gap.
    private let maxPause: Duration
    private var stream: ChangeStream
    /// Whether the sites may have changed, or the history begins with this commit.
    private let isCompared: Bool
    private var earlier: [ByteString: SiteChange] = [:]

    /// Creates the recorder of a commit; `nil` without a history.
    init?(
        of source: Int64, _ outcome: FetchOutcome, _ recording: Recording?,
        in transaction: any CommitTransaction
    ) throws {
        var stream = try ChangeStream.stored(of: source, in: transaction)
        guard let history = recording?.history ?? stream.history else { return nil }
        stream.history = history
        let isNew = stream.keptSince == nil
        if isNew { try ChangeLog.begin(&stream, of: source, in: transaction) }
        (self.source, self.history, self.transaction) = (source, history, transaction)
        (self.stream, committedAt) = (stream, outcome.request.beganAt)
        maxPause = Coverage.maxPause(until: outcome.dueAt, after: outcome.request.beganAt)
        if case .loaded = outcome.response { isCompared = true } else { isCompared = isNew }
        if isCompared, !isNew {
            for (id, site) in try stored() { earlier[id] = site }
        }
    }

    /// Appends the changes that lead to a snapshot.
    mutating func finish(at info: SnapshotInfo) throws {
        let changes = isCompared ? try changes() : []
        try write(changes)
        try stream.append(changes.count, at: committedAt, to: info, in: transaction)
        stream.keptSince = stream.keptSince ?? stream.sequence
        try SiteHistory(source: source, transaction: transaction).commit(
            at: info, committedAt, keeping: history, logged: changes.count, maxPause: maxPause,
            &stream)
        try stream.save(in: transaction)
    }

    /// Returns the stored sites, by the bytes of their IDs.
    private func stored() throws -> [(id: ByteString, site: SiteChange)] {
        try transaction.rows(
            "SELECT site_id, \(SiteChange.list) FROM site WHERE source = ?1 ORDER BY site_id",
            [.integer(source)]
        ) { row in (id: ByteString(row.text(0) ?? ""), site: SiteChange(from: row, at: 1)) }
    }

    /// Returns the sites that are new or changed, and with `nil` those that left the feed.
    private func changes() throws -> [(id: ByteString, site: SiteChange?)] {
        var gone = earlier
        var changes: [(id: ByteString, site: SiteChange?)] = []
        for (id, site) in try stored() where gone.removeValue(forKey: id) != site {
            changes.append((id, site))
        }
        for id in gone.keys { changes.append((id, nil)) }
        return changes
    }

    private func write(_ changes: [(id: ByteString, site: SiteChange?)]) throws {
        guard !changes.isEmpty else { return }
        let sequence = stream.sequence + 1
        var known = try logged()
        var lastNumber = known.values.map(\.number).max() ?? 0
        var (new, removed, returned) = ([(Int64, String)](), [Int64](), [Int64]())
        let rows = changes.map { id, site in
            let number: Int64
            if let logged = known[id] {
                number = logged.number
                if site == nil { removed.append(number) }
                if site != nil, logged.isRemoved { returned.append(number) }
            } else {
                lastNumber += 1
                number = lastNumber
                new.append((number, id.text))
                known[id] = LoggedSite(number: number, isRemoved: false)
            }
            return (number: number, site: site)
        }
        try transaction.insert(new, into: "logged_site", ["source", "number", "site_id"]) {
            site, row in
            try row.bind(Int32(source))
            try row.bind(Int32(site.0))
            try row.bind(site.1)
        }
        try setRemovedAt(sequence, of: removed)
        try setRemovedAt(nil, of: returned)
        try transaction.insert(
            rows, into: "site_change",
            ["source", "site", "sequence", "is_listed"] + SiteChange.names
        ) { change, row in
            try row.bind(Int32(source))
            try row.bind(Int32(change.number))
            try row.bind(Int32(sequence))
            try row.bind(change.site != nil)
            try SiteChange.bind(change.site, to: row)
        }
    }

    private func logged() throws -> [ByteString: LoggedSite] {
        var sites: [ByteString: LoggedSite] = [:]
        try transaction.query(
            "SELECT site_id, number, removed_at FROM logged_site WHERE source = ?1 ORDER BY number",
            [.integer(source)]
        ) { row in
            sites[ByteString(row.text(0) ?? "")] = LoggedSite(
                number: row.integer(1) ?? 0, isRemoved: row.integer(2) != nil)
        }
        return sites
    }

    private func setRemovedAt(_ sequence: Int64?, of numbers: [Int64]) throws {
        guard !numbers.isEmpty else { return }
        let isOne = transaction.dialect.isOne("number", of: numbers)
        try transaction.execute(
            SQLFragment(
                sql: "UPDATE logged_site SET removed_at = ? WHERE source = ? AND \(isOne.sql)",
                values: [.optional(sequence), .integer(source)] + isOne.values))
    }
}
