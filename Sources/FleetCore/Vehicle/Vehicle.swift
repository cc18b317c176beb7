/// One vehicle of a fleet as a snapshot knows it, joined with its type.
///
/// The names are those of GBFS 3.0 (`vehicle_status.json`, `vehicle_types.json`). Everything but the
/// identifier may be missing from a feed.
public struct Vehicle: Equatable, Sendable {
    /// The vehicle's code (`vehicle_id`, before 3.0 `bike_id`; the app's `identificationCode`).
    public var id: String
    /// Where it is; `nil` if the feed gives none that is valid.
    public var position: Position?
    /// Whether somebody reserved it (`is_reserved`).
    public var isReserved: Bool?
    /// Whether it is out of service (`is_disabled`).
    public var isDisabled: Bool?
    /// The type it refers to (`vehicle_type_id`).
    public var typeID: String?
    /// The type's general form (`form_factor`).
    public var formFactor: String?
    /// What drives it (`propulsion_type`).
    public var propulsionType: String?
    /// Its color, of the source's color map, the vehicle itself or its type.
    public var color: VehicleColor?
    /// How far it can still go (`current_range_meters`), in metres.
    public var currentRangeMeters: Double?
    /// How full it is (`current_fuel_percent`), 0 to 1.
    public var currentFuelPercent: Double?
    /// How full it is, from whatever the feed tells.
    public var battery: Battery?
    /// When it last reported (`last_reported`).
    public var lastReported: Timestamp?
    /// The station it stands at (`station_id`).
    public var stationID: String?
    /// The links by which it is rented (`rental_uris`).
    public var rentalURIs: RentalURIs?
    /// What its sensors told last but for the battery, each quantity once, in the order of `Quantity`.
    public var measurements: [Measurement] = []

    /// Creates a vehicle of which only the code is known.
    public init(id: String) {
        self.id = id
    }

    /// Whether it can be taken.
    public var state: VehicleState { VehicleState(isReserved: isReserved, isDisabled: isDisabled) }
}
