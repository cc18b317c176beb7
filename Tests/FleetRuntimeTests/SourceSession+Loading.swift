import FleetCore

@testable import FleetRuntime

extension SourceSession {
    /// Returns the IDs of the stored vehicles, after a request if one is due.
    func loadedIDs(offline: Bool = false) async throws -> [String] {
        guard
            case .stored(let store, let key, _) = try await fetchIfDue(FetchMode(offline: offline))
        else { return [] }
        var ids: [String] = []
        try store.read(key) { try $0.forEachVehicle(VehicleQuery()) { ids.append($0.id) } }
        return ids
    }
}
