/// A kind of vehicle that a fleet has (GBFS 2.1 and later: `vehicle_types.json`).
public struct VehicleType: Hashable, Sendable, Codable {
    /// The identifier that vehicles refer to (`vehicle_type_id`).
    public var id: String
    /// The general form (`form_factor`), such as `bicycle` or `scooter_standing`.
    public var formFactor: String?
    /// What drives it (`propulsion_type`), such as `electric`.
    public var propulsionType: String?
    /// Its color (`color`), in the feed's words.
    public var color: String?
    /// Its name (`name`), in the language chosen when it was read.
    public var name: String?
    /// How far it goes when full (`max_range_meters`), in metres.
    public var maxRangeMeters: Double?
    /// Where a picture of it is (`vehicle_image`, 2.3 and later), as the feed wrote it.
    public var imageLink: String?
    /// Where its icon is (`vehicle_assets.icon_url`, 2.3 and later), as the feed wrote it.
    public var iconLink: String?

    /// Creates a type; all but the identifier may be unknown.
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
