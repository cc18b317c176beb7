import FleetCore

/// Position in metres east and north of the center of Paris.
struct SimulatedPosition {
    var east: Double
    var north: Double

    /// Draws a position near another one, at most `reach` metres away in each direction.
    init(near other: SimulatedPosition, reach: Double, using random: inout SeededRandom) {
        east = other.east + random.deviation() * reach
        north = other.north + random.deviation() * reach
    }

    init(east: Double, north: Double) {
        self.east = east
        self.north = north
    }

    /// Center: point zero of French roads, in front of Notre-Dame.
    static let center = SimulatedPosition(east: 0, north: 0)

    /// Returns the position after a fraction, 0 to 1, of the way to another one.
    func moved(towards other: SimulatedPosition, by fraction: Double) -> SimulatedPosition {
        SimulatedPosition(
            east: east + (other.east - east) * fraction,
            north: north + (other.north - north) * fraction)
    }

    func squaredDistance(to other: SimulatedPosition) -> Double {
        let (east, north) = (other.east - east, other.north - north)
        return east * east + north * north
    }

    /// Latitude and longitude, rounded to a tenth of a metre.
    var coordinate: Position? {
        // Metres per degree of latitude, and of longitude at 48.85° north.
        let (latitude, longitude) = (48.853_4 + north / 111_320, 2.348_8 + east / 73_240)
        return Position(
            latitude: (latitude * 1e6).rounded() / 1e6,
            longitude: (longitude * 1e6).rounded() / 1e6)
    }
}
