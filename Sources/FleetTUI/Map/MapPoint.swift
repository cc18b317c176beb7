public import FleetCore

/// A vehicle on the map.
public struct MapPoint: Sendable {
    /// Where the vehicle lies in the store.
    public var row: Int64
    /// From the west, 0...1 in web Mercator (EPSG:3857).
    public var x: Double
    /// From the north, 0...1; latitudes beyond ±85.051129° are drawn there.
    public var y: Double
    /// The color of its dot.
    public var ink: Ink

    /// Creates a point from a position on the ground.
    public init(row: Int64, position: Position, ink: Ink) {
        let place = WorldPlace(position)
        (self.row, self.x, self.y, self.ink) = (row, place.x, place.y, ink)
    }

    /// Where it is.
    var place: WorldPlace { WorldPlace(x: x, y: y) }
}
