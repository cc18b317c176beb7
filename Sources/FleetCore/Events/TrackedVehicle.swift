/// What is kept of a vehicle from one snapshot to the next: only what is compared.
struct KnownVehicle: Sendable {
    /// Its code.
    let id: String
    /// What does not change when its code does: the type, its form and propulsion, and the color.
    let kind: UInt64
    /// Where it was last seen.
    var position: Position?
    /// Where it was last told to be.
    var toldPosition: Position?
    /// The station it stands at, as a hash; 0 is none.
    let station: UInt64
    /// The time that the feed gives for it.
    let lastReported: Timestamp?
    /// The last that was said of each; what a feed leaves out is no change.
    var isReserved: Bool?
    var isDisabled: Bool?
    /// What was told of its charge.
    var charge: ChargeWatch?
    /// When it was first missing, if it is held back.
    var missingSince: Timestamp?

    /// From here on a vehicle has moved; what is less is the noise of its receiver, or of rounding.
    static let leastMove = 50.0

    init(_ vehicle: Vehicle) {
        id = vehicle.id
        kind = Self.kind(of: vehicle)
        position = vehicle.position
        toldPosition = vehicle.position
        station = vehicle.stationID.map { StableHash.hash($0) } ?? 0
        lastReported = vehicle.lastReported
        isReserved = vehicle.isReserved
        isDisabled = vehicle.isDisabled
        charge = vehicle.battery.map(ChargeWatch.init)
    }

    /// Whether it can be taken.
    var state: VehicleState { VehicleState(isReserved: isReserved, isDisabled: isDisabled) }

    private static func kind(of vehicle: Vehicle) -> UInt64 {
        var hash = StableHash()
        hash.combine(vehicle.typeID ?? "")
        hash.combine(vehicle.formFactor ?? "")
        hash.combine(vehicle.propulsionType ?? "")
        hash.combine(vehicle.color?.name ?? "")
        return hash.value
    }
}
