import FleetCore
import JSON

/// Fields to read from each site in a list, under the names of GBFS and similar formats.
enum SiteFeedField: String, FeedField {
    case stationID = "station_id", siteID = "site_id", id
    case bikeID = "bike_id", vehicleID = "vehicle_id", deviceID = "device_id"
    case name, shortName = "short_name", address, regionID = "region_id"
    case lat, latitude, lon, lng, longitude
    case capacity
    case vehiclesAvailable = "num_vehicles_available", bikesAvailable = "num_bikes_available"
    case vehiclesDisabled = "num_vehicles_disabled", bikesDisabled = "num_bikes_disabled"
    case docksAvailable = "num_docks_available"
    case vehicleTypesAvailable = "vehicle_types_available"
    case vehicleDocksAvailable = "vehicle_docks_available"
    case isInstalled = "is_installed", isRenting = "is_renting", isReturning = "is_returning"
    case lastReported = "last_reported"
    case temperature, noiseLevel = "noise_level", smoke, humidity, connectivity
    case batteryPercent = "battery_percent"
    case telemetry, sensors, measurements
}

extension JSONRow {
    /// Returns a field of a site.
    subscript(site field: SiteFeedField) -> JSONField { self[field.index] }

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
