/// The part of a vehicle that is compared with the next snapshot.
struct TrackedVehicle: Sendable {
    let id: String
    /// Hash of the traits that survive an ID rotation: type, form factor, propulsion type and
    /// color.
    let traits: UInt64
    /// The last known position.
    var position: Position?
    /// The first position, or the one in the last move event.
    var reportedPosition: Position?
    /// Hash of the station ID; 0 if there is none.
    let station: UInt64
    /// The vehicle's `last_reported`.
    let lastReported: Timestamp?
    // The last known values; a value missing from the feed is unchanged.
    var isReserved: Bool?
    var isDisabled: Bool?
    /// The battery events so far.
    var charge: BatteryEventState?
    /// The time when it was first missing, if it is held back.
    var missingSince: Timestamp?

    /// The minimum distance of a move; less is noise of the receiver or of rounding.
    static let minMoveMeters = 50.0

    init(_ vehicle: Vehicle) {
        id = vehicle.id
        traits = Self.traits(of: vehicle)
        position = vehicle.position
        reportedPosition = vehicle.position
        station = vehicle.stationID.map { StableHash.hash($0) } ?? 0
        lastReported = vehicle.lastReported
        isReserved = vehicle.isReserved
        isDisabled = vehicle.isDisabled
        charge = vehicle.battery.map(BatteryEventState.init)
    }

    var state: VehicleState { VehicleState(isReserved: isReserved, isDisabled: isDisabled) }

    private static func traits(of vehicle: Vehicle) -> UInt64 {
        var hash = StableHash()
        hash.combine(vehicle.typeID ?? "")
        hash.combine(vehicle.formFactor ?? "")
        hash.combine(vehicle.propulsionType ?? "")
        hash.combine(vehicle.color?.name ?? "")
        return hash.value
    }
}
