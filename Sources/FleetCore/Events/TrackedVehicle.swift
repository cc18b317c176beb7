/// The part of a vehicle that is compared with the next snapshot.
public struct TrackedVehicle: Sendable {
    /// The vehicle's ID.
    public let id: String
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
    var namedState: VehicleState?
    /// The battery events so far.
    var charge: BatteryEventState?
    /// The time when it was first missing, if it is held back.
    var missingSince: Timestamp?
    /// Whether it matches the filter of the events.
    let isSelected: Bool
    /// Whether it also matched the filter at its reported position.
    private(set) var wasSelectedWhereReported = false

    /// The minimum distance of a move; less is noise of the receiver or of rounding.
    private static let minMoveMeters = 50.0

    init(_ vehicle: Vehicle, _ criteria: EventCriteria) {
        id = vehicle.id
        isSelected = criteria.matches(vehicle)
        traits = Self.traits(of: vehicle)
        position = vehicle.position
        reportedPosition = vehicle.position
        station = vehicle.stationID.map { StableHash.hash($0) } ?? 0
        lastReported = vehicle.lastReported
        isReserved = vehicle.isReserved
        isDisabled = vehicle.isDisabled
        namedState = vehicle.namedState
        charge = vehicle.battery.map { BatteryEventState($0, criteria.battery) }
    }

    var state: VehicleState {
        namedState ?? VehicleState(isReserved: isReserved, isDisabled: isDisabled)
    }

    private static func traits(of vehicle: Vehicle) -> UInt64 {
        var hash = StableHash()
        hash.combine(vehicle.typeID ?? "")
        hash.combine(vehicle.formFactor ?? "")
        hash.combine(vehicle.propulsionType ?? "")
        hash.combine(vehicle.color?.name ?? "")
        return hash.value
    }
}

/// The differences between two snapshots of a vehicle.
struct VehicleChange {
    /// The events, in the order in which they are reported.
    var kinds: [VehicleEvent.Kind] = []
    var previousState: VehicleState?
    var previousPosition: Position?
    var distanceMeters: Double?
    var previousBattery: Battery?
}

extension TrackedVehicle {
    /// Adopts the state of an earlier snapshot and returns the differences.
    ///
    /// An equal ID proves that it is the same vehicle. If only the location matches, a charge that
    /// differs as after a battery swap is not reported: it may be that of a neighbor.
    mutating func follow(
        _ earlier: TrackedVehicle, _ battery: BatteryThresholds
    ) -> VehicleChange {
        var change = VehicleChange()
        followPosition(earlier, &change)
        followState(earlier, &change)
        followCharge(earlier, battery, &change)
        let hasMoved = change.previousPosition != nil
        wasSelectedWhereReported =
            !hasMoved && (earlier.wasSelectedWhereReported || earlier.isSelected)
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
        namedState = namedState ?? earlier.namedState
        let was = earlier.state
        if was != state, was != .unknown { change.previousState = was }
    }

    private mutating func followCharge(
        _ earlier: TrackedVehicle, _ thresholds: BatteryThresholds, _ change: inout VehicleChange
    ) {
        guard var state = earlier.charge else { return }
        let reported = state.reported
        if let battery = charge?.current {
            if id != earlier.id,
                abs(battery.percent - state.current.percent) >= BatteryEventState.rise
            {
                state.restart(at: battery, thresholds)
            } else if let kind = state.change(to: battery, thresholds) {
                change.kinds.append(kind)
                change.previousBattery = reported
            }
        }
        charge = state
    }
}

extension Position {
    /// Returns whether two positions may be the same one, rounded to two or three decimals.
    ///
    /// A position between two steps of such coordinates is rounded to one or the other, and a step
    /// is up to a kilometre. Exact coordinates that happen to be this round are too rare to matter.
    fileprivate func isRounded(like other: Position) -> Bool {
        for scale in [100.0, 1000.0] where isRounded(to: scale) && other.isRounded(to: scale) {
            return abs(latitude - other.latitude) * scale < 1.5
                && abs(longitude - other.longitude) * scale < 1.5
        }
        return false
    }

    private func isRounded(to scale: Double) -> Bool {
        let digits = (latitude * scale, longitude * scale)
        return abs(digits.0 - digits.0.rounded()) < 1e-6
            && abs(digits.1 - digits.1.rounded()) < 1e-6
    }
}

/// The vehicles of one snapshot, by ID.
struct TrackedVehicles: Sendable {
    /// The vehicles of the snapshot, followed by those that are held back.
    var vehicles: [TrackedVehicle] = []
    /// The index of each vehicle in the list.
    private(set) var indices: [ByteString: Int32] = [:]

    init() {}

    /// Creates the list; of two vehicles with the same ID the later one is used.
    init(_ all: some Sequence<Vehicle>, _ criteria: EventCriteria) {
        vehicles.reserveCapacity(all.underestimatedCount)
        indices.reserveCapacity(all.underestimatedCount)
        for vehicle in all { insert(TrackedVehicle(vehicle, criteria)) }
    }

    mutating func insert(_ vehicle: TrackedVehicle) {
        let index = indices[ByteString(vehicle.id), default: Int32(vehicles.count)]
        if Int(index) < vehicles.count {
            vehicles[Int(index)] = vehicle
        } else {
            indices[ByteString(vehicle.id)] = index
            vehicles.append(vehicle)
        }
    }
}
