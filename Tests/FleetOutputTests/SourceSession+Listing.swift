import FleetCore
import FleetRuntime

@testable import FleetOutput

extension SourceSession {
    /// Returns the IDs that a listing shows, and whether it is stale.
    func listedIDs(
        _ query: VehicleQuery = VehicleQuery(), offline: Bool = false, strict: Bool = false
    ) async throws -> (ids: [String], isStale: Bool) {
        try await withListing(query, FetchMode(offline: offline, strict: strict)) { listing in
            var ids: [String] = []
            try listing.vehicles { ids.append($0.id) }
            return (ids, listing.header.isStale)
        }
    }
}
