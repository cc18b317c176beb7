extension VehicleEvent {
    /// The event types of MDS 2.0 (`event_types`); empty if none applies.
    ///
    /// MDS describes state changes and their reasons, as known to the operator; a feed rarely gives
    /// a reason.
    ///
    /// - `reservation_start`: reserved while in service.
    /// - `reservation_cancel`: freed, in service, at the same position, with the same ID. A vehicle
    ///   that moved or has a new ID may have made a trip, which is `unspecified`.
    /// - `battery_low`, `battery_charged`: only if the vehicle left or entered service at the same
    ///   time, as MDS defines them.
    /// - `unspecified`: out of service or back in it, "the reason for the transition is not clear".
    ///
    /// Appearances, disappearances, moves and changes of charge have no type in MDS: they are not
    /// state changes visible in a feed.
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

    /// The MDS 2.0 state (`vehicle_state`); `nil` if it is unknown.
    ///
    /// MDS 2.0 has no such value: `non_contactable` and `missing` are for vehicles that the
    /// operator itself lost, and `unknown` exists in MDS 1 only.
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
        let isUnmoved = position != nil && distanceMeters == nil && previousID == nil
        return isUnmoved ? ["reservation_cancel"] : ["unspecified"]
    }
}
