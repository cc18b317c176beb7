import FleetCore
import FleetService
import FleetTeam
import Foundation

/// The newest sighting of a vehicle, and the form for another one: the keys of the template
/// `_sighting`.
struct SightingContext: Sendable {
    var vehicleId: String
    var action: String
    var apiUrl: String
    var idempotencyKey = UUID().uuidString
    var isSeen: Bool
    var seen: ShownTime?
    /// Absent for members who have not reported it.
    var seenBy: String?
    /// Absent unless the person can undo it.
    var undoAction: String?

    /// Creates the keys; `nil` unless the person can report where the vehicle is.
    init?(
        of detail: VehicleDetail, _ source: PolledSource, _ request: UserRequest
    ) async throws {
        let id = detail.vehicle.id
        // The IDs `.` and `..` cannot be segments of a path.
        guard detail.feed.isTable, detail.lastSeen == nil, ![".", ".."].contains(id),
            request.access.rights.has(.write, on: source.uuid)
        else { return nil }
        let latest = try await request.access.sightings.latest(of: id, in: source.uuid)
        (vehicleId, action) = (id, source.path(of: id) + "/sighting")
        apiUrl = source.apiPath + "/vehicles/" + PercentEncoding.encoded(id) + "/sightings"
        isSeen = latest != nil
        seen = latest.map { request.time($0.seenAt) }
        seenBy = latest?.by
        undoAction = latest?.canUndo == true ? action + "/undo" : nil
    }
}
