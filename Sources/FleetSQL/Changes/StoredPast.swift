package import FleetCore
package import Foundation

/// The recorded past of a vehicle, within a transaction of any database: its events, and its charges
/// in the log of changes.
package struct StoredPast {
    /// The row of a source, and the period of its record.
    private struct Record {
        let source: Int64
        let since: Timestamp?
        let until: Timestamp?
    }

    private let transaction: any SQLTransaction

    /// Creates a reader within an open transaction.
    package init(_ transaction: any SQLTransaction) {
        self.transaction = transaction
    }

    /// Returns the past of a vehicle.
    package func past(
        ofVehicle id: String, of source: UUID, before position: EventPosition?, limit: Int
    ) throws -> VehiclePast {
        var past = VehiclePast(vehicleID: id)
        guard let record = try record(of: source), let since = record.since else { return past }
        past.recordedSince = try max(since, start(of: record))
        past.recordedUntil = record.until
        var query = EventQuery(limit: limit)
        (query.before, query.vehicleID) = (position, id)
        let events = try StoredEvents(transaction).select(of: source, query)
        past.next = events.count == limit ? events.last?.position.text : nil
        past.record(
            events.map { VehiclePast.Event(at: $0.at, EventDetail(json: $0.json)) },
            charges: position == nil ? try charges(ofVehicle: id, record.source) : [])
        return past
    }

    /// Reads the stream of a source's vehicles; `nil` if none is stored.
    ///
    /// If the stream leads to the stored snapshot, it lasts until that; otherwise until its last
    /// commit.
    private func record(of source: UUID) throws -> Record? {
        try transaction.rows(
            """
            SELECT source.id, stream.recorded_since, newest.fetched_at
            FROM source JOIN change_stream AS stream ON stream.source = source.id
            LEFT JOIN change_commit AS newest
                ON newest.source = stream.source AND newest.sequence = stream.sequence
            WHERE source.uuid = ?1 AND feed = 'vehicles'
            """, [.text(SourceKey(source).uuidText)]
        ) { row in
            Record(
                source: row.integer(0) ?? 0,
                since: row.integer(1).map(Timestamp.init(milliseconds:)),
                until: row.integer(2).map(Timestamp.init(milliseconds:)))
        }.first
    }

    /// Returns the time before which events may have expired.
    ///
    /// Events expire in the order of their numbers, so the first one shows whether any has expired.
    private func start(of record: Record) throws -> Timestamp {
        let oldest = try transaction.rows(
            "SELECT number, at FROM event WHERE source = ?1 ORDER BY number LIMIT 1",
            [.integer(record.source)]
        ) { row in
            (number: row.integer(0) ?? 0, at: Timestamp(milliseconds: row.integer(1) ?? 0))
        }.first
        let kept = (record.until ?? Timestamp(milliseconds: 0)) - Recording().events.age
        guard let oldest, oldest.number > 1 else { return kept }
        return max(kept, oldest.at)
    }

    /// Returns the charges of a vehicle in the log, from its newest row back to the oldest.
    private func charges(ofVehicle id: String, _ source: Int64) throws -> [Sample] {
        let newest = try transaction.rows(
            """
            SELECT vehicle.id, logged_at FROM vehicle
            JOIN change_stream AS stream ON stream.source = vehicle.source
            WHERE vehicle.source = ?1 AND vehicle_id = ?2 AND logged_at > begun_at
            """, [.integer(source), .text(id)]
        ) {
            (
                number: VehicleNumber(truncatingIfNeeded: $0.integer(0) ?? 0),
                sequence: $0.integer(1)
            )
        }.first
        guard let newest else { return [] }
        var charges: [Sample] = []
        try LoggedRows(source: source, transaction: transaction).forEach(
            of: newest.number, from: newest.sequence, after: 0
        ) { row, _, at in
            if let battery = row.battery { charges.append(Sample(at: at, value: Double(battery))) }
        }
        return charges.reversed()
    }
}
