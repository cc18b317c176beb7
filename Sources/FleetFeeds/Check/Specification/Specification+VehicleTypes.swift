extension Specification {
    private static let types = "data/vehicle_types/*"
    private static let propulsionUntil2_2 = ["human", "electric_assist", "electric", "combustion"]
    private static let motorsUntil2_2 = ["electric", "electric_assist", "combustion"]
    /// Propulsion types with a motor.
    static let motors =
        motorsUntil2_2 + [
            "combustion_diesel", "hybrid", "plug_in_hybrid", "hydrogen_fuel_cell",
        ]

    /// Propulsion types whose vehicles must have a range, if the type says so.
    static let motorsOfVehicles = motorsUntil2_2

    private static let accessories: ValueType = {
        var type = ValueType.any
        type.values = [
            "air_conditioning", "automatic", "manual", "convertible", "cruise_control", "doors_2",
            "doors_3", "doors_4", "doors_5", "navigation",
        ]
        return type
    }()

    /// `vehicle_types.json`.
    static let vehicleTypes = DocumentSpecification(
        "vehicle_types", .since(.v2_1), typesList + typesUntil2_2 + typesSince2_3 + typesSince3_0,
        conditions: [
            .init(
                types, .maxRange(motors: motorsUntil2_2, evenUnknown: false), .between(.v2_1, .v2_2)
            ),
            .init(types, .maxRange(motors: motors, evenUnknown: true), .since(.v2_3)),
        ])

    private static let typesList: [SpecificationField] = [
        .init("data/vehicle_types", .array, .required)
    ]

    private static let typesUntil2_2: [SpecificationField] = .under(
        types,
        [
            .init("", .object),
            .init("vehicle_type_id", .string, .required, role: .defines(.vehicleTypes)),
            .init(
                "form_factor", .one(of: "bicycle", "car", "moped", "other", "scooter"),
                .required, .between(.v2_1, .v2_2)),
            .init(
                "form_factor",
                .one(
                    of: "bicycle", "cargo_bicycle", "car", "moped", "scooter_standing",
                    "scooter_seated", "other", "scooter"), .required, .only(.v2_3)),
            .init(
                "form_factor",
                .one(
                    of: "bicycle", "cargo_bicycle", "car", "moped", "scooter_standing",
                    "scooter_seated", "other"), .required, .since(.v3_0)),
            .init(
                "propulsion_type", .one(in: propulsionUntil2_2), .required, .between(.v2_1, .v2_2),
                role: .propulsion),
            .init(
                "propulsion_type", .one(in: ["human"] + motors), .required, .since(.v2_3),
                role: .propulsion),
            .init("max_range_meters", .amount, role: .maxRange),
            .init("name", .string, .optional, .until(.v2_3)),
            .init("name", .localized, .optional, .since(.v3_0)),
        ])

    private static let typesSince2_3: [SpecificationField] = .under(
        types,
        [
            .init("rider_capacity", .count, .optional, .since(.v2_3)),
            .init("cargo_volume_capacity", .count, .optional, .since(.v2_3)),
            .init("cargo_load_capacity", .count, .optional, .since(.v2_3)),
            .init("eco_label", .array, .optional, .only(.v2_3)),
            .init("eco_label/*", .object, .optional, .only(.v2_3)),
            .init("eco_label/*/country_code", .text(.countryCode), .required, .only(.v2_3)),
            .init("eco_label/*/eco_sticker", .string, .required, .only(.v2_3)),
            .init("vehicle_accessories", .array, .optional, .since(.v2_3)),
            .init("vehicle_accessories/*", accessories, .optional, .since(.v2_3)),
            .init("g_CO2_km", .count, .optional, .since(.v2_3)),
            .init("vehicle_image", .link, .optional, .since(.v2_3)),
            .init("make", .string, .optional, .only(.v2_3)),
            .init("model", .string, .optional, .only(.v2_3)),
            .init("color", .string, .optional, .since(.v2_3)),
            .init("wheel_count", .count, .optional, .since(.v2_3)),
            .init("max_permitted_speed", .count, .optional, .since(.v2_3)),
            .init("rated_power", .count, .optional, .since(.v2_3)),
            .init("default_reserve_time", .count, .optional, .since(.v2_3)),
            .init(
                "return_constraint",
                .one(of: "free_floating", "roundtrip_station", "any_station", "hybrid"), .optional,
                .since(.v2_3)),
            .init("vehicle_assets", .object, .optional, .since(.v2_3)),
            .init("vehicle_assets/icon_url", .link, .required, .since(.v2_3)),
            .init("vehicle_assets/icon_url_dark", .link, .optional, .since(.v2_3)),
            .init("vehicle_assets/icon_last_modified", .date, .required, .since(.v2_3)),
            .init(
                "default_pricing_plan_id", .string, .optional, .since(.v2_3),
                role: .defaultPlan),
            .init("pricing_plan_ids", .array, .optional, .since(.v2_3)),
            .init("pricing_plan_ids/*", .string, .optional, .since(.v2_3), role: .planOfType),
        ])

    private static let typesSince3_0: [SpecificationField] = .under(
        types,
        [
            .init("eco_labels", .array, .optional, .since(.v3_0)),
            .init("eco_labels/*", .object, .optional, .since(.v3_0)),
            .init("eco_labels/*/country_code", .text(.countryCode), .required, .since(.v3_0)),
            .init("eco_labels/*/eco_sticker", .string, .required, .since(.v3_0)),
            .init("make", .localized, .optional, .since(.v3_0)),
            .init("model", .localized, .optional, .since(.v3_0)),
            .init("description", .localized, .optional, .since(.v3_0)),
            .init("min_age", .count, .optional, .only(.v3_1)),
        ])
}
