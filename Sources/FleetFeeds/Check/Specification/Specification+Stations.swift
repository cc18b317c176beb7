extension Specification {
    private static let stations = "data/stations/*"

    private static let numberByType: [SpecificationField] = [
        .init("vehicle_capacity", .object, .optional, .between(.v2_1, .v2_3)),
        .init(
            "vehicle_capacity/<vehicle_type_id>", .number, .optional, .between(.v2_1, .v2_3)),
        .init("vehicle_type_capacity", .object, .optional, .between(.v2_1, .v2_3)),
        .init(
            "vehicle_type_capacity/<vehicle_type_id>", .number, .optional,
            .between(.v2_1, .v2_3)),
    ]

    /// Numbers for groups of types.
    private static func groups(
        _ name: String, _ since: SpecificationVersion, _ role: FieldRole? = nil
    ) -> [SpecificationField] {
        .under(
            name,
            [
                .init("", .array, .optional, .since(since)),
                .init("*", .object, .optional, .since(since)),
                .init("*/vehicle_type_ids", .array, .required, .since(since)),
                .init(
                    "*/vehicle_type_ids/*", .string, .optional, .since(since),
                    role: .refers(.vehicleTypes)),
                .init("*/count", .count, .required, .since(since), role: role),
            ])
    }

    /// `station_information.json`.
    static let stationInformation = DocumentSpecification(
        "station_information", .since(.v1_0),
        stationList
            + .under(
                stations,
                information + numberByType + groups("vehicle_types_capacity", .v3_0)
                    + groups("vehicle_docks_capacity", .v3_0)))

    private static let stationList: [SpecificationField] = [
        .init("data/stations", .array, .required), .init(stations, .object),
    ]

    private static let information: [SpecificationField] = [
        .init("station_id", .string, .required, role: .defines(.stations)),
        .init("name", .string, .required, .until(.v2_3)),
        .init("name", .localized, .required, .since(.v3_0)),
        .init("short_name", .string, .optional, .until(.v2_3)),
        .init("short_name", .localized, .optional, .since(.v3_0)),
        .init("lat", .latitude, .required, role: .latitude),
        .init("lon", .longitude, .required, role: .longitude),
        .init("address", .string),
        .init("cross_street", .string),
        .init("region_id", .string, role: .refers(.regions)),
        .init("post_code", .string),
        .init("city", .string, .optional, .only(.v3_1)),
        .init("station_opening_hours", .string, .optional, .since(.v3_0)),
        .init("rental_methods", .array, .optional, .only(.v1_0)),
        .init("rental_methods", .array(1), .optional, .since(.v1_1)),
        .init(
            "rental_methods/*",
            .one(
                of: "KEY", "CREDITCARD", "PAYPASS", "APPLEPAY", "ANDROIDPAY", "TRANSITCARD",
                "ACCOUNTNUMBER", "PHONE"), .optional, .until(.v2_0)),
        .init(
            "rental_methods/*",
            .one(
                of: "key", "creditcard", "paypass", "applepay", "androidpay", "transitcard",
                "accountnumber", "phone"), .optional, .since(.v2_1)),
        .init("capacity", .count, role: .capacity),
        .init("rental_uris", .links, .optional, .since(.v1_1)),
        .init(
            "is_virtual_station", .boolean, .optional, .since(.v2_1),
            role: .isVirtual),
        .init("station_area", .multiPolygon, .optional, .since(.v2_1)),
        .init("is_valet_station", .boolean, .optional, .since(.v2_1)),
        .init(
            "parking_type",
            .one(
                of: "parking_lot", "street_parking", "underground_parking",
                "sidewalk_parking", "other"), .optional, .since(.v2_3)),
        .init("parking_hoop", .boolean, .optional, .since(.v2_3)),
        .init("contact_phone", .string, .optional, .since(.v2_3)),
        .init("is_charging_station", .boolean, .optional, .since(.v2_3)),
    ]

    /// `station_status.json`.
    static let stationStatus = DocumentSpecification(
        "station_status", .since(.v1_0),
        stationList
            + .under(
                stations,
                counts + states + available + groups("vehicle_docks_available", .v2_1, .docksOfType)
            ))

    private static let counts: [SpecificationField] = [
        .init("station_id", .string, .required, role: .stationOfStatus),
        .init(
            "num_bikes_available", .count, .required, .until(.v2_3),
            role: .vehicles),
        .init(
            "num_vehicles_available", .count, .required, .since(.v3_0),
            role: .vehicles),
        .init(
            "num_bikes_disabled", .count, .optional, .until(.v2_3),
            role: .otherPlaces),
        .init(
            "num_vehicles_disabled", .count, .optional, .since(.v3_0),
            role: .otherPlaces),
        .init(
            "num_docks_available", .count, .required, .until(.v1_1), role: .docks),
        .init(
            "num_docks_available", .count, .optional, .since(.v2_0), role: .docks),
        .init("num_docks_disabled", .count, role: .otherPlaces),
    ]

    private static let available: [SpecificationField] = [
        .init("last_reported", .number, .required, .only(.v1_0), role: .reported),
        .init(
            "last_reported", .fractionalTime, .required, .between(.v1_1, .v2_2),
            role: .reported),
        .init("last_reported", .time, .required, .only(.v2_3), role: .reported),
        .init("last_reported", .dateTime, .required, .since(.v3_0), role: .reported),
        .init("vehicle_types_available", .array, .optional, .since(.v2_1)),
        .init("vehicle_types_available/*", .object, .optional, .since(.v2_1)),
        .init(
            "vehicle_types_available/*/vehicle_type_id", .string, .required,
            .since(.v2_1), role: .typeOfStation),
        .init(
            "vehicle_types_available/*/count", .count, .required,
            .since(.v2_1), role: .vehiclesOfType),
    ]

    private static let states: [SpecificationField] = [
        .init("is_installed", .booleanOrNumber, .required, .only(.v1_0)),
        .init("is_installed", .zeroOrOne, .required, .only(.v1_1)),
        .init("is_installed", .boolean, .required, .since(.v2_0)),
        .init("is_renting", .booleanOrNumber, .required, .only(.v1_0)),
        .init("is_renting", .zeroOrOne, .required, .only(.v1_1)),
        .init("is_renting", .boolean, .required, .since(.v2_0)),
        .init("is_returning", .booleanOrNumber, .required, .only(.v1_0)),
        .init("is_returning", .zeroOrOne, .required, .only(.v1_1)),
        .init("is_returning", .boolean, .required, .since(.v2_0)),
    ]
}
