extension KnownVehicle {
    /// Takes over what is known from an earlier sighting, and returns what differs from it.
    ///
    /// Whether it is the same vehicle is certain if its code is. If only its place says so, a
    /// charge that differs by as much as a new battery is not told: it may be its neighbor's.
    mutating func follow(_ earlier: KnownVehicle) -> VehicleChange {
        var change = VehicleChange()
        followPlace(earlier, &change)
        followState(earlier, &change)
        followCharge(earlier, &change)
        return change
    }

    private mutating func followPlace(_ earlier: KnownVehicle, _ change: inout VehicleChange) {
        toldPosition = earlier.toldPosition ?? position
        guard let position else { position = earlier.position; return }
        guard position != earlier.position, let told = earlier.toldPosition else { return }
        let distance = position.distance(to: told)
        guard distance >= Self.leastMove, !position.isRounded(like: told) else { return }
        toldPosition = position
        change.kinds.append(.moved)
        change.previousPosition = told
        change.distanceMeters = distance
    }

    private mutating func followState(_ earlier: KnownVehicle, _ change: inout VehicleChange) {
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

    private mutating func followCharge(_ earlier: KnownVehicle, _ change: inout VehicleChange) {
        guard var watch = earlier.charge else { return }
        let told = watch.told
        if let battery = charge?.seen {
            if id != earlier.id, abs(battery.percent - watch.seen.percent) >= ChargeWatch.rise {
                watch.restart(at: battery)
            } else if let kind = watch.change(to: battery) {
                change.kinds.append(kind)
                change.previousBattery = told
            }
        }
        charge = watch
    }
}
