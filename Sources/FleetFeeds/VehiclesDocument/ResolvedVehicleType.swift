import FleetCore

/// Vehicle type joined with the user's colors; one object for all vehicles of the type.
final class ResolvedVehicleType {
    /// ID (`vehicle_type_id`).
    let id: String
    /// Form factor.
    let formFactor: String?
    /// Propulsion type.
    let propulsionType: String?
    /// Range with a full battery, in metres.
    let maxRangeMeters: Double?
    /// ID of the price.
    let pricingPlanID: String?
    /// Color set by the user, which takes precedence over all others.
    let userColor: VehicleColor?
    /// Color of its vehicles without a color of their own: the user's, or else that in the feed.
    let effectiveColor: VehicleColor?
    /// Whether a filter selects that color.
    let isColorSelected: Bool

    /// Form factors of GBFS (`vehicle_types.json`) and MDS (`vehicle_type`); documents without
    /// types use them as type IDs.
    private static let formFactors: Set<String> = [
        "bicycle", "cargo_bicycle", "car", "moped", "scooter", "scooter_standing",
        "scooter_seated", "other", "bus", "delivery_robot", "motorcycle", "truck",
    ]

    /// Joins the type of the feed, if any, with the user's color, for a filter.
    init(id: String, type: VehicleType?, userColor: VehicleColor?, filter: ColorFilter) {
        self.id = id
        formFactor = type?.formFactor ?? (Self.formFactors.contains(id) ? id : nil)
        propulsionType = type?.propulsionType
        maxRangeMeters = type?.maxRangeMeters
        pricingPlanID = type?.pricingPlanID
        self.userColor = userColor
        effectiveColor = userColor ?? type?.color.flatMap(VehicleColor.init(lenient:))
        isColorSelected = filter.matches(effectiveColor)
    }
}

extension InternedValues<ResolvedVehicleType> {
    /// Creates a table of types by ID; the last of several types with the same ID wins.
    init(_ join: VehicleJoin) {
        let types = Dictionary(join.types.map { ($0.id, $0) }) { $1 }
        self.init { id in
            ResolvedVehicleType(
                id: id, type: types[id], userColor: join.colorMap[id], filter: join.filter.color)
        }
    }
}
