public import FleetCore

/// A vehicle on the map.
public struct MapPoint: Sendable {
    /// Store row of the vehicle.
    public var row: Int64
    /// 0...1 from the west, in web Mercator (EPSG:3857).
    public var x: Double
    /// 0...1 from the north; latitudes beyond ±85.051129° are moved to the edge.
    public var y: Double
    /// Color of its dot.
    public var color: ColorRole

    /// Creates a point from a geographic position.
    public init(row: Int64, position: Position, color: ColorRole) {
        let location = MercatorPoint(position)
        (self.row, self.x, self.y, self.color) = (row, location.x, location.y, color)
    }

    var location: MercatorPoint { MercatorPoint(x: x, y: y) }
}

extension MapPoint {
    /// Creates the point of a vehicle.
    ///
    /// Its color is the vehicle's first tone that the filter matches, else its first tone, else the
    /// color of its state.
    public init(
        row: Int64, position: Position, color: VehicleColor?, state: VehicleState,
        filter: ColorFilter = .all
    ) {
        let tone = color?.tones.first(where: filter.includes) ?? color?.tones.first
        self.init(
            row: row, position: position, color: tone.flatMap(ColorRole.init(tone:)) ?? state.color)
    }
}

extension ColorFilter {
    /// Returns whether one of the filter's colors includes a tone.
    fileprivate func includes(_ tone: String) -> Bool {
        choices.contains { choice in
            if case .tones(let tones) = choice { tones.contains(tone) } else { false }
        }
    }
}
