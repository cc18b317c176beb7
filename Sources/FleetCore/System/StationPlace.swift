/// The name and the location of a station, for the vehicles that are there.
public struct StationPlace: Equatable, Sendable, Codable {
    /// The name (`name`); `nil` if it has none.
    public var name: String?
    /// The location (`lat`, `lon`), where vehicles are that have only a `station_id`.
    public var position: Position?

    /// Creates a place.
    public init(name: String? = nil, position: Position? = nil) {
        (self.name, self.position) = (name, position)
    }

    private enum CodingKeys: String, CodingKey {
        case name = "n"
        case position = "p"
    }
}
