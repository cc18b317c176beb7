import FleetCore

/// Row of `vehicle_change`: the fields of a new or changed vehicle that a history needs.
package struct VehicleChange {
    /// Number of the vehicle while it is in the feed, which is the lower half of its row's ID.
    package let number: Int64
    /// Position in millionths of a degree, which is 11 cm; `nil` without one.
    package let latitude: Int64?
    package let longitude: Int64?
    package let state: String
    /// Battery level in percent, 0 to 100; `nil` if it is unknown.
    package let battery: Int64?

    init(_ vehicle: Vehicle, row: Int64) {
        number = row & 0xFFFF_FFFF
        latitude = vehicle.position.map { Int64(($0.latitude * 1e6).rounded()) }
        longitude = vehicle.position.map { Int64(($0.longitude * 1e6).rounded()) }
        state = vehicle.state.rawValue
        battery = vehicle.battery.map { Int64($0.percent.rounded()) }
    }
}

/// Row of `vehicle_removal`: a vehicle that left the feed, whose number another one may get.
package struct RemovedVehicle {
    package let number: Int64
    package let id: String

    init(row: Int64, id: String) {
        (number, self.id) = (row & 0xFFFF_FFFF, id)
    }
}
