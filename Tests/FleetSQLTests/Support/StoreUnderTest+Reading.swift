import FleetCore
import FleetSQL

// Each of these reads in its own transaction; `snapshots.read` combines several in one.
extension StoreUnderTest {
    /// Returns the number of vehicles that match a query: see ``SnapshotReader/counts(_:of:)``.
    func counts(_ query: VehicleQuery, of key: SourceKey) throws -> VehicleCounts {
        try snapshots.read { try $0.counts(query, of: key) }
    }

    /// Returns the number of vehicles per color of a source, most frequent first.
    func colorCounts(of key: SourceKey) throws -> [ColorCount] {
        try snapshots.read { try $0.colorCounts(of: key) }
    }

    /// Calls `body` with each vehicle of a query: see ``SnapshotReader/forEachVehicle(_:of:_:)``.
    func forEachVehicle(
        _ query: VehicleQuery, of key: SourceKey, _ body: (Vehicle) throws -> Void
    ) throws {
        try snapshots.read { try $0.forEachVehicle(query, of: key, body) }
    }

    /// Returns the vehicle with exactly this ID, byte for byte.
    func vehicle(_ id: String, of key: SourceKey) throws -> Vehicle? {
        try snapshots.read { try $0.vehicle(id, of: key) }
    }

    /// Returns the vehicles whose IDs match `id`: see ``SnapshotReader/vehicles(_:_:of:limit:)``.
    func vehicles(
        _ match: IDMatch, _ id: String, of key: SourceKey, limit: Int = 10
    ) throws -> [Vehicle] {
        try snapshots.read { try $0.vehicles(match, id, of: key, limit: limit) }
    }
}

extension SnapshotStore {
    /// Stores an outcome, and records no changes.
    func commit(_ outcome: FetchOutcome, for key: SourceKey) async throws -> SnapshotInfo {
        try await commit(outcome, for: key, recording: nil)
    }
}
