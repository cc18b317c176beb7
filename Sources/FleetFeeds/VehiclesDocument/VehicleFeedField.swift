import JSON

/// Fields to read from each vehicle in a list, under the names of GBFS, MDS, the app's own document
/// and similar formats.
enum VehicleFeedField: Int, CaseIterable {
    case bikeID, vehicleID, identificationCode, id
    case lat, latitude, lon, lng, longitude
    case isReserved, reserved, isDisabled, disabled
    case vehicleTypeID, type, vehicleType, formFactor, propulsionType, color
    case currentRangeMeters, currentFuelPercent
    case battery, batteryLevel, batteryLevelCamel, batteryPercent, jumpBatteryLevel
    case lastReported, stationID
    case rentalURIs, rentalWeb, rentalAndroid, rentalIOS, qrURL
    case batteryIsEstimated, pricingPlanID, regionID, homeStationID, name
    // Rare fields are at the end, so that the absence of all of them is detected at once.
    case temperature, connectivity, speed, tippedOver, isTippedOver
    case telemetry, lastTelemetry, sensors, measurements
    // Those of MDS; no other vehicle has the first one.
    case deviceID, providerID, code, vehicleState
    case lastVehicleState, lastEventType, lastEventTypeReason, lastEventTypes, lastEventTime
    case currentPoint, currentLatitude, currentLongitude, currentTime, lastEventPoint
    case batteryFraction, propulsionTypes, attributeColor, fuelPercent
    case eventState, eventTypes, eventTime, eventLatitude, eventLongitude
    case eventBattery, eventFuel
    case telemetryTime, telemetryLatitude, telemetryLongitude, telemetrySpeed
    case telemetryBattery, telemetryFuel, telemetryTippedOver

    /// Fields for the state of charge; the first one present is used.
    static let batteryFields: [VehicleFeedField] = [
        .battery, .batteryLevel, .batteryLevelCamel, .batteryPercent, .jumpBatteryLevel,
    ]

    /// Path of the field in the vehicle object.
    var path: String {
        switch self {
        case .bikeID: "bike_id"
        case .vehicleID: "vehicle_id"
        case .identificationCode: "identificationCode"
        case .id: "id"
        case .lat: "lat"
        case .latitude: "latitude"
        case .lon: "lon"
        case .lng: "lng"
        case .longitude: "longitude"
        case .isReserved: "is_reserved"
        case .reserved: "reserved"
        case .isDisabled: "is_disabled"
        case .disabled: "disabled"
        case .vehicleTypeID: "vehicle_type_id"
        case .type: "type"
        case .vehicleType: "vehicle_type"
        case .formFactor: "form_factor"
        case .propulsionType: "propulsion_type"
        case .color: "color"
        case .currentRangeMeters: "current_range_meters"
        case .currentFuelPercent: "current_fuel_percent"
        case .battery: "battery"
        case .batteryLevel: "battery_level"
        case .batteryLevelCamel: "batteryLevel"
        case .batteryPercent: "battery_percent"
        case .jumpBatteryLevel: "jump_ebike_battery_level"
        case .lastReported: "last_reported"
        case .stationID: "station_id"
        case .rentalURIs: "rental_uris"
        case .rentalWeb: "rental_uris.web"
        case .rentalAndroid: "rental_uris.android"
        case .rentalIOS: "rental_uris.ios"
        case .qrURL: "qrURL"
        case .batteryIsEstimated: "battery_estimated"
        case .pricingPlanID: "pricing_plan_id"
        case .regionID: "region_id"
        case .homeStationID: "home_station_id"
        case .name: "name"
        case .temperature: "temperature"
        case .connectivity: "connectivity"
        case .speed: "speed"
        case .tippedOver: "tipped_over"
        case .isTippedOver: "is_tipped_over"
        case .telemetry: "telemetry"
        case .lastTelemetry: "last_telemetry"
        case .sensors: "sensors"
        case .measurements: "measurements"
        case .deviceID: "device_id"
        case .providerID: "provider_id"
        case .code: "code"
        case .vehicleState: "vehicle_state"
        case .lastVehicleState: "last_vehicle_state"
        case .lastEventType: "last_event_type"
        case .lastEventTypeReason: "last_event_type_reason"
        case .lastEventTypes: "last_event_types"
        case .lastEventTime: "last_event_time"
        case .currentPoint: "current_location.geometry.coordinates"
        case .currentLatitude: "current_location.lat"
        case .currentLongitude: "current_location.lng"
        case .currentTime: "current_location.properties.timestamp"
        case .lastEventPoint: "last_event_location.geometry.coordinates"
        case .batteryFraction: "battery_pct"
        case .propulsionTypes: "propulsion_types"
        case .attributeColor: "vehicle_attributes.color"
        case .fuelPercent: "fuel_percent"
        case .eventState: "last_event.vehicle_state"
        case .eventTypes: "last_event.event_types"
        case .eventTime: "last_event.timestamp"
        case .eventLatitude: "last_event.location.lat"
        case .eventLongitude: "last_event.location.lng"
        case .eventBattery: "last_event.battery_percent"
        case .eventFuel: "last_event.fuel_percent"
        case .telemetryTime: "last_telemetry.timestamp"
        case .telemetryLatitude: "last_telemetry.location.lat"
        case .telemetryLongitude: "last_telemetry.location.lng"
        case .telemetrySpeed: "last_telemetry.location.speed"
        case .telemetryBattery: "last_telemetry.battery_percent"
        case .telemetryFuel: "last_telemetry.fuel_percent"
        case .telemetryTippedOver: "last_telemetry.tipped_over"
        }
    }
}

extension JSONRow {
    /// Whether it has any measurement.
    var hasMeasurements: Bool {
        hasAny(
            in: VehicleFeedField.temperature.rawValue..<VehicleFeedField.deviceID.rawValue)
    }

    /// Returns a field of a vehicle.
    subscript(_ field: VehicleFeedField) -> JSONField { self[field.rawValue] }

    /// Returns a non-empty text, or a number as written in the document.
    func text(_ field: VehicleFeedField) -> String? { String(lenient: self[field]) }

    /// Returns a number of 0 or more.
    func amount(_ field: VehicleFeedField) -> Double? {
        Double(lenient: self[field]).flatMap { $0 >= 0 ? $0 : nil }
    }
}
