public import FleetCore
public import FleetSQL
public import Foundation

/// The sightings of the vehicles of one source in a transaction of the database, of a home and of
/// PostgreSQL alike.
public struct SightingTable {
    private let sql: any SQLTransaction
    private let source: UUID

    /// Creates access to the sightings of a source.
    public init(of source: UUID, in sql: any SQLTransaction) {
        (self.sql, self.source) = (sql, source)
    }

    private static let columns =
        "vehicle_id, seen_at, latitude, longitude, row_latitude, row_longitude"

    /// Returns the newest sighting of each vehicle, ordered by vehicle ID.
    /// - Parameter now: The displayed time; older ones than ``Sighting/lifetime`` are left out.
    public func latest(at now: Timestamp) throws -> [Sighting] {
        try sql.rows(
            """
            SELECT \(Self.columns) FROM sighting
            WHERE source = ?1 AND seen_at > ?2 AND NOT EXISTS (
                SELECT 1 FROM sighting AS newer
                WHERE newer.source = sighting.source AND newer.vehicle_id = sighting.vehicle_id
                    AND (newer.seen_at > sighting.seen_at
                        OR newer.seen_at = sighting.seen_at AND newer.id > sighting.id))
            ORDER BY vehicle_id
            """, [.uuid(source), .time(now - Sighting.lifetime)], Sighting.init(row:))
    }

    /// Returns the sightings of a vehicle, the newest first.
    /// - Parameter now: As for ``latest(at:)``.
    func all(of vehicleID: String, at now: Timestamp) throws -> [Sighting] {
        try sql.rows(
            """
            SELECT \(Self.columns) FROM sighting
            WHERE source = ?1 AND seen_at > ?2 AND vehicle_id = ?3
            ORDER BY seen_at DESC, id DESC
            """, [.uuid(source), .time(now - Sighting.lifetime), .text(vehicleID)],
            Sighting.init(row:))
    }

    /// Adds a sighting.
    /// - Parameters:
    ///   - id: A UUID of version 7.
    ///   - owner: The person who reports it.
    ///   - accuracy: The radius of the location in metres; `nil` if a person chose it.
    func add(
        _ sighting: Sighting, _ id: UUID, by owner: UUID, accuracy: Double? = nil,
        at now: Timestamp
    ) throws {
        try sql.execute(
            """
            INSERT INTO sighting (owner, id, source, vehicle_id, seen_at, reported_at,
                latitude, longitude, accuracy, row_latitude, row_longitude)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
            """,
            [
                .uuid(owner), .uuid(id), .uuid(source), .text(sighting.vehicleID),
                .time(sighting.seenAt), .time(now), .real(sighting.position.latitude),
                .real(sighting.position.longitude), .optional(accuracy),
                .optional(sighting.rowPosition?.latitude),
                .optional(sighting.rowPosition?.longitude),
            ])
    }

    /// Removes the sightings of a vehicle; returns whether there were any.
    public func remove(of vehicleID: String) throws -> Bool {
        try sql.execute(
            "DELETE FROM sighting WHERE source = ?1 AND vehicle_id = ?2",
            [.uuid(source), .text(vehicleID)]) > 0
    }
}

extension Sighting {
    fileprivate init?(row: any SQLRow) {
        guard let position = Position(latitude: row.real(2), longitude: row.real(3)) else {
            return nil
        }
        self.init(
            of: row.text(0) ?? "", at: position,
            seenAt: row.time(1) ?? Timestamp(milliseconds: 0),
            rowPosition: Position(latitude: row.real(4), longitude: row.real(5)))
    }
}
