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
        /// Its charge fell to 20 % or less; again only after it was above 25 %.
        case batteryLow = "battery_low"
        /// Its charge rose by 20 points or more between two snapshots, or reached 90 % after being
        /// low.
        case batteryCharged = "battery_charged"
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
