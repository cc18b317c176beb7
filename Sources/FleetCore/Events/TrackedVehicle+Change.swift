extension TrackedVehicle {
    /// Adopts the state of an earlier snapshot and returns the differences.
    ///
    /// An equal ID proves that it is the same vehicle. If only the location matches, a charge that
    /// differs as after a battery swap is not reported: it may be that of a neighbor.
    mutating func follow(_ earlier: TrackedVehicle) -> VehicleChange {
        var change = VehicleChange()
        followPosition(earlier, &change)
        followState(earlier, &change)
        followCharge(earlier, &change)
        return change
    }

    private mutating func followPosition(_ earlier: TrackedVehicle, _ change: inout VehicleChange) {
        reportedPosition = earlier.reportedPosition ?? position
        guard let position else { position = earlier.position; return }
        guard position != earlier.position, let reported = earlier.reportedPosition else { return }
        let distance = position.distance(to: reported)
        guard distance >= Self.minMoveMeters, !position.isRounded(like: reported) else { return }
        reportedPosition = position
        change.kinds.append(.moved)
        change.previousPosition = reported
        change.distanceMeters = distance
    }

    private mutating func followState(_ earlier: TrackedVehicle, _ change: inout VehicleChange) {
        if let isReserved, let was = earlier.isReserved, was != isReserved {
            change.kinds.append(isReserved ? .reserved : .freed)
        }
        if let isDisabled, let was = earlier.isDisabled, was != isDisabled {
            change.kinds.append(isDisabled ? .disabled : .enabled)
        }
        isReserved = isReserved ?? earlier.isReserved
        isDisabled = isDisabled ?? earlier.isDisabled
        let was = earlier.state
        if was != state, was != .unknown { change.previousState = was }
    }

    private mutating func followCharge(_ earlier: TrackedVehicle, _ change: inout VehicleChange) {
        guard var state = earlier.charge else { return }
        let reported = state.reported
        if let battery = charge?.current {
            if id != earlier.id,
                abs(battery.percent - state.current.percent) >= BatteryEventState.rise
            {
                state.restart(at: battery)
            } else if let kind = state.change(to: battery) {
                change.kinds.append(kind)
                change.previousBattery = reported
            }
        }
        charge = state
    }
}
