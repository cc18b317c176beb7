/// One vehicle of a snapshot, joined with its type.
///
/// The names are those of GBFS 3.0 (`vehicle_status.json`, `vehicle_types.json`). All but the ID
/// may be missing from a feed.
public struct Vehicle: Equatable, Sendable {
    /// The vehicle's ID (`vehicle_id`, before 3.0 `bike_id`; the app's `identificationCode`; MDS:
    /// `device_id`).
    public var id: String
    /// The code that is visible on the vehicle, such as a license plate (MDS: `vehicle_id`).
    public var code: String?
    /// The name that people call it by; a column of a table.
    public var name: String?
    /// The position; `nil` if the feed has no valid one.
    public var position: Position?
    /// Whether it is reserved (`is_reserved`).
    public var isReserved: Bool?
    /// Whether it is out of service (`is_disabled`).
    public var isDisabled: Bool?
    /// The state that the feed names (MDS: `vehicle_state`); `nil` if the two booleans tell it.
    ///
    /// The booleans of such a vehicle are those of its state (``VehicleState/flags``).
    public var namedState: VehicleState?
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
    /// The ID of the region that it is in (`region_id`): its own, that of its station, or else of
    /// its home station (`home_station_id`).
    public var regionID: String?
    /// The ID of its price (`pricing_plan_id`), or of that of its type
    /// (`default_pricing_plan_id`).
    public var pricingPlanID: String?
    /// The rental links (`rental_uris`).
    public var rentalURIs: RentalURIs?
    /// The latest measurements except the battery, each quantity once, in the order of `Quantity`.
    public var measurements: [Measurement] = []
    /// The values of the source's own properties (``FeedDescription/properties``).
    public var properties = CustomProperties()
    /// Whether it has a row in the asset list beside the feed; `nil` without such a list.
    public var isListed: Bool?
    /// The time since which the vehicle has stood still, as far as the store knows; no feed has it.
    public var stillSince: Timestamp?

    /// Creates a vehicle; all but its ID is unknown.
    public init(id: String) {
        self.id = id
    }

    /// The state: the one that the feed names, or else that of the two booleans.
    public var state: VehicleState {
        namedState ?? VehicleState(isReserved: isReserved, isDisabled: isDisabled)
    }

    /// The text of its label, unless the source has a label field: the code on it, or else its ID.
    public var labelText: String { code ?? id }

    /// Sets the state that the feed names, and its booleans.
    public mutating func setState(_ state: VehicleState?) {
        namedState = state
        (isReserved, isDisabled) = state?.flags ?? (nil, nil)
    }

    /// Whether a sensor is in the alarm state.
    public var hasAlarm: Bool { measurements.contains { $0.state == .alarm } }

    /// The sensors in the alarm state, first that of a vehicle that has tipped over, which needs a
    /// visit.
    public var alarms: [Measurement] {
        guard hasAlarm else { return [] }
        let alarms = measurements.filter { $0.state == .alarm }
        return alarms.filter { $0.quantity == .tippedOver }
            + alarms.filter { $0.quantity != .tippedOver }
    }
}

/// The charge of a vehicle's battery, or the level of its tank.
public struct Battery: Hashable, Sendable {
    /// The charge in percent, 0 to 100.
    public let percent: Double
    /// Whether it is estimated from the range and the type's maximum range instead of given in the
    /// feed.
    public let isEstimated: Bool

    /// Creates a charge, clamped to 0…100; returns `nil` for NaN.
    public init?(percent: Double, isEstimated: Bool = false) {
        guard !percent.isNaN else { return nil }
        self.percent = min(max(percent, 0), 100)
        self.isEstimated = isEstimated
    }

    /// True if the charge is estimated, otherwise `nil`: the member `battery_estimated` of machine
    /// formats, which only an estimate has.
    public var estimatedMark: Bool? { isEstimated ? true : nil }
}

/// The rental links of a vehicle (GBFS: `rental_uris`; the app's document: `qrURL`, as web).
public struct RentalURIs: Hashable, Sendable, Codable {
    /// The link for a browser.
    public var web: String?
    /// The deep link for the Android app.
    public var android: String?
    /// The deep link for the iOS app.
    public var ios: String?

    /// Creates the links; returns `nil` if there are none.
    public init?(web: String?, android: String?, ios: String?) {
        guard web != nil || android != nil || ios != nil else { return nil }
        self.web = web
        self.android = android
        self.ios = ios
    }

    /// The first link: web before Android before iOS.
    public var preferred: String? { web ?? android ?? ios }
}
