extension VehicleEvent {
    /// The event in the words of MDS 2.0 (`event_types`); empty where MDS has none that fits.
    ///
    /// MDS tells of changes of state, by those who know the reason; a feed rarely gives one.
    ///
    /// - `reservation_start`: reserved while in service.
    /// - `reservation_cancel`: freed, in service, at its place and under its code. One that moved or
    ///   has a new code may have made a trip, which is `unspecified`.
    /// - `battery_low`, `battery_charged`: only if it left or entered service with it, as MDS
    ///   defines them.
    /// - `unspecified`: out of service or back in it, "the reason for the transition is not clear".
    ///
    /// Appearances, disappearances, moves and changes of charge have no word in MDS: they are no
    /// changes of state that a feed could know of.
    public var mdsEventTypes: [String] {
        switch kind {
        case .appeared, .disappeared, .moved, .batteryChanged: []
        case .reserved: state == .reserved ? ["reservation_start"] : []
        case .freed: freedTypes
        case .disabled, .enabled: ["unspecified"]
        case .batteryLow:
            state == .disabled && previousState == .available ? ["battery_low"] : []
        case .batteryCharged:
            state == .available && previousState == .disabled ? ["battery_charged"] : []
        }
    }

    /// The state in the words of MDS 2.0 (`vehicle_state`); `nil` where it is not known.
    ///
    /// MDS 2.0 has no word for that: its `non_contactable` and `missing` are of vehicles that the
    /// operator itself lost, and `unknown` was in MDS 1 only.
    public var mdsVehicleState: String? {
        switch state {
        case .available: "available"
        case .reserved: "reserved"
        case .disabled: "non_operational"
        case .unknown: nil
        }
    }

    private var freedTypes: [String] {
        guard state == .available else { return [] }
        let isInPlace = position != nil && distanceMeters == nil && previousID == nil
        return isInPlace ? ["reservation_cancel"] : ["unspecified"]
    }
}
