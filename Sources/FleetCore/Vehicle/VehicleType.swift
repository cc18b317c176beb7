/// A vehicle type of a fleet (GBFS 2.1 and later: `vehicle_types.json`).
public struct VehicleType: Hashable, Sendable, Codable {
    /// The ID (`vehicle_type_id`).
    public var id: String
    /// The form factor (`form_factor`), such as `bicycle` or `scooter_standing`.
    public var formFactor: String?
    /// The propulsion type (`propulsion_type`), such as `electric`.
    public var propulsionType: String?
    /// The color (`color`), as written in the feed.
    public var color: String?
    /// The name (`name`), in the language selected when it was read.
    public var name: String?
    /// The maximum range (`max_range_meters`), in metres.
    public var maxRangeMeters: Double?
    /// The ID of the price (`default_pricing_plan_id`, 2.3 and later).
    public var pricingPlanID: String?
    /// The link to a picture (`vehicle_image`, 2.3 and later), unresolved.
    public var imageLink: String?
    /// The link to an icon (`vehicle_assets.icon_url`, 2.3 and later), unresolved.
    public var iconLink: String?

    /// Creates a type; all but the ID may be unknown.
    public init(
        id: String, formFactor: String? = nil, propulsionType: String? = nil,
        color: String? = nil, name: String? = nil, maxRangeMeters: Double? = nil,
        imageLink: String? = nil, iconLink: String? = nil
    ) {
        self.id = id
        self.formFactor = formFactor
        self.propulsionType = propulsionType
        self.color = color
        self.name = name
        self.maxRangeMeters = maxRangeMeters
        self.imageLink = imageLink
        self.iconLink = iconLink
    }
}

extension VehicleType {
    /// The propulsion types (GBFS 3.0, `vehicle_types.json`, `propulsion_type`; MDS 2.0,
    /// `propulsion_types`).
    public static let propulsionTypes = [
        "human", "electric_assist", "electric", "combustion", "combustion_diesel", "hybrid",
        "plug_in_hybrid", "hydrogen_fuel_cell",
    ]
}
