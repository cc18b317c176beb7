/// What happened to a vehicle, as far as the snapshots of its feed tell.
///
/// A public feed cannot prove a trip, so none is ever told: a vehicle that is rented disappears,
/// and appears or moves later.
public struct VehicleEvent: Equatable, Sendable {
    /// The kinds of events.
    public enum Kind: String, CaseIterable, Sendable {
        /// It is in the feed and was not.
        case appeared
        /// It was in the feed and is not.
        case disappeared
        /// It stands 50 metres or more from where it was last told to stand.
        case moved
        /// Somebody reserved it.
        case reserved
        /// It is no longer reserved.
        case freed
        /// It went out of service.
        case disabled
        /// It came back into service.
        case enabled
        /// Its charge changed by a percent point or more, and is neither low nor charged by that.
        case batteryChanged = "battery_changed"
        /// Its charge came to 20 % or less; again only after it was above 25 %.
        case batteryLow = "battery_low"
        /// Its charge rose by 20 points or more between two snapshots, or reached 90 % after it had
        /// been low.
        case batteryCharged = "battery_charged"
    }

    /// How an event is known.
    public enum Basis: String, Sendable {
        /// The feed said so: a member of the same vehicle changed, or the vehicle reported its new
        /// place between the snapshots (`last_reported`).
        case observed
        /// It was worked out of two snapshots: an appearance, a disappearance, a move without a
        /// time, a charge that the range stands for, and all of a vehicle that was known again by
        /// its place.
        case inferred
    }

    /// What happened.
    public var kind: Kind
    /// How that is known.
    public var basis: Basis
    /// When: the vehicle's `last_reported` if it lies between the two snapshots, else the time of
    /// the later one.
    public var at: Timestamp
    /// The vehicle's code.
    public var vehicleID: String
    /// Its code before, if the feed gave it another.
    public var previousID: String?
    /// Where it is, or was last; `nil` if no snapshot told.
    public var position: Position?
    /// Where it was last told to be, if it moved.
    public var previousPosition: Position?
    /// How far it moved, if it did, in metres.
    public var distanceMeters: Double?
    /// Whether it can be taken.
    ///
    /// What the feed leaves out is as it was. Unknown once the vehicle disappeared.
    public var state: VehicleState
    /// Its state before, if that was another.
    public var previousState: VehicleState?
    /// How full it is.
    public var battery: Battery?
    /// How full it was last told to be, if that changed.
    public var previousBattery: Battery?

    /// Creates an event of a vehicle of which nothing else is known.
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
