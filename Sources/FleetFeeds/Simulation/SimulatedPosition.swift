import FleetCore

/// A place in metres east and north of the middle of Paris.
struct SimulatedPlace {
    var east: Double
    var north: Double

    /// A place about another one, at most `reach` from it in each direction, mostly nearer.
    init(near other: SimulatedPlace, reach: Double, by dice: inout Dice) {
        east = other.east + dice.deviation() * reach
        north = other.north + dice.deviation() * reach
    }

    init(east: Double, north: Double) {
        self.east = east
        self.north = north
    }

    /// The middle: point zero of French roads, in front of Notre-Dame.
    static let middle = SimulatedPlace(east: 0, north: 0)

    /// The place after a part of the way to another one, 0 to 1.
    func moved(towards other: SimulatedPlace, by part: Double) -> SimulatedPlace {
        SimulatedPlace(
            east: east + (other.east - east) * part, north: north + (other.north - north) * part)
    }

    func squaredDistance(to other: SimulatedPlace) -> Double {
        let (east, north) = (other.east - east, other.north - north)
        return east * east + north * north
    }

    /// The place on the globe, to a tenth of a metre.
    var position: Position? {
        // A degree of latitude, and one of longitude at 48.85° north, in metres.
        let (latitude, longitude) = (48.853_4 + north / 111_320, 2.348_8 + east / 73_240)
        return Position(
            latitude: (latitude * 1e6).rounded() / 1e6,
            longitude: (longitude * 1e6).rounded() / 1e6)
    }
}
