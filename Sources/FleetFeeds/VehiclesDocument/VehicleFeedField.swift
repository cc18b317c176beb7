import JSON

/// Fields to read from each element of a list, by their paths in it.
protocol FeedField: RawRepresentable<String>, CaseIterable {}

extension FeedField {
    /// Index among all fields, as the index in a ``JSONRow``.
    var index: Int {
        // SAFETY: A case without values is the byte of its index, as the layout of enums defines.
        Int(unsafeBitCast(self, to: UInt8.self))
    }
}

/// Fields to read from each vehicle in a list, under the names of GBFS, MDS, the app's own document
/// and similar formats.
enum VehicleFeedField: String, FeedField {
    case bikeID = "bike_id", vehicleID = "vehicle_id", identificationCode, id
    case lat, latitude, lon, lng, longitude
    case isReserved = "is_reserved", reserved, isDisabled = "is_disabled", disabled
    case vehicleTypeID = "vehicle_type_id", type, vehicleType = "vehicle_type"
    case formFactor = "form_factor", propulsionType = "propulsion_type", color
    case currentRangeMeters = "current_range_meters", currentFuelPercent = "current_fuel_percent"
    case battery, batteryLevel = "battery_level", batteryLevelCamel = "batteryLevel"
    case batteryPercent = "battery_percent", jumpBatteryLevel = "jump_ebike_battery_level"
    case lastReported = "last_reported", stationID = "station_id"
    case rentalURIs = "rental_uris", rentalWeb = "rental_uris.web"
    case rentalAndroid = "rental_uris.android", rentalIOS = "rental_uris.ios", qrURL
    case batteryIsEstimated = "battery_estimated", pricingPlanID = "pricing_plan_id"
    case regionID = "region_id", homeStationID = "home_station_id", name, properties, listed
    // Rare fields are at the end, so that the absence of all of them is detected at once.
    case temperature, connectivity, speed, tippedOver = "tipped_over"
    case isTippedOver = "is_tipped_over"
    case telemetry, lastTelemetry = "last_telemetry", sensors, measurements
    // Those of MDS; no other vehicle has the first one.
    case deviceID = "device_id", providerID = "provider_id", code, vehicleState = "vehicle_state"
    case lastVehicleState = "last_vehicle_state", lastEventType = "last_event_type"
    case lastEventTypeReason = "last_event_type_reason", lastEventTypes = "last_event_types"
    case lastEventTime = "last_event_time"
    case currentPoint = "current_location.geometry.coordinates"
    case currentLatitude = "current_location.lat", currentLongitude = "current_location.lng"
    case currentTime = "current_location.properties.timestamp"
    case lastEventPoint = "last_event_location.geometry.coordinates"
    case batteryFraction = "battery_pct", propulsionTypes = "propulsion_types"
    case attributeColor = "vehicle_attributes.color", fuelPercent = "fuel_percent"
    case eventState = "last_event.vehicle_state", eventTypes = "last_event.event_types"
    case eventTime = "last_event.timestamp", eventLatitude = "last_event.location.lat"
    case eventLongitude = "last_event.location.lng"
    case eventBattery = "last_event.battery_percent", eventFuel = "last_event.fuel_percent"
    case telemetryTime = "last_telemetry.timestamp"
    case telemetryLatitude = "last_telemetry.location.lat"
    case telemetryLongitude = "last_telemetry.location.lng"
    case telemetrySpeed = "last_telemetry.location.speed"
    case telemetryBattery = "last_telemetry.battery_percent"
    case telemetryFuel = "last_telemetry.fuel_percent"
    case telemetryTippedOver = "last_telemetry.tipped_over"

    /// Fields for the state of charge; the first one present is used.
    static let batteryFields: [VehicleFeedField] = [
        .battery, .batteryLevel, .batteryLevelCamel, .batteryPercent, .jumpBatteryLevel,
    ]
}

extension JSONRow {
    /// Whether it has any measurement.
    var hasMeasurements: Bool {
        hasAny(in: VehicleFeedField.temperature.index..<VehicleFeedField.deviceID.index)
    }

    /// Returns a field of a vehicle.
    subscript(_ field: VehicleFeedField) -> JSONField { self[field.index] }

    /// Returns a non-empty text, or a number as written in the document.
    func text(_ field: VehicleFeedField) -> String? { String(lenient: self[field]) }

    /// Returns a number of 0 or more.
    func amount(_ field: VehicleFeedField) -> Double? {
        Double(lenient: self[field]).flatMap { $0 >= 0 ? $0 : nil }
    }
}
