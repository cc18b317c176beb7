/// Format of a list of sites.
public enum SiteListFormat: String, CaseIterable, Sendable {
    /// Aligned columns for people.
    case table
    /// One document, with one site per line.
    case json
    /// Comma-separated values with a header row (RFC 4180).
    case csv
    /// A FeatureCollection (RFC 7946).
    case geojson
}
