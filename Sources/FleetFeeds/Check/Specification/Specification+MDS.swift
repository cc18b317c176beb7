extension Specification {
    private static let propulsions: ValueType = .one(
        of: "human", "electric_assist", "electric", "combustion", "combustion_diesel", "hybrid",
        "hydrogen_fuel_cell", "plug_in_hybrid")
    private static let timestamp = ValueType.integer(1)
    private static let percent = ValueType.number(0, 100)

    /// `/vehicles` of a provider: since 2.0 the properties, before with the state.
    static let mdsVehicles = DocumentSpecification(
        "vehicles", .between(.mds0, .mds2),
        lists + .under("data/vehicles/*", properties) + .under("data/vehicles/*", states)
            + .under("data/vehicles/*/last_event_location", requiredPoint + point)
            + .under("data/vehicles/*/current_location", point)
            + .under("vehicles/*", newProperties))

    private static let lists: [SpecificationField] = [
        .init("data", .object, .required, .until(.mds1)),
        .init("data/vehicles", .array, .required, .until(.mds1)),
        .init("vehicles", .array, .required, .only(.mds2)),
    ]

    /// Properties of a vehicle before 2.0.
    private static let properties: [SpecificationField] = [
        .init("", .object, .optional, .until(.mds1)),
        .init("device_id", .uuid, .required, .until(.mds1), role: .defines(.vehicles)),
        .init("provider_id", .uuid, .required, .until(.mds1)),
        .init("provider_name", .string, .required, .until(.mds1)),
        .init("vehicle_id", .string, .required, .until(.mds1)),
        .init(
            "vehicle_type",
            .one(of: "bicycle", "cargo_bicycle", "car", "scooter", "moped", "other"), .required,
            .until(.mds1)),
        .init("propulsion_type", .array(1), .required, .only(.mds0)),
        .init("propulsion_type/*", propulsions, .optional, .only(.mds0)),
        .init("propulsion_types", .array(1), .required, .only(.mds1)),
        .init("propulsion_types/*", propulsions, .optional, .only(.mds1)),
    ]

    /// The state of a vehicle before 2.0.
    private static let states: [SpecificationField] = [
        .init("last_event_time", timestamp, .required, .until(.mds1), role: .reported),
        .init("last_event_type", .string, .required, .only(.mds0)),
        .init(
            "last_vehicle_state",
            .one(
                of: "removed", "available", "non_operational", "reserved", "on_trip", "elsewhere",
                "unknown"), .required, .only(.mds1)),
        .init("last_event_types", .array(1), .required, .only(.mds1)),
        .init("last_event_types/*", .string, .optional, .only(.mds1)),
        .init("battery_pct", .number(0, 1), .optional, .until(.mds1), role: .fuel),
    ]

    private static let requiredPoint: [SpecificationField] = [
        .init("", .object, .required, .until(.mds1))
    ]

    /// A GeoJSON Feature with the position of a vehicle before 2.0.
    private static let point: [SpecificationField] = [
        .init("type", .one(of: "Feature"), .required, .until(.mds1)),
        .init("properties", .object, .required, .until(.mds1)),
        .init("properties/timestamp", timestamp, .required, .until(.mds1), role: .reported),
        .init("geometry", .object, .required, .until(.mds1)),
        .init("geometry/type", .one(of: "Point"), .required, .until(.mds1)),
        .init("geometry/coordinates", .array(2), .required, .until(.mds1)),
        .init("geometry/coordinates/*", .number(-180, 180), .optional, .until(.mds1)),
    ]

    private static let newProperties: [SpecificationField] = [
        .init("", .object, .optional, .only(.mds2)),
        .init("device_id", .uuid, .required, .only(.mds2), role: .defines(.vehicles)),
        .init("provider_id", .uuid, .required, .only(.mds2)),
        .init("vehicle_id", .string, .required, .only(.mds2)),
        .init(
            "vehicle_type",
            .one(
                of: "bicycle", "bus", "cargo_bicycle", "car", "delivery_robot", "moped",
                "motorcycle", "scooter_standing", "scooter_seated", "truck", "other"), .required,
            .only(.mds2)),
        .init("propulsion_types", .array(1), .required, .only(.mds2)),
        .init("propulsion_types/*", propulsions, .optional, .only(.mds2)),
        .init("battery_capacity", .count, .optional, .only(.mds2)),
        .init("fuel_capacity", .count, .optional, .only(.mds2)),
        .init("maximum_speed", .count, .optional, .only(.mds2)),
    ]

    /// `/vehicles/status` of a provider since 2.0.
    static let mdsVehiclesStatus = DocumentSpecification(
        "vehicles_status", .only(.mds2),
        statusList + .under("vehicles_status/*/last_event", event)
            + .under("vehicles_status/*/last_telemetry", telemetry))

    private static let statusList: [SpecificationField] = [
        .init("vehicles_status", .array, .required),
        .init("vehicles_status/*", .object),
        .init("vehicles_status/*/device_id", .uuid, .required, role: .defines(.vehicles)),
        .init("vehicles_status/*/provider_id", .uuid, .required),
    ]

    private static let event: [SpecificationField] = [
        .init("", .object, .required),
        .init("event_id", .uuid, .unlessReduced),
        .init(
            "vehicle_state",
            .one(
                of: "removed", "available", "non_operational", "reserved", "on_trip", "stopped",
                "non_contactable", "missing", "elsewhere"), .required),
        .init("event_types", .array(1), .unlessReduced),
        .init("event_types/*", .string),
        .init("timestamp", timestamp, .unlessReduced, role: .reported),
        .init("battery_percent", percent),
        .init("fuel_percent", percent),
    ]

    private static let telemetry: [SpecificationField] = [
        .init("", .object, .required),
        .init("telemetry_id", .uuid, .unlessReduced),
        .init("timestamp", timestamp, .required, role: .reported),
        .init("battery_percent", percent),
        .init("fuel_percent", percent),
        .init("tipped_over", .boolean),
        .init("location", .object, .required),
        .init("location/lat", .latitude, .required, role: .latitude),
        .init("location/lng", .longitude, .required, role: .longitude),
        .init("location/heading", .number(0, 360)),
        .init("location/speed", .amount),
        .init("location/horizontal_accuracy", .amount),
    ]
}
