import FleetCore

/// A fleet of which everything is known, to judge what is told of it.
struct SimulatedFleet {
    /// When vehicles get new codes.
    enum Policy: CustomStringConvertible {
        case never
        case afterTrips
        /// This share of the vehicles, at each poll.
        case share(Double)
        /// All of them, each so many polls.
        case allEach(Int)

        var description: String {
            switch self {
            case .never: "never"
            case .afterTrips: "after each trip"
            case .share(let share): "\(share) at each poll"
            case .allEach(let polls): "all, each \(polls) polls"
            }
        }
    }

    private struct Unit {
        var id: String
        var north: Double
        var east: Double
        var percent: Double
        let type: Int
        /// The poll at which its trip ends; while it is on a trip it is not in the feed.
        var tripEnds: Int?
    }

    /// What a snapshot holds, and what happened before it.
    struct Poll {
        var vehicles: [Vehicle]
        var at: Timestamp
        /// Codes of vehicles that left, under the code they had.
        var left: Set<String>
        /// Codes of vehicles that came back, under the code they have.
        var arrived: Set<String>
    }

    private let policy: Policy
    private let noise: Double
    private let tripShare: Double
    private var units: [Unit] = []
    private var poll = 0
    private var codes = 0
    private var dice: SplitMix

    /// A fleet in a city of 5 km; three in ten vehicles stand in 40 racks of 5 m.
    init(
        count: Int, policy: Policy, noise: Double = 5, tripShare: Double = 0.005, seed: UInt64 = 1
    ) {
        self.policy = policy
        self.noise = noise
        self.tripShare = tripShare
        dice = SplitMix(state: seed)
        for index in 0..<count {
            units.append(
                Unit(id: "", north: 0, east: 0, percent: 0, type: index % 2, tripEnds: nil))
            units[index].percent = Double.random(in: 10...100, using: &dice).rounded()
            park(index)
            rename(index)
        }
    }

    /// Lets a minute pass.
    mutating func next() -> Poll {
        let before = units
        poll += 1
        for index in units.indices { pass(index) }
        rotate()
        var result = Poll(
            vehicles: [], at: Samples.now + .seconds(60 * poll), left: [], arrived: [])
        for (unit, was) in zip(units, before) {
            if unit.tripEnds != nil, was.tripEnds == nil { result.left.insert(was.id) }
            if unit.tripEnds == nil, was.tripEnds != nil { result.arrived.insert(unit.id) }
            if unit.tripEnds == nil { result.vehicles.append(vehicle(unit)) }
        }
        return result
    }

    private mutating func pass(_ index: Int) {
        if let end = units[index].tripEnds {
            guard poll >= end else { return }
            units[index].tripEnds = nil
            units[index].percent = max(5, units[index].percent - 4)
            park(index)
            if case .afterTrips = policy { rename(index) }
        } else if Double.random(in: 0..<1, using: &dice) < tripShare {
            units[index].tripEnds = poll + Int.random(in: 4...20, using: &dice)
        }
    }

    private mutating func rotate() {
        switch policy {
        case .never, .afterTrips: return
        case .share(let share):
            for index in units.indices where Double.random(in: 0..<1, using: &dice) < share {
                rename(index)
            }
        case .allEach(let polls):
            guard poll % polls == 0 else { return }
            for index in units.indices { rename(index) }
        }
    }

    private mutating func park(_ index: Int) {
        let isInRack = Double.random(in: 0..<1, using: &dice) < 0.3
        let rack = Double(Int.random(in: 0..<40, using: &dice))
        let anywhere = Double.random(in: 0..<5000, using: &dice)
        units[index].north = isInRack ? rack * 120 : anywhere
        units[index].east = isInRack ? (rack * 977).truncatingRemainder(dividingBy: 5000) : anywhere
        units[index].east += Double.random(in: 0..<5, using: &dice)
        guard !isInRack else { return }
        units[index].east = Double.random(in: 0..<5000, using: &dice)
    }

    private mutating func rename(_ index: Int) {
        codes += 1
        units[index].id = "code-\(codes)"
    }

    private mutating func vehicle(_ unit: Unit) -> Vehicle {
        var vehicle = Vehicle(id: unit.id)
        vehicle.typeID = "type-\(unit.type)"
        vehicle.position = Place.position(
            north: unit.north + deviation(), east: unit.east + deviation())
        vehicle.battery = Battery(percent: unit.percent)
        vehicle.isReserved = false
        vehicle.isDisabled = false
        return vehicle
    }

    /// About normal, with a standard deviation of the noise.
    private mutating func deviation() -> Double {
        var sum = 0.0
        for _ in 0..<12 { sum += Double.random(in: -0.5...0.5, using: &dice) }
        return sum * noise
    }
}

/// Places in a city, in metres from a corner of it.
enum Place {
    static func position(north: Double, east: Double) -> Position? {
        Position(latitude: 48.85 + north / 111_195, longitude: 2.35 + east / 73_167)
    }
}
