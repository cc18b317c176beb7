import FleetCore
import FleetStore

extension StableIDResolver {
    /// Returns the vehicle with a stable ID; nil while it is missing from the feed.
    func vehicle(_ stableID: String, in reader: StoreReader) throws -> Vehicle? {
        guard !usesFeedIDs else { return try reader.vehicle(stableID, of: key) }
        let idExtractor = idExtractor()
        var found: Vehicle?
        try reader.forEachVehicle(VehicleQuery(), of: key) { vehicle in
            guard found == nil, let id = idExtractor(vehicle), ByteOrder.equal(id, stableID) else {
                return
            }
            found = vehicle
        }
        return found
    }
}
