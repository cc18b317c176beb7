/// Format of a list of vehicles.
public enum ListFormat: String, CaseIterable, Sendable {
    /// Aligned columns for people.
    case table
    /// One document, with one vehicle per line.
    case json
    /// One vehicle object per line.
    case ndjson
    /// Comma-separated values with a header row (RFC 4180).
    case csv
    /// A FeatureCollection (RFC 7946).
    case geojson
    /// A GBFS 3.0 `vehicle_status.json`.
    case gbfs
}
