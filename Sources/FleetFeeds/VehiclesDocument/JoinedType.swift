import FleetCore

/// What vehicles have from their type: one object for all vehicles of a type.
final class JoinedType {
    /// The identifier.
    let id: String
    /// The general form.
    let formFactor: String?
    /// What drives it.
    let propulsionType: String?
    /// How far it goes when full, in metres.
    let maxRangeMeters: Double?
    /// The color that the user gave, which comes before all others.
    let givenColor: VehicleColor?
    /// The color that the feed gives to the type.
    let color: VehicleColor?

    /// The form factors of GBFS (`vehicle_types.json`); documents without types name them as well.
    private static let formFactors: Set<String> = [
        "bicycle", "cargo_bicycle", "car", "moped", "scooter", "scooter_standing",
        "scooter_seated", "other",
    ]

    /// Joins what the feed tells of a type, if anything, with what the user does.
    init(id: String, type: VehicleType?, givenColor: VehicleColor?) {
        self.id = id
        formFactor = type?.formFactor ?? (Self.formFactors.contains(id) ? id : nil)
        propulsionType = type?.propulsionType
        maxRangeMeters = type?.maxRangeMeters
        self.givenColor = givenColor
        color = type?.color.flatMap(VehicleColor.init(lenient:))
    }
}

extension ByteKeyed<JoinedType> {
    /// The types that vehicles refer to, by identifier; of two types with one the last one holds.
    init(_ join: VehicleJoin) {
        let types = Dictionary(join.types.map { ($0.id, $0) }) { $1 }
        self.init { id in
            JoinedType(id: id, type: types[id], givenColor: join.colorMap[id])
        }
    }
}
