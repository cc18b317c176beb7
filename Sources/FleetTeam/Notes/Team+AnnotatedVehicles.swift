import FleetSQL
public import Foundation

extension Team {
    /// Returns the IDs of the vehicles that are a favorite or have a note of anybody, by source.
    public func annotatedVehicles() async throws -> [UUID: [String]] {
        let found = try await read { transaction in
            try transaction.sql.rows(
                """
                SELECT source, vehicle_id FROM favorite
                UNION SELECT source, vehicle_id FROM note WHERE vehicle_id IS NOT NULL
                """, []
            ) { row in row.uuid(0).flatMap { source in row.text(1).map { (source, $0) } } }
        }
        return Dictionary(grouping: found, by: \.0).mapValues { $0.map(\.1) }
    }
}
