package import FleetCore
import Foundation

/// Remover of what the history of a source has of one vehicle, for requests of deletion.
///
/// The vehicle stays in the present snapshot, and its next changes are kept again.
package struct VehicleRemoval {
    private let source: Int64
    /// The commit with the base with which the history begins; `nil` without a history.
    private let keptSince: Int64?
    private let transaction: any CommitTransaction

    /// Creates a remover within an open write transaction; `nil` if the source is not stored.
    package init?(of key: SourceKey, in transaction: any CommitTransaction) throws {
        guard let source = try StoredSource(key, locking: true, in: transaction)?.id else {
            return nil
        }
        keptSince = try ChangeStream.stored(of: source, in: transaction).keptSince
        (self.source, self.transaction) = (source, transaction)
    }

    /// A row of the vehicle in the log.
    private struct Row {
        let vehicle: PastVehicle
        let sequence: Int64
    }

    /// Removes the rows and events of a vehicle, and the examples of findings that name it.
    ///
    /// - Parameter time: Only what is before this time; `nil` for everything.
    /// - Returns: Whether there was anything of it; `nil` if there was not, nor a history.
    package func remove(_ id: String, before time: Timestamp?) throws -> Bool? {
        let hadExamples = try StoredCheck(source: source, transaction: transaction)
            .removeExamples(of: id, before: time)
        guard let keptSince else { return hadExamples ? true : nil }
        let log = LoggedRows(source: source, transaction: transaction)
        let found = try log.newest(ofVehicle: id)
        for (number, newest) in found {
            var rows: [Row] = []
            try log.forEach(of: number, from: newest, after: 0) { vehicle, sequence, _ in
                rows.append(Row(vehicle: vehicle, sequence: sequence))
            }
            if let time {
                try remove(number, id, rows, before: time, keptSince)
            } else {
                try removeRows(number, rows.map(\.sequence), basesBefore: .max)
                try forget(number, id)
            }
        }
        try transaction.execute(
            "DELETE FROM event WHERE source = ?1 AND vehicle_id = ?2 AND at < ?3",
            [.integer(source), .text(id), .integer(time?.milliseconds ?? .max)])
        // Readers that follow the stream load the list again.
        try transaction.execute(
            "UPDATE change_stream SET uuid = ?2 WHERE source = ?1",
            [.integer(source), .text(UUID().uuidString.lowercased())])
        return hadExamples || !found.isEmpty
    }

    /// Removes the rows before a time; the one that the vehicle had then moves to the last commit
    /// before it.
    private func remove(
        _ number: VehicleNumber, _ id: String, _ rows: [Row], before time: Timestamp,
        _ keptSince: Int64
    ) throws {
        let last = try transaction.integer(
            """
            SELECT coalesce(max(sequence), 0) FROM change_commit
            WHERE source = ?1 AND fetched_at <= ?2
            """, [.integer(source), .integer(time.milliseconds)])
        guard last > keptSince else { return }
        let logged = LoggedRows(source: source, transaction: transaction)
        let early = rows.filter { $0.sequence <= last }
        let state = try early.first?.vehicle ?? logged.base(keptSince, of: number)
        try removeRows(number, early.map(\.sequence), basesBefore: last)
        let next = rows.last { $0.sequence > last }
        guard let state, state.state != nil else {
            if next == nil { try forget(number, id) }
            return
        }
        try transaction.insert(
            [state], into: "vehicle_change", ["source", "sequence"] + PastVehicle.columns
        ) { row, columns in
            try columns.bind(Int32(source))
            try columns.bind(Int32(last))
            try row.bind(to: columns)
        }
        if let next {
            try transaction.execute(
                """
                UPDATE vehicle_change SET previous = ?2
                WHERE source = ?1 AND sequence = ?3 AND vehicle = ?4
                """,
                [
                    .integer(source), .integer(last), .integer(next.sequence),
                    .integer(Int64(number)),
                ])
        } else {
            try transaction.execute(
                "UPDATE vehicle SET logged_at = ?3 WHERE source = ?1 AND vehicle_id = ?2",
                [.integer(source), .text(id), .integer(last)])
        }
    }

    private func removeRows(
        _ number: VehicleNumber, _ sequences: [Int64], basesBefore end: Int64
    ) throws {
        let values: [SQLValue] = [.integer(source), .integer(Int64(number))]
        let isOne = transaction.dialect.isOne("sequence", of: sequences)
        try transaction.execute(
            SQLFragment(
                sql: "DELETE FROM vehicle_change WHERE source = ? AND vehicle = ? AND \(isOne.sql)",
                values: values + isOne.values))
        try transaction.execute(
            """
            DELETE FROM vehicle_base WHERE source = ?1 AND vehicle = ?2 AND sequence IN (
                SELECT sequence FROM change_commit
                WHERE source = ?1 AND is_base = 1 AND sequence < ?3)
            """, values + [.integer(end)])
    }

    /// Removes the vehicle from the log; its next row, with the next snapshot, begins it again.
    private func forget(_ number: VehicleNumber, _ id: String) throws {
        try transaction.execute(
            "DELETE FROM logged_vehicle WHERE source = ?1 AND number = ?2",
            [.integer(source), .integer(Int64(number))])
        try transaction.execute(
            """
            UPDATE vehicle SET version = NULL, logged_at = NULL,
                digest = CASE WHEN digest > 0 THEN digest - 1 ELSE digest + 1 END
            WHERE source = ?1 AND vehicle_id = ?2
            """, [.integer(source), .text(id)])
    }
}
