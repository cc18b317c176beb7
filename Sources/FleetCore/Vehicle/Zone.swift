/// A geofencing zone of a system (GBFS 2.1 and later, `geofencing_zones.json`).
public struct Zone: Equatable, Sendable {
    /// The name (`name`); its number in the document if it has none.
    public var name: String
    /// Its area: a point in any of the polygons is in the zone.
    public var polygons: [ZonePolygon]
    /// The time from which the zone applies (`start`).
    public var start: Timestamp?
    /// The time until which the zone applies (`end`).
    public var end: Timestamp?

    /// Creates a zone that applies at all times.
    public init(name: String, polygons: [ZonePolygon]) {
        self.name = name
        self.polygons = polygons
    }

    /// Returns whether the zone applies at a time.
    public func applies(at time: Timestamp) -> Bool {
        (start.map { $0 <= time } ?? true) && (end.map { time < $0 } ?? true)
    }

    /// Returns whether a position is in the zone.
    public func contains(_ position: Position) -> Bool {
        polygons.contains { $0.contains(position) }
    }
}

extension [Zone] {
    /// Returns the name of the zone that a vehicle is counted for: of the zones that contain it,
    /// the first one.
    ///
    /// GBFS gives precedence to the earlier of two overlapping zones (2.1 to 3.0,
    /// `geofencing_zones.json`, field `rules`), so an operator lists a special zone before the area
    /// around it. It also makes the sum of the counts the number of vehicles.
    /// - Returns: `outside` if no zone contains the vehicle, `unknown` if it has no position.
    func name(for vehicle: Vehicle) -> String {
        guard let position = vehicle.position else { return "unknown" }
        return first { $0.contains(position) }?.name ?? "outside"
    }
}
