import FleetCore
import JSON

/// Fields to read from each site in a list, under the names of GBFS and similar formats.
enum SiteFeedField: Int, CaseIterable {
    case stationID, siteID, id
    case bikeID, vehicleID, deviceID
    case name, shortName, address, regionID
    case lat, latitude, lon, lng, longitude
    case capacity
    case vehiclesAvailable, bikesAvailable, vehiclesDisabled, bikesDisabled, docksAvailable
    case vehicleTypesAvailable, vehicleDocksAvailable
    case isInstalled, isRenting, isReturning
    case lastReported
    case temperature, noiseLevel, smoke, humidity, connectivity, batteryPercent
    case telemetry, sensors, measurements

    /// Path of the field in the site object.
    var path: String {
        switch self {
        case .stationID: "station_id"
        case .siteID: "site_id"
        case .id: "id"
        case .bikeID: "bike_id"
        case .vehicleID: "vehicle_id"
        case .deviceID: "device_id"
        case .name: "name"
        case .shortName: "short_name"
        case .address: "address"
        case .regionID: "region_id"
        case .lat: "lat"
        case .latitude: "latitude"
        case .lon: "lon"
        case .lng: "lng"
        case .longitude: "longitude"
        case .capacity: "capacity"
        case .vehiclesAvailable: "num_vehicles_available"
        case .bikesAvailable: "num_bikes_available"
        case .vehiclesDisabled: "num_vehicles_disabled"
        case .bikesDisabled: "num_bikes_disabled"
        case .docksAvailable: "num_docks_available"
        case .vehicleTypesAvailable: "vehicle_types_available"
        case .vehicleDocksAvailable: "vehicle_docks_available"
        case .isInstalled: "is_installed"
        case .isRenting: "is_renting"
        case .isReturning: "is_returning"
        case .lastReported: "last_reported"
        case .temperature: "temperature"
        case .noiseLevel: "noise_level"
        case .smoke: "smoke"
        case .humidity: "humidity"
        case .connectivity: "connectivity"
        case .batteryPercent: "battery_percent"
        case .telemetry: "telemetry"
        case .sensors: "sensors"
        case .measurements: "measurements"
        }
    }
}

extension JSONRow {
    /// Returns a field of a site.
    subscript(site field: SiteFeedField) -> JSONField { self[field.rawValue] }

    /// Returns the first of several fields that is a number.
    func number(_ fields: SiteFeedField...) -> Double? {
        fields.lazy.compactMap { Double(lenient: self[site: $0]) }.first
    }

    /// Returns the first of several fields that is a number, as a count.
    func count(_ fields: SiteFeedField...) -> Int? {
        let number = fields.lazy.compactMap { Double(lenient: self[site: $0]) }.first
        guard let number, (0...1e9).contains(number) else { return nil }
        return Int(number)
    }
}
