/// One vehicle of a snapshot, joined with its type.
///
/// The names are those of GBFS 3.0 (`vehicle_status.json`, `vehicle_types.json`). All but the ID
/// may be missing from a feed.
public struct Vehicle: Equatable, Sendable {
    /// The vehicle's ID (`vehicle_id`, before 3.0 `bike_id`; the app's `identificationCode`).
    public var id: String
    /// The position; `nil` if the feed has no valid one.
    public var position: Position?
    /// Whether it is reserved (`is_reserved`).
    public var isReserved: Bool?
    /// Whether it is out of service (`is_disabled`).
    public var isDisabled: Bool?
    /// The ID of its type (`vehicle_type_id`).
    public var typeID: String?
    /// The form factor of its type (`form_factor`).
    public var formFactor: String?
    /// The propulsion type (`propulsion_type`).
    public var propulsionType: String?
    /// The color, from the source's color map, the vehicle itself or its type.
    public var color: VehicleColor?
    /// The remaining range (`current_range_meters`), in metres.
    public var currentRangeMeters: Double?
    /// The charge or fuel level (`current_fuel_percent`), 0 to 1.
    public var currentFuelPercent: Double?
    /// The charge, from any member of the feed that has it.
    public var battery: Battery?
    /// The time of its last report (`last_reported`).
    public var lastReported: Timestamp?
    /// The ID of its station (`station_id`).
    public var stationID: String?
    /// The rental links (`rental_uris`).
    public var rentalURIs: RentalURIs?
    /// The latest measurements except the battery, each quantity once, in the order of `Quantity`.
    public var measurements: [Measurement] = []

    /// Creates a vehicle; all but its ID is unknown.
    public init(id: String) {
        self.id = id
    }

    /// The state, from the two booleans.
    public var state: VehicleState { VehicleState(isReserved: isReserved, isDisabled: isDisabled) }
}
