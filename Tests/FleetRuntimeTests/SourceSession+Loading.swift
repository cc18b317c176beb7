import FleetCore

@testable import FleetRuntime

extension SourceSession {
    /// Returns the IDs of the stored vehicles, after a request if one is due.
    func loadedIDs(offline: Bool = false) async throws -> [String] {
        let content = try await fetchIfDue(FetchMode(offline: offline))
        guard content.store != nil else { return [] }
        var ids: [String] = []
        try content.read { try $0.forEachVehicle(VehicleQuery()) { ids.append($0.id) } }
        return ids
    }
}
