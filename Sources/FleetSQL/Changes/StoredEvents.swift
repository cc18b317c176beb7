import FleetCore
package import Foundation

/// The detected events of a source, within a transaction of any database.
package struct StoredEvents {
    private let transaction: any SQLTransaction

    /// Creates a reader within an open transaction.
    package init(_ transaction: any SQLTransaction) {
        self.transaction = transaction
    }

    /// Returns the events of a source that a query selects, newest first.
    package func select(of source: UUID, _ query: EventQuery) throws -> [StoredEvent] {
        let feeds = try transaction.rows(
            "SELECT id, feed FROM source WHERE uuid = ?1", [.text(SourceKey(source).uuidText)]
        ) { row in (id: row.integer(0) ?? 0, isOfSite: row.text(1) == "sites") }
        // Each feed has its own index; together they would be sorted as a whole.
        let events = try feeds.flatMap { feed in
            let bound = query.before.map { $0.bound(isOfSite: feed.isOfSite) }
            return try select(of: feed.id, before: bound, query)
        }
        return Array(
            events.sorted { $0.position > $1.position }.prefix(max(query.limit, 0)))
    }

    /// - Parameters:
    ///   - row: The row of a feed.
    ///   - bound: Only events before this time and number.
    private func select(
        of row: Int64, before bound: (at: Timestamp, number: Int64)?, _ query: EventQuery
    ) throws -> [StoredEvent] {
        var condition = SQLFragment(sql: "source = ?", values: [.integer(row)])
        if let bound {
            condition =
                condition
                && SQLFragment(
                    sql: "(at, number) < (?, ?)",
                    values: [.integer(bound.at.milliseconds), .integer(bound.number)])
        }
        if !query.kinds.isEmpty {
            let names = query.kinds.map(\.rawValue).sorted()
            let marks = names.map { _ in "?" }.joined(separator: ", ")
            condition =
                condition
                && SQLFragment(sql: "kind IN (\(marks))", values: names.map(SQLValue.text))
        }
        if let id = query.vehicleID {
            condition = condition && SQLFragment(sql: "vehicle_id = ?", values: [.text(id)])
        }
        return try transaction.rows(
            SQLFragment(
                sql: """
                    SELECT number, kind, at, vehicle_id, detail FROM event WHERE \(condition.sql)
                    ORDER BY at DESC, number DESC LIMIT ?
                    """, values: condition.values + [.integer(Int64(max(query.limit, 0)))])
        ) { row in
            StoredEvent(
                number: row.integer(0) ?? 0,
                kind: row.text(1).flatMap(StoredEvent.Kind.init) ?? .turnover,
                at: Timestamp(milliseconds: row.integer(2) ?? 0), vehicleID: row.text(3),
                json: row.withText(4) { Array($0) })
        }
    }
}

extension EventPosition {
    /// Returns the time and number before which the events of a feed precede this position.
    fileprivate func bound(isOfSite: Bool) -> (at: Timestamp, number: Int64) {
        switch (isOfSite, self.isOfSite) {
        case (false, true): (at, .max)
        case (true, false): (at, .min)
        case (true, true), (false, false): (at, number)
        }
    }
}
