/// The vehicles of one snapshot, by their codes.
struct Sightings: Sendable {
    /// The vehicles, and after them those that are held back.
    var vehicles: [KnownVehicle] = []
    /// Where each lies in the list.
    private(set) var places: [VehicleKey: Int32] = [:]

    init() {}

    /// Takes what is compared of each vehicle; of two with the same code the later one.
    init(_ all: some Sequence<Vehicle>) {
        vehicles.reserveCapacity(all.underestimatedCount)
        places.reserveCapacity(all.underestimatedCount)
        for vehicle in all { insert(KnownVehicle(vehicle)) }
    }

    mutating func insert(_ vehicle: KnownVehicle) {
        let place = places[VehicleKey(id: vehicle.id), default: Int32(vehicles.count)]
        if Int(place) < vehicles.count {
            vehicles[Int(place)] = vehicle
        } else {
            places[VehicleKey(id: vehicle.id)] = place
            vehicles.append(vehicle)
        }
    }
}
