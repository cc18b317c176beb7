import FleetCore
import FleetSQL

extension PostgresTransaction: CommitTransaction {
    func write(
        _ vehicles: [Vehicle], of source: Int64, at fetchedAt: Timestamp, stored: Int,
        gone: GoneVehicles?, numberEnd: Int64?, recorder: ChangeRecorder?
    ) throws -> WrittenVehicles {
        var writer = PostgresVehicleWriter(
            vehicles, of: source, at: fetchedAt, stored: stored, gone: gone,
            numberEnd: numberEnd, recorder: recorder, in: self)
        return try writer.write()
    }

    func eventStates(
        of vehicles: [Vehicle], _ source: Int64
    ) throws -> [ByteString: TrackedVehicle] {
        guard !vehicles.isEmpty else { return [:] }
        var states: [ByteString: TrackedVehicle] = [:]
        try query(
            """
            SELECT vehicle_id, state FROM event_state
            WHERE source = ?1 AND vehicle_id = ANY (CAST(?2 AS text[]))
            """, [.integer(source), .text(PostgresArray.text(of: vehicles.map(\.id)))]
        ) { row in
            let id = row.text(0) ?? ""
            states[ByteString(id)] = row.withText(1) { TrackedVehicle(id: id, bytes: $0) }
        }
        return states
    }

    func saveEventStates(
        _ vehicles: [TrackedVehicle], removing ids: [String], of source: Int64
    ) throws {
        if !ids.isEmpty {
            try execute(
                """
                DELETE FROM event_state
                WHERE source = ?1 AND vehicle_id = ANY (CAST(?2 AS text[]))
                """, [.integer(source), .text(PostgresArray.text(of: ids))])
        }
        guard !vehicles.isEmpty else { return }
        try execute(
            """
            INSERT INTO event_state (source, vehicle_id, is_missing, state)
            SELECT CAST(?1 AS bigint), vehicle_id, is_missing, decode(state, 'hex')
            FROM unnest(CAST(?2 AS text[]), CAST(?3 AS smallint[]), CAST(?4 AS text[]))
            AS saved (vehicle_id, is_missing, state)
            ON CONFLICT (source, vehicle_id) DO UPDATE
            SET is_missing = excluded.is_missing, state = excluded.state
            """,
            [
                .integer(source), .text(PostgresArray.text(of: vehicles.map(\.id))),
                .text(PostgresArray.text(of: vehicles.map { $0.isHeldBack ? 1 : 0 })),
                .text(PostgresArray.text(of: vehicles.map { Hexadecimal.text(of: $0.bytes) })),
            ])
    }

    func insert<Row>(
        _ rows: some Sequence<Row>, into table: String, _ columns: [String],
        _ bind: (Row, any SQLRowWriter) throws -> Void
    ) throws {
        var rows = rows.makeIterator()
        guard let first = rows.next() else { return }
        try copy(
            into: """
                COPY \(table) (\(columns.joined(separator: ", "))) FROM STDIN (FORMAT binary)
                """
        ) { writer in
            var next: Row? = first
            while let row = next {
                try writer.beginRow(columns: columns.count)
                try bind(row, writer)
                next = rows.next()
            }
        }
    }
}

extension FacetCountChanges {
    /// Writes the changes and deletes rows whose count reaches zero.
    func apply(to source: Int64, in transaction: PostgresTransaction) throws {
        let changes = changes.filter { $0.value != (0, 0) }
        guard !changes.isEmpty else { return }
        let facets = Array(changes.keys)
        func texts(_ value: (Facets) -> String?) -> SQLValue {
            .text(PostgresArray.text(of: facets.map(value)))
        }
        let counts = changes.values
        try transaction.execute(
            Self.upsert,
            [
                .integer(source), texts { $0.color?.text }, texts { $0.typeID?.text },
                texts { $0.formFactor?.text }, texts { $0.state.rawValue },
                .text(PostgresArray.text(of: counts.map(\.vehicles))),
                .text(PostgresArray.text(of: counts.map(\.withoutBattery))),
            ])
        try transaction.execute(
            "DELETE FROM facet_count WHERE source = ?1 AND vehicles = 0", [.integer(source)])
    }

    private static let columns = "color, type_id, form_factor, state"

    /// Adds to the rows that exist, and inserts the others.
    ///
    /// Texts that differ only in NUL characters are the same here.
    private static let upsert = """
        WITH change AS MATERIALIZED (
            SELECT \(columns), CAST(sum(vehicles) AS bigint) AS vehicles,
                CAST(sum(without_battery) AS bigint) AS without_battery
            FROM unnest(CAST(?2 AS text[]), CAST(?3 AS text[]), CAST(?4 AS text[]),
                CAST(?5 AS text[]), CAST(?6 AS bigint[]), CAST(?7 AS bigint[]))
            AS change (\(columns), vehicles, without_battery) GROUP BY \(columns)
        ), updated AS (
            UPDATE facet_count SET vehicles = facet_count.vehicles + change.vehicles,
                without_battery = facet_count.without_battery + change.without_battery
            FROM change WHERE facet_count.source = ?1 AND facet_count.state = change.state
            AND facet_count.color IS NOT DISTINCT FROM change.color
            AND facet_count.type_id IS NOT DISTINCT FROM change.type_id
            AND facet_count.form_factor IS NOT DISTINCT FROM change.form_factor
            RETURNING change.color, change.type_id, change.form_factor, change.state
        )
        INSERT INTO facet_count (source, \(columns), vehicles, without_battery)
        SELECT ?1, change.* FROM change WHERE NOT EXISTS (
            SELECT FROM updated WHERE updated.state = change.state
            AND updated.color IS NOT DISTINCT FROM change.color
            AND updated.type_id IS NOT DISTINCT FROM change.type_id
            AND updated.form_factor IS NOT DISTINCT FROM change.form_factor)
        """
}
