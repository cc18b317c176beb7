/// The vehicles of one snapshot, by ID.
struct TrackedVehicles: Sendable {
    /// The vehicles of the snapshot, followed by those that are held back.
    var vehicles: [TrackedVehicle] = []
    /// The index of each vehicle in the list.
    private(set) var indices: [VehicleKey: Int32] = [:]

    init() {}

    /// Creates the list; of two vehicles with the same ID the later one is used.
    init(_ all: some Sequence<Vehicle>) {
        vehicles.reserveCapacity(all.underestimatedCount)
        indices.reserveCapacity(all.underestimatedCount)
        for vehicle in all { insert(TrackedVehicle(vehicle)) }
    }

    mutating func insert(_ vehicle: TrackedVehicle) {
        let index = indices[VehicleKey(id: vehicle.id), default: Int32(vehicles.count)]
        if Int(index) < vehicles.count {
            vehicles[Int(index)] = vehicle
        } else {
            indices[VehicleKey(id: vehicle.id)] = index
            vehicles.append(vehicle)
        }
    }
}
