import FleetCore
import FleetStore

extension StableCodes {
    /// The vehicle of which something is kept by a code; `nil` while it is away.
    func vehicle(_ code: String, in reader: StoreReader) throws -> Vehicle? {
        guard !areFeedCodes else { return try reader.vehicle(code, of: key) }
        let finder = finder()
        var found: Vehicle?
        try reader.forEachVehicle(VehicleQuery(), of: key) { vehicle in
            guard found == nil, let own = finder(vehicle), ByteOrder.equal(own, code) else {
                return
            }
            found = vehicle
        }
        return found
    }
}
