import FleetCore
import Foundation

/// A simulated fleet with known trips, to verify the events of a detector.
struct SimulatedFleet {
    /// The policy for new IDs.
    enum Policy: CustomStringConvertible {
        case never
        case afterTrips
        /// This share of the vehicles, at each poll.
        case share(Double)
        /// All vehicles, every this many polls.
        case allEvery(Int)

        var description: String {
            switch self {
            case .never: "never"
            case .afterTrips: "after each trip"
            case .share(let share): "\(share) at each poll"
            case .allEvery(let polls): "all, every \(polls) polls"
            }
        }
    }

    private struct Unit {
        var id: String
        var north: Double
        var east: Double
        var percent: Double
        let type: Int
        /// The poll at which its trip ends; during a trip it is not in the feed.
        var tripEnds: Int?
    }

    /// A snapshot, and the trips that began or ended before it.
    struct Poll {
        var vehicles: [Vehicle]
        var at: Timestamp
        /// The old IDs of vehicles that left.
        var left: Set<String>
        /// The new IDs of vehicles that returned.
        var arrived: Set<String>
    }

    private let policy: Policy
    private let noise: Double
    private let tripShare: Double
    private var units: [Unit] = []
    private var poll = 0
    private var lastID = 0
    private var random: SplitMix

    /// Creates a fleet in a city of 5 km; three in ten vehicles are parked in 40 racks of 5 m.
    init(
        count: Int, policy: Policy, noise: Double = 5, tripShare: Double = 0.005, seed: UInt64 = 1
    ) {
        self.policy = policy
        self.noise = noise
        self.tripShare = tripShare
        random = SplitMix(state: seed)
        for index in 0..<count {
            units.append(
                Unit(id: "", north: 0, east: 0, percent: 0, type: index % 2, tripEnds: nil))
            units[index].percent = Double.random(in: 10...100, using: &random).rounded()
            park(index)
            rename(index)
        }
    }

    /// Advances one minute and returns the next snapshot.
    mutating func next() -> Poll {
        let before = units
        poll += 1
        for index in units.indices { advance(index) }
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

    private mutating func advance(_ index: Int) {
        if let end = units[index].tripEnds {
            guard poll >= end else { return }
            units[index].tripEnds = nil
            units[index].percent = max(5, units[index].percent - 4)
            park(index)
            if case .afterTrips = policy { rename(index) }
        } else if random.nextUnit() < tripShare {
            units[index].tripEnds = poll + Int.random(in: 4...20, using: &random)
        }
    }

    private mutating func rotate() {
        switch policy {
        case .never, .afterTrips: return
        case .share(let share):
            for index in units.indices where random.nextUnit() < share {
                rename(index)
            }
        case .allEvery(let polls):
            guard poll % polls == 0 else { return }
            for index in units.indices { rename(index) }
        }
    }

    private mutating func park(_ index: Int) {
        let isInRack = random.nextUnit() < 0.3
        let rack = Double(Int.random(in: 0..<40, using: &random))
        let anywhere = Double.random(in: 0..<5000, using: &random)
        units[index].north = isInRack ? rack * 120 : anywhere
        units[index].east = isInRack ? (rack * 977).truncatingRemainder(dividingBy: 5000) : anywhere
        units[index].east += Double.random(in: 0..<5, using: &random)
        guard !isInRack else { return }
        units[index].east = Double.random(in: 0..<5000, using: &random)
    }

    private mutating func rename(_ index: Int) {
        lastID += 1
        units[index].id = "id-\(lastID)"
    }

    private mutating func vehicle(_ unit: Unit) -> Vehicle {
        var vehicle = Vehicle(id: unit.id)
        vehicle.typeID = "type-\(unit.type)"
        vehicle.position = City.position(
            north: unit.north + deviation(), east: unit.east + deviation())
        vehicle.battery = Battery(percent: unit.percent)
        vehicle.isReserved = false
        vehicle.isDisabled = false
        return vehicle
    }

    /// Returns a normal deviation with the standard deviation `noise` (Box–Muller).
    private mutating func deviation() -> Double {
        let (angle, share) = (random.nextUnit() * 2 * .pi, 1 - random.nextUnit())
        return cos(angle) * (-2 * log(share)).squareRoot() * noise
    }
}

/// Positions in a city, in metres from its corner.
enum City {
    static func position(north: Double, east: Double) -> Position? {
        Position(latitude: 48.85 + north / 111_195, longitude: 2.35 + east / 73_167)
    }
}
