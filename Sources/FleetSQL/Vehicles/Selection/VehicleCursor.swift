package import FleetCore

extension SnapshotReader {
    /// Returns a function that reads the vehicles of a query one by one, for a list of several
    /// sources; it needs 8 bytes for each vehicle, and reads some hundred at a time.
    package func cursor(of query: VehicleQuery, from key: SourceKey) throws -> VehicleCursor {
        var rows = (try rowIDs(matching: query, of: key) { true } ?? [])[...]
        var vehicles: ArraySlice<Vehicle> = []
        return {
            while vehicles.isEmpty, !rows.isEmpty {
                let window = rows.prefix(256)
                rows = rows.dropFirst(window.count)
                vehicles = try self.vehicles(at: window, of: key).compactMap(\.self)[...]
            }
            return vehicles.popFirst()
        }
    }
}
