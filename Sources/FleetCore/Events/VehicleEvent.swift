/// A change of a vehicle between snapshots of its feed.
///
/// A public feed cannot prove a trip, so there is no trip event: a rented vehicle disappears, and
/// appears or moves later.
public struct VehicleEvent: Equatable, Sendable {
    /// The kind of an event.
    public enum Kind: String, CaseIterable, Sendable {
        /// It is new in the feed.
        case appeared
        /// It is no longer in the feed.
        case disappeared
        /// It is 50 metres or more from its last reported position.
        case moved
        /// It was reserved.
        case reserved
        /// It is no longer reserved.
        case freed
        /// It went out of service.
        case disabled
        /// It came back into service.
        case enabled
        /// Its charge changed by a percentage point or more, without becoming low or charged.
        case batteryChanged = "battery_changed"
        /// Its charge fell to the low threshold (20 %) or less; again only after it was more than 5
        /// points above it.
        case batteryLow = "battery_low"
        /// Its charge rose by 20 points or more between two snapshots, or reached the full
        /// threshold (90 %) after being low.
        case batteryCharged = "battery_charged"
        /// It moved into a zone of the filter, or appeared there.
        case zoneEntered = "zone_entered"
        /// It moved out of a zone of the filter, or appeared outside after it had left the feed
        /// there.
        case zoneLeft = "zone_left"
    }

    /// The basis of an event.
    public enum Basis: String, Sendable {
        /// The feed contains it: a member of the same vehicle changed, or the vehicle reported its
        /// new position between the snapshots (`last_reported`).
        case observed
        /// It was inferred from two snapshots: an appearance, a disappearance, a move without a
        /// time, a charge estimated from the range, and every event of a vehicle re-identified by
        /// its location.
        case inferred
    }

    /// The kind of the event.
    public var kind: Kind
    /// The basis of the event.
    public var basis: Basis
    /// The time: the vehicle's `last_reported` if it lies between the two snapshots, else the time
    /// of the later one.
    public var at: Timestamp
    /// The vehicle's ID.
    public var vehicleID: String
    /// The previous ID, if it changed.
    public var previousID: String?
    /// The current or last known position; `nil` if it is unknown.
    public var position: Position?
    /// The last reported position, if the vehicle moved.
    public var previousPosition: Position?
    /// The distance of the move, in metres.
    public var distanceMeters: Double?
    /// The vehicle's state.
    ///
    /// A value missing from the feed is unchanged. The state is unknown once the vehicle has
    /// disappeared.
    public var state: VehicleState
    /// The previous state, if it changed.
    public var previousState: VehicleState?
    /// The charge.
    public var battery: Battery?
    /// The last reported charge, if it changed.
    public var previousBattery: Battery?
    /// The name of the zone that it entered or left.
    public var zone: String?

    /// Creates an event; the other properties are unknown.
    public init(
        _ kind: Kind, _ basis: Basis, at time: Timestamp, vehicleID: String,
        state: VehicleState = .unknown
    ) {
        self.kind = kind
        self.basis = basis
        at = time
        self.vehicleID = vehicleID
        self.state = state
    }
}

extension VehicleEvent.Kind {
    /// Whether it is about the battery.
    public var isBatteryEvent: Bool {
        switch self {
        case .batteryChanged, .batteryLow, .batteryCharged: true
        case .appeared, .disappeared, .moved, .reserved, .freed, .disabled, .enabled, .zoneEntered,
            .zoneLeft:
            false
        }
    }

    /// Whether it is about the zones of a filter, which only a watch with a filter has.
    public var isZoneEvent: Bool { self == .zoneEntered || self == .zoneLeft }

    /// The name for people, such as `battery low`.
    public var label: String {
        Language.current.word(rawValue.replacing("_", with: " "))
    }
}

extension VehicleEvent {
    /// The event as one JSON object:
    /// `{"event":"moved","basis":"inferred","at":…,"vehicle_id":…,…}`.
    ///
    /// Unknown values are omitted; `event_types` is always present, even if empty. Distances are
    /// rounded to decimetres.
    public var json: UTF8Buffer { jsonObject.text }

    /// The writer of the JSON object, for callers that add members.
    var jsonObject: JSONObjectWriter {
        var object = JSONObjectWriter()
        object.add("event", kind.rawValue)
        object.add("basis", basis.rawValue)
        object.add("at", at)
        object.add("vehicle_id", vehicleID)
        object.add("previous_vehicle_id", previousID)
        object.add("lat", position?.latitude)
        object.add("lon", position?.longitude)
        object.add("previous_lat", previousPosition?.latitude)
        object.add("previous_lon", previousPosition?.longitude)
        object.add("distance_meters", distanceMeters.map { ($0 * 10).rounded() / 10 })
        object.add("state", state.rawValue)
        object.add("previous_state", previousState?.rawValue)
        object.add("battery_percent", battery?.percent)
        object.add("battery_estimated", battery?.estimatedMark)
        object.add("previous_battery_percent", previousBattery?.percent)
        object.add("zone", zone)
        object.add("event_types", mdsEventTypes)
        object.add("vehicle_state", mdsVehicleState)
        return object
    }

    /// The event types of MDS 2.0 (`event_types`); empty if none applies.
    ///
    /// MDS describes state changes and their reasons, as known to the operator; a feed rarely gives
    /// a reason.
    ///
    /// - `reservation_start`: reserved while in service.
    /// - `trip_start`, `trip_end`: the feed names the state `on_trip` (MDS).
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
        case .appeared, .disappeared, .moved, .batteryChanged, .zoneEntered, .zoneLeft: []
        case .reserved:
            switch state {
            case .reserved: ["reservation_start"]
            case .onTrip: ["trip_start"]
            default: []
            }
        case .freed: freedTypes
        case .disabled, .enabled: ["unspecified"]
        case .batteryLow:
            state.isOutOfService && previousState == .available ? ["battery_low"] : []
        case .batteryCharged:
            state == .available && previousState?.isOutOfService == true
                ? ["battery_charged"] : []
        }
    }

    /// The MDS 2.0 state (`vehicle_state`); `nil` if it is unknown.
    ///
    /// MDS 2.0 has no such value: `non_contactable` and `missing` are for vehicles that the
    /// operator itself lost, and `unknown` exists in MDS 1 only.
    public var mdsVehicleState: String? { state.mdsName }

    private var freedTypes: [String] {
        guard state == .available else { return [] }
        if previousState == .onTrip { return ["trip_end"] }
        let isUnmoved = position != nil && distanceMeters == nil && previousID == nil
        return isUnmoved ? ["reservation_cancel"] : ["unspecified"]
    }
}

extension VehicleState {
    fileprivate var isOutOfService: Bool {
        [.disabled, .nonOperational, .inRepair].contains(self)
    }
}
