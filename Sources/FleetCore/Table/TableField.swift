/// A field of a vehicle that a column of a table may hold.
///
/// The raw values are the names that `--column` takes.
public enum TableField: String, CaseIterable, Sendable, Codable {
    case id, name, code, color, type
    case formFactor = "form_factor"
    case propulsionType = "propulsion_type"
    case latitude = "lat"
    case longitude = "lon"
    /// Both coordinates in one cell.
    case location
    case state, reserved, disabled
    case battery
    case batteryEstimated = "battery_estimated"
    /// The charge or fuel level as a fraction (GBFS: `current_fuel_percent`).
    case fuel
    case range, station
    case locatedByStation = "located_by_station"
    case regionID = "region_id"
    case region, picture, web, android, ios
    case lastReported = "reported"
}
