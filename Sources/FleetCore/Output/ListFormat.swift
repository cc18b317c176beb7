/// How a list of vehicles is written.
public enum ListFormat: String, CaseIterable, Sendable {
    /// Aligned columns for people.
    case table
    /// One document, a vehicle a line.
    case json
    /// A vehicle object a line.
    case ndjson
    /// Comma-separated values with a row of names (RFC 4180).
    case csv
    /// A FeatureCollection (RFC 7946).
    case geojson
    /// A GBFS 3.0 `vehicle_status.json`.
    case gbfs
}
