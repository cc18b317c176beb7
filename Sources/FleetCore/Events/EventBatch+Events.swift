extension EventBatch {
    /// Tells what changed of a vehicle that is in both snapshots.
    mutating func add(
        _ change: VehicleChange, of vehicle: KnownVehicle, was earlier: KnownVehicle,
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
            if isRenamed || !Self.isSaid(kind, hasReported, event.battery) {
                event.basis = .inferred
            }
            events.append(event)
        }
    }

    /// Tells that a vehicle is there that was not.
    mutating func addAppearance(of vehicle: KnownVehicle, since: Timestamp) {
        events.append(event(.appeared, vehicle, since: since))
    }

    /// Tells that a vehicle is not there that was: at the time when it was first missing.
    mutating func addDisappearance(of vehicle: KnownVehicle) {
        var event = VehicleEvent(
            .disappeared, .inferred, at: vehicle.missingSince ?? at, vehicleID: vehicle.id)
        event.position = vehicle.position
        event.battery = vehicle.charge?.seen
        if vehicle.state != .unknown { event.previousState = vehicle.state }
        events.append(event)
    }

    private func event(
        _ kind: VehicleEvent.Kind, _ vehicle: KnownVehicle, since: Timestamp
    ) -> VehicleEvent {
        let reported = isBetween(vehicle.lastReported, since) ? vehicle.lastReported : nil
        var event = VehicleEvent(
            kind, .inferred, at: reported ?? at, vehicleID: vehicle.id, state: vehicle.state)
        event.position = vehicle.position
        event.battery = vehicle.charge?.seen
        return event
    }

    private func isBetween(_ time: Timestamp?, _ since: Timestamp) -> Bool {
        guard let time else { return false }
        return time > since && time <= at
    }

    /// Whether the feed itself says such a thing of a vehicle that keeps its code.
    private static func isSaid(
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
