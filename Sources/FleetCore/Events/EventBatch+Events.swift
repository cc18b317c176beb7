extension EventBatch {
    /// Adds the changes of a vehicle that is in both snapshots.
    mutating func add(
        _ change: VehicleChange, of vehicle: TrackedVehicle, was earlier: TrackedVehicle,
        since: Timestamp
    ) {
        guard !change.kinds.isEmpty else { return }
        let isRenamed = !ByteOrder.equal(vehicle.id, earlier.id)
        var event = event(.moved, vehicle, since: since)
        event.previousID = isRenamed ? earlier.id : nil
        event.previousPosition = change.previousPosition
        event.distanceMeters = change.distanceMeters
        event.previousState = change.previousState
        event.previousBattery = change.previousBattery
        let hasReported = isBetween(vehicle.lastReported, since)
        for kind in change.kinds {
            event.kind = kind
            event.basis = .observed
            if isRenamed || !Self.isInFeed(kind, hasReported, event.battery) {
                event.basis = .inferred
            }
            events.append(event)
        }
    }

    /// Adds the appearance of a vehicle.
    mutating func addAppearance(of vehicle: TrackedVehicle, since: Timestamp) {
        events.append(event(.appeared, vehicle, since: since))
    }

    /// Adds the disappearance of a vehicle, at the time when it was first missing.
    mutating func addDisappearance(of vehicle: TrackedVehicle) {
        var event = VehicleEvent(
            .disappeared, .inferred, at: vehicle.missingSince ?? at, vehicleID: vehicle.id)
        event.position = vehicle.position
        event.battery = vehicle.charge?.current
        if vehicle.state != .unknown { event.previousState = vehicle.state }
        events.append(event)
    }

    private func event(
        _ kind: VehicleEvent.Kind, _ vehicle: TrackedVehicle, since: Timestamp
    ) -> VehicleEvent {
        let reported = isBetween(vehicle.lastReported, since) ? vehicle.lastReported : nil
        var event = VehicleEvent(
            kind, .inferred, at: reported ?? at, vehicleID: vehicle.id, state: vehicle.state)
        event.position = vehicle.position
        event.battery = vehicle.charge?.current
        return event
    }

    private func isBetween(_ time: Timestamp?, _ since: Timestamp) -> Bool {
        guard let time else { return false }
        return time > since && time <= at
    }

    /// Returns whether the feed itself contains an event of a vehicle whose ID did not change.
    private static func isInFeed(
        _ kind: VehicleEvent.Kind, _ hasReported: Bool, _ battery: Battery?
    ) -> Bool {
        switch kind {
        case .appeared, .disappeared: false
        case .moved: hasReported
        case .reserved, .freed, .disabled, .enabled: true
        case .batteryChanged, .batteryLow, .batteryCharged: battery?.isEstimated == false
        }
    }
}
