import FleetCore
import FleetSQL
import FleetService

extension UserRequest {
    /// Returns the recorded past of a vehicle.
    /// - Parameter position: Only events before this position; `nil` means from the newest.
    func past(
        ofVehicle id: String, _ source: PolledSource, before position: EventPosition?, limit: Int
    ) async throws -> VehiclePast {
        let changes = try await environment.snapshots.withStore { $0.changes }
        return try await changes.past(
            ofVehicle: id, of: source.uuid, before: position, limit: limit)
    }
}
