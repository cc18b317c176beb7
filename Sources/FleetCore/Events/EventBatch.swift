/// The events between two snapshots, and the changes that were only counted.
public struct EventBatch: Equatable, Sendable {
    /// Counts of vehicles without an event of their own, because the feed rotates its IDs.
    public struct Turnover: Equatable, Sendable {
        /// IDs that are gone and were not matched with a new ID.
        public var departed = 0
        /// IDs that are new and were not matched with an old ID.
        public var arrived = 0
        /// Vehicles with a new ID, re-identified by their traits and location.
        public var renamed = 0

        /// Creates zero counts.
        public init() {}
    }

    /// The time of the later snapshot.
    public var at: Timestamp
    /// The events: present vehicles in the order of the feed, then the departed ones.
    public var events: [VehicleEvent] = []
    /// The changes that were only counted.
    public var turnover = Turnover()
    /// The number of vehicles missing all at once; the next snapshot decides whether they are gone.
    public var heldBack = 0

    /// Creates a batch without events.
    public init(at time: Timestamp) {
        at = time
    }

    /// The counts as one JSON object; `nil` if they are all zero.
    ///
    /// `{"event":"turnover","went":…,"came":…,"renamed":…,"at":…}`, and `held_back` unless it is 0.
    public var summaryJSON: UTF8Buffer? {
        guard turnover != Turnover() || heldBack > 0 else { return nil }
        var object = JSONObjectWriter()
        object.add("event", "turnover")
        object.add("went", turnover.departed)
        object.add("came", turnover.arrived)
        object.add("renamed", turnover.renamed)
        object.add("held_back", heldBack > 0 ? heldBack : nil)
        object.add("at", at)
        return object.text
    }

    /// The counts as text, such as `90 IDs changed, 2 gone, 3 new`; `nil` if they are all zero.
    public var summaryText: String? {
        var parts: [String] = []
        if turnover.renamed > 0 {
            parts.append(ShortText.count(turnover.renamed, "ID") + " changed")
        }
        if turnover.departed > 0 { parts.append("\(turnover.departed) gone") }
        if turnover.arrived > 0 { parts.append("\(turnover.arrived) new") }
        if heldBack > 0 { parts.append("\(heldBack) missing at once") }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

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

    /// Adds the zones that a vehicle entered and left.
    ///
    /// - Parameters:
    ///   - zones: The zones that contain it.
    ///   - left: The zones that contained it before.
    ///   - earlier: The vehicle in the snapshot before; `nil` if it was not there.
    mutating func addZones(
        _ zones: [String], before left: [String], of vehicle: TrackedVehicle,
        was earlier: TrackedVehicle?, since: Timestamp
    ) {
        func isIn(_ zone: String, _ zones: [String]) -> Bool {
            zones.contains { ByteOrder.equal($0, zone) }
        }
        let changes: [(VehicleEvent.Kind, [String])] = [
            (.zoneLeft, left.filter { !isIn($0, zones) }),
            (.zoneEntered, zones.filter { !isIn($0, left) }),
        ]
        for (kind, zones) in changes {
            for zone in zones {
                var event = event(kind, vehicle, since: since)
                event.zone = zone
                if let earlier {
                    let isRenamed = !ByteOrder.equal(vehicle.id, earlier.id)
                    event.previousID = isRenamed ? earlier.id : nil
                    let isObserved = !isRenamed && isBetween(vehicle.lastReported, since)
                    event.basis = isObserved ? .observed : .inferred
                }
                events.append(event)
            }
        }
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
        case .moved, .zoneEntered, .zoneLeft: hasReported
        case .reserved, .freed, .disabled, .enabled: true
        case .batteryChanged, .batteryLow, .batteryCharged: battery?.isEstimated == false
        }
    }
}

/// The result of comparing a snapshot with the one seen before it.
public struct EventUpdate: Equatable, Sendable {
    /// The events between the two.
    public var batch: EventBatch
    /// The number of snapshots between the two that were not compared.
    public var missedSnapshots: Int

    /// Creates an update.
    public init(_ batch: EventBatch, missedSnapshots: Int = 0) {
        (self.batch, self.missedSnapshots) = (batch, missedSnapshots)
    }
}
