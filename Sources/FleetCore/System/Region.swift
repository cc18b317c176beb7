/// A part of a system's area (GBFS `system_regions.json`, `regions`).
public struct Region: Equatable, Sendable, Codable {
    /// The ID (`region_id`).
    public var id: String
    /// The name (`name`).
    public var name: String

    /// Creates a region.
    public init(id: String, name: String) { (self.id, self.name) = (id, name) }
}
