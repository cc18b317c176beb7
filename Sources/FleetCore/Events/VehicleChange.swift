/// What differs between two sightings of a vehicle.
struct VehicleChange {
    /// What happened, in the order in which it is told.
    var kinds: [VehicleEvent.Kind] = []
    var previousState: VehicleState?
    var previousPosition: Position?
    var distanceMeters: Double?
    var previousBattery: Battery?
}
