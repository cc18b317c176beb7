public import FleetCore

extension HistoryReader {
    /// Returns the timeline of a vehicle between two times, from the change that its first state
    /// began with; `nil` if the history has nothing of the ID.
    public func timeline(
        ofVehicle id: String, from start: Timestamp, until end: Timestamp
    ) throws -> Timeline? {
        let rows = LoggedRows(source: source, transaction: transaction)
        guard let newest = try rows.newest(ofVehicle: id).first else { return nil }
        // Of the rows at or before the start, only the newest one is needed.
        let first = try transaction.integer(
            """
            SELECT coalesce(max(sequence), 0) FROM change_commit
            WHERE source = ?1 AND fetched_at <= ?2
            """, [.integer(source), .integer(start.milliseconds)])
        var changes: [(time: Timestamp, vehicle: PastVehicle)] = []
        var oldest = Int64.max
        try rows.forEach(of: newest.number, from: newest.sequence, after: max(first, keptSince)) {
            row, sequence, at in
            oldest = sequence
            if at < end, sequence > keptSince { changes.append((at, row)) }
        }
        if oldest <= keptSince || oldest > first, since < end {
            if let base = try rows.base(keptSince, of: newest.number) {
                changes.append((since, base))
            } else if let first = changes.last, let position = first.vehicle.position {
                // It was not in the feed before.
                changes[changes.count - 1].vehicle.standstill = Standstill(
                    since: first.time, at: Position(position))
            }
        }
        let versions = try self.versions(Set(changes.map { Int64($0.vehicle.version) }))
        var timeline = Timeline(
            changes.reversed(), gaps: gaps(until: end).map(\.gap),
            versions: versions.mapValues { PastVersion($0.vehicle) }, until: end)
        timeline.trips = try trips(ofVehicle: id, endedIn: start..<max(start, end))
        return timeline
    }

    private func trips(
        ofVehicle id: String, endedIn period: Range<Timestamp>
    ) throws -> [VehicleTrip] {
        try transaction.rows(
            """
            SELECT detail FROM event
            WHERE source = ?1 AND vehicle_id = ?2 AND kind = ?3 AND at >= ?4 AND at < ?5
            ORDER BY at, number
            """,
            [
                .integer(source), .text(id), .text(VehicleTrip.eventName),
                .integer(period.lowerBound.milliseconds), .integer(period.upperBound.milliseconds),
            ]
        ) { row in VehicleTrip(EventDetail(json: row.withText(0) { Array($0) })) }
    }

    /// Returns the IDs of the history that begin with a text, in any case, at most `limit`; that
    /// which equals it comes first.
    public func ids(withPrefix typed: String, limit: Int) throws -> [String] {
        let prefix = ASCIICase.lowercased(typed)
        return try transaction.rows(
            """
            SELECT vehicle_id FROM logged_vehicle
            WHERE source = ?1 AND lower(substr(vehicle_id, 1, ?2)) = ?3
            ORDER BY vehicle_id <> ?5, length(vehicle_id), vehicle_id LIMIT ?4
            """,
            [
                .integer(source), .integer(Int64(prefix.unicodeScalars.count)), .text(prefix),
                .integer(Int64(limit)), .text(typed),
            ]
        ) { $0.text(0) }
    }
}

/// The rows of single vehicles in the log of a source.
struct LoggedRows {
    let source: Int64
    let transaction: any SQLTransaction

    /// Returns the numbers that a vehicle has in the log, the newest first, each with the commit of
    /// its newest row.
    func newest(
        ofVehicle id: String
    ) throws -> [(number: VehicleNumber, sequence: Int64?)] {
        try transaction.rows(
            """
            SELECT number, coalesce(removed_at, (
                SELECT logged_at FROM vehicle
                WHERE vehicle.source = ?1 AND vehicle.vehicle_id = ?2))
            FROM logged_vehicle WHERE source = ?1 AND vehicle_id = ?2 ORDER BY number DESC
            """, [.integer(source), .text(id)]
        ) { (VehicleNumber(truncatingIfNeeded: $0.integer(0) ?? 0), $0.integer(1)) }
    }

    /// Calls `body` with the rows of a vehicle, the newest first, their commits and times.
    ///
    /// - Parameters:
    ///   - newest: The commit with the first row; `nil` for none.
    ///   - first: The last row is the newest one at or before this commit.
    func forEach(
        of number: VehicleNumber, from newest: Int64?, after first: Int64,
        _ body: (PastVehicle, _ sequence: Int64, _ at: Timestamp) throws -> Void
    ) throws {
        guard let newest else { return }
        let columns = (["sequence", "previous"] + PastVehicle.columns)
            .map { "change." + $0 }.joined(separator: ", ")
        try transaction.query(
            """
            WITH RECURSIVE row AS (
                SELECT \(columns) FROM vehicle_change AS change
                WHERE source = ?1 AND sequence = ?2 AND vehicle = ?3
                UNION ALL
                SELECT \(columns) FROM row JOIN vehicle_change AS change
                    ON change.source = ?1 AND change.sequence = row.previous
                    AND change.vehicle = ?3
                WHERE row.sequence > ?4
            )
            SELECT \(PastVehicle.columnList), row.sequence, fetched_at FROM row
            JOIN change_commit AS logged ON logged.source = ?1 AND logged.sequence = row.sequence
            ORDER BY row.sequence DESC
            """,
            [.integer(source), .integer(newest), .integer(Int64(number)), .integer(first)]
        ) { row in
            let count = PastVehicle.columns.count
            try body(
                PastVehicle(from: row, at: 0), row.integer(count) ?? 0,
                Timestamp(milliseconds: row.integer(count + 1) ?? 0))
        }
    }

    /// Returns the row of a vehicle in a base; `nil` if it was not in the feed.
    func base(_ sequence: Int64, of number: VehicleNumber) throws -> PastVehicle? {
        try transaction.rows(
            """
            SELECT \(PastVehicle.columnList) FROM vehicle_base
            WHERE source = ?1 AND sequence = ?2 AND vehicle = ?3
            """, [.integer(source), .integer(sequence), .integer(Int64(number))]
        ) { PastVehicle(from: $0, at: 0) }.first
    }
}
