import FleetCore

/// Facets of a vehicle, which are read first, so that the texts of a vehicle that does not match are
/// never copied.
struct VehicleFacets {
    /// The type; `nil` if the vehicle has none.
    let type: ResolvedVehicleType?
    /// The color of the vehicle itself, unless the user set one for its type.
    var ownColor: VehicleColor?
    var isReserved: Bool?
    var isDisabled: Bool?
    var namedState: VehicleState?

    init(type: ResolvedVehicleType?) {
        self.type = type
    }

    /// The named state, or else that of the two booleans.
    var state: VehicleState {
        namedState ?? VehicleState(isReserved: isReserved, isDisabled: isDisabled)
    }
}
