import FleetCore

// Vehicles that other sources have too.
extension StoredCheck {
    /// Most sources that a survey compares.
    private static let maxSources = 20
    /// Distance in degrees within which a vehicle with the same ID is the same one.
    private static let sameDegrees = 0.002
    /// Share of the smaller fleet from which on two sources are the same system, such as two versions
    /// of its feed.
    private static let sameSystem = 0.9

    /// Returns the vehicles of this source that are at the same place in another one.
    ///
    /// - Parameters:
    ///   - box: The rectangle around the vehicles, by which the sources to compare are found.
    ///   - total: The number of vehicles.
    func sharedVehicles(
        in box: ZoneArea.Box, of total: Int
    ) throws -> FeedObservation.Sample {
        let (latitudes, longitudes) = (box.latitudes, box.longitudes)
        let others = try transaction.rows(
            """
            SELECT id, info FROM source JOIN feed_check ON feed_check.source = source.id
            WHERE id <> ?1 AND south <= ?2 AND north >= ?3 AND west <= ?4 AND east >= ?5
            ORDER BY id LIMIT \(Self.maxSources)
            """,
            [
                .integer(source), .real(latitudes.upperBound), .real(latitudes.lowerBound),
                .real(longitudes.upperBound), .real(longitudes.lowerBound),
            ]
        ) { row -> (id: Int64, info: SnapshotInfo)? in
            guard let id = row.integer(0),
                let info: SnapshotInfo = StoredJSON.value(of: row.text(1))
            else { return nil }
            return (id, info)
        }
        var shared = FeedObservation.Sample()
        for other in others {
            let ids = try ids(sharedWith: other.id)
            guard Double(ids.count) < Double(min(total, other.info.total)) * Self.sameSystem else {
                continue
            }
            let name =
                other.info.feed.systemName.map { String($0.unicodeScalars.prefix(60)) }
                ?? "another source"
            for id in ids { shared.add(id, "also in \(name)") }
        }
        return shared
    }

    private func ids(sharedWith other: Int64) throws -> [String] {
        try transaction.rows(
            """
            SELECT vehicle.vehicle_id FROM vehicle JOIN vehicle AS other
            ON other.source = ?2 AND other.vehicle_id = vehicle.vehicle_id
            WHERE vehicle.source = ?1
            AND abs(vehicle.latitude - other.latitude) < \(Self.sameDegrees)
            AND abs(vehicle.longitude - other.longitude) < \(Self.sameDegrees)
            ORDER BY vehicle.vehicle_id
            """, [.integer(source), .integer(other)]
        ) { $0.text(0) }
    }
}
