extension Specification {
    private static let equipment: ValueType = {
        var type = ValueType.any
        type.values = [
            "child_seat_a", "child_seat_b", "child_seat_c", "winter_tires", "snow_chains",
        ]
        return type
    }()

    /// Fields of a vehicle that both documents of vehicles have since 2.1.
    private static let vehicle: [SpecificationField] = [
        .init("rental_uris", .links, .optional, .since(.v1_1)),
        .init("vehicle_type_id", .string, .optional, .since(.v2_1), role: .vehicleType),
        .init("last_reported", .time, .optional, .between(.v2_1, .v2_3), role: .reported),
        .init("last_reported", .dateTime, .optional, .since(.v3_0), role: .reported),
        .init("current_range_meters", .amount, .optional, .since(.v2_1), role: .range),
        .init(
            "station_id", .string, .optional, .since(.v2_1), role: .refers(.stations)),
        .init(
            "pricing_plan_id", .string, .optional, .since(.v2_2), role: .refers(.plans)),
        .init(
            "current_fuel_percent", .number(0, 1), .optional, .since(.v2_3),
            role: .fuel),
        .init(
            "home_station_id", .string, .optional, .since(.v2_3),
            role: .refers(.stations)),
        .init("vehicle_equipment", .array, .optional, .since(.v2_3)),
        .init("vehicle_equipment/*", equipment, .optional, .since(.v2_3)),
        .init("available_until", .text(.dateTimeWithZone), .optional, .since(.v2_3)),
    ]

    /// The list of vehicles with their fields.
    private static func list(
        _ path: String, _ fields: [SpecificationField]
    ) -> [SpecificationField] {
        let list: [SpecificationField] = [
            .init(path, .array, .required), .init(path + "/*", .object),
        ]
        return list + .under(path + "/*", fields) + .under(path + "/*", vehicle)
    }

    private static let freeBikeStatusFields: [SpecificationField] = [
        .init("bike_id", .string, .required, role: .defines(.vehicles)),
        .init("lat", .latitude, .required, .until(.v2_0), role: .latitude),
        .init("lat", .latitude, .optional, .since(.v2_1), role: .latitude),
        .init("lon", .longitude, .required, .until(.v2_0), role: .longitude),
        .init("lon", .longitude, .optional, .since(.v2_1), role: .longitude),
        .init("is_reserved", .booleanOrNumber, .required, .only(.v1_0)),
        .init("is_reserved", .zeroOrOne, .required, .only(.v1_1)),
        .init("is_reserved", .boolean, .required, .since(.v2_0)),
        .init("is_disabled", .booleanOrNumber, .required, .only(.v1_0)),
        .init("is_disabled", .zeroOrOne, .required, .only(.v1_1)),
        .init("is_disabled", .boolean, .required, .since(.v2_0)),
    ]

    /// `free_bike_status.json`: the vehicles before 3.0.
    static let freeBikeStatus = DocumentSpecification(
        "free_bike_status", .until(.v2_3),
        list("data/bikes", freeBikeStatusFields),
        conditions: [.init("data/bikes/*", .location, .since(.v2_1))])

    private static let vehicleStatusFields: [SpecificationField] = [
        .init("vehicle_id", .string, .required, role: .defines(.vehicles)),
        .init("lat", .latitude, role: .latitude),
        .init("lon", .longitude, role: .longitude),
        .init("is_reserved", .boolean, .required),
        .init("is_disabled", .boolean, .required),
    ]

    /// `vehicle_status.json`: the vehicles since 3.0.
    static let vehicleStatus = DocumentSpecification(
        "vehicle_status", .since(.v3_0),
        list("data/vehicles", vehicleStatusFields),
        conditions: [.init("data/vehicles/*", .location)])

    /// `vehicle_availability.json`: when vehicles of stations are free.
    static let vehicleAvailability = DocumentSpecification(
        "vehicle_availability", .only(.v3_1),
        [
            .init("", .closed, .required),
            .init("data", .closed, .required),
            .init("data/vehicles", .array, .required),
            .init("data/vehicles/*", .closed),
            .init("data/vehicles/*/vehicle_id", .string, .required),
            .init("data/vehicles/*/vehicle_type_id", .string, role: .refers(.vehicleTypes)),
            .init("data/vehicles/*/station_id", .string, .required, role: .refers(.stations)),
            .init("data/vehicles/*/pricing_plan_id", .string, role: .refers(.plans)),
            .init("data/vehicles/*/vehicle_equipment", .array),
            .init("data/vehicles/*/vehicle_equipment/*", .string),
            .init("data/vehicles/*/availabilities", .array, .required),
            .init("data/vehicles/*/availabilities/*", .closed),
            .init("data/vehicles/*/availabilities/*/from", .dateTime, .required),
            .init("data/vehicles/*/availabilities/*/until", .dateTime),
        ])
}
