import FleetCore
import FleetSQL
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
    /// Sites where it may be, by their locations.
    var sites: [SelectOption]
    var hasSites: Bool
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
        sites = try await Self.sites(near: detail.vehicle.position, request)
        hasSites = !sites.isEmpty
        undoAction = latest?.canUndo == true ? action + "/undo" : nil
    }

    private static let maxSites = 200

    /// Returns the sites that the person sees: near a location the nearest ones, by their names.
    private static func sites(
        near center: Position?, _ request: UserRequest
    ) async throws -> [SelectOption] {
        let sources = request.environment.sources.all.filter {
            request.access.rights.has(.fleet, on: $0.uuid)
        }
        let all = try await request.environment.snapshots.read { reader in
            try sources.flatMap { source in
                try reader.sites(of: source.vehicles).compactMap { site in
                    site.position.map { (name: site.name ?? site.id, position: $0) }
                }
            }
        }
        let nearest = center.map { center in
            all.map { (site: $0, distance: center.distance(to: $0.position)) }
                .sorted { $0.distance < $1.distance }.map(\.site)
        }
        return (nearest ?? all).prefix(maxSites).sorted { $0.name < $1.name }.map { site in
            SelectOption(
                value: "\(site.position.latitude),\(site.position.longitude)",
                label: TerminalText.limited(site.name), isSelected: false)
        }
    }
}
