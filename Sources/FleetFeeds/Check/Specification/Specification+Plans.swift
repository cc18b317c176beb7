extension Specification {
    private static let plans = "data/plans/*"
    private static let features = "data/geofencing_zones/features/*"

    private static let segments: [SpecificationField] = [
        .init("", .array, .optional, .since(.v2_2)),
        .init("*", .object, .optional, .since(.v2_2)),
        .init("*/start", .count, .required, .since(.v2_2)),
        .init("*/rate", .number, .required, .since(.v2_2)),
        .init("*/interval", .count, .required, .since(.v2_2)),
        .init("*/end", .count, .optional, .since(.v2_2)),
    ]

    /// `system_pricing_plans.json`.
    static let systemPricingPlans = DocumentSpecification(
        "system_pricing_plans", .since(.v1_0),
        planList + .under(plans, plan) + .under(plans + "/per_km_pricing", segments)
            + .under(plans + "/per_min_pricing", segments),
        conditions: [
            .init(
                plans, .notBoth("reservation_price_flat_rate", "reservation_price_per_min"),
                .only(.v3_1))
        ])

    private static let planList: [SpecificationField] = [
        .init("data/plans", .array, .required), .init(plans, .object),
    ]

    private static let plan: [SpecificationField] = [
        .init("plan_id", .string, .required, role: .defines(.plans)),
        .init("url", .string, .optional, .only(.v1_0)),
        .init("url", .link, .optional, .since(.v1_1)),
        .init("name", .string, .required, .until(.v2_3)),
        .init("name", .localized, .required, .since(.v3_0)),
        .init("currency", .text(.threeCharacters), .required, .only(.v1_0)),
        .init("currency", .text(.currency), .required, .since(.v1_1)),
        .init("price", .number, .required, .only(.v1_0)),
        .init("price", .amount, .required, .since(.v1_1)),
        .init("is_taxable", .number, .required, .only(.v1_0)),
        .init("is_taxable", .zeroOrOne, .required, .only(.v1_1)),
        .init("is_taxable", .boolean, .required, .since(.v2_0)),
        .init("description", .string, .required, .until(.v2_3)),
        .init("description", .localized, .required, .since(.v3_0)),
        .init("surge_pricing", .boolean, .optional, .since(.v2_2)),
        .init(
            "reservation_price_per_min", .amount, .optional, .only(.v3_1),
            role: .reservationPrice),
        .init(
            "reservation_price_flat_rate", .amount, .optional, .only(.v3_1),
            role: .reservationPrice),
        .init("fare_capping", .object, .optional, .only(.v3_1)),
        .init("fare_capping/duration", .count, .required, .only(.v3_1)),
        .init("fare_capping/price", .amount, .required, .only(.v3_1)),
    ]

    /// `geofencing_zones.json`.
    static let geofencingZones = DocumentSpecification(
        "geofencing_zones", .since(.v2_1),
        zones + .under(features + "/properties", times)
            + .under(features + "/properties/rules/*", zoneRule)
            + .under("data/global_rules/*", zoneRule.filter { $0.versions.upperBound >= .v3_0 }))

    private static let zones: [SpecificationField] = [
        .init("data/geofencing_zones", .object, .required),
        .init("data/geofencing_zones/type", .one(of: "FeatureCollection"), .required),
        .init("data/geofencing_zones/features", .array, .required),
        .init("data/geofencing_zones/features/*", .object),
        .init("data/geofencing_zones/features/*/type", .one(of: "Feature"), .required),
        .init("data/geofencing_zones/features/*/geometry", .multiPolygon, .required),
        .init("data/geofencing_zones/features/*/properties", .object, .required),
        .init(
            "data/geofencing_zones/features/*/properties/name", .string, .optional,
            .until(.v2_3)),
        .init(
            "data/geofencing_zones/features/*/properties/name", .localized, .optional,
            .since(.v3_0)),
        .init("data/geofencing_zones/features/*/properties/rules", .array),
        .init("data/global_rules", .array, .required, .since(.v3_0)),
    ]

    private static let zoneRule: [SpecificationField] = [
        .init("", .object),
        .init("vehicle_type_id", .array, .optional, .until(.v2_3)),
        .init(
            "vehicle_type_id/*", .string, .optional, .until(.v2_3), role: .refers(.vehicleTypes)),
        .init("ride_allowed", .boolean, .required, .until(.v2_3), role: .allowsRides),
        .init("vehicle_type_ids", .array, .optional, .since(.v3_0)),
        .init(
            "vehicle_type_ids/*", .string, .optional, .since(.v3_0),
            role: .refers(.vehicleTypes)),
        .init("ride_start_allowed", .boolean, .required, .since(.v3_0)),
        .init("ride_end_allowed", .boolean, .required, .since(.v3_0)),
        .init("ride_through_allowed", .boolean, .required, role: .allowsRides),
        .init("maximum_speed_kph", .count),
        .init("station_parking", .boolean, .optional, .since(.v2_3)),
    ]
}
