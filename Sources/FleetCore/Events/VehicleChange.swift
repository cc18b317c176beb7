/// The differences between two snapshots of a vehicle.
struct VehicleChange {
    /// The events, in the order in which they are reported.
    var kinds: [VehicleEvent.Kind] = []
    var previousState: VehicleState?
    var previousPosition: Position?
    var distanceMeters: Double?
    var previousBattery: Battery?
}
