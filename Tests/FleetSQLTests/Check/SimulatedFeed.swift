import FleetCore
import Foundation

/// What kind of service a simulated feed has.
struct FeedProfile {
    /// How a feed shows a vehicle that is rented.
    enum Rental { case leavesFeed, hasState(VehicleState), staysWhereItWas }
    enum Opening { case always, closes(at: Double, opensAt: Double), thinsOut }
    /// When `last_updated` goes on.
    enum Updates { case every(Double), withData }
    enum Reports { case none, withTrips, regularly }

    var name: String
    var format = "GBFS 3.0"
    var vehicles = 60
    var cities = 1
    var hasRegions = false
    /// The number of stations of a city; `nil` for vehicles that are parked anywhere.
    var stations: Int?
    var tripsPerDay = 4.0
    var tripMinutes = 15.0
    /// The trips of a Saturday or Sunday, as a share of those of other days.
    var weekend = 1.0
    var rental = Rental.leavesFeed
    var rotates = true
    var opening = Opening.always
    var updates = Updates.every(60)
    var answersNotModified = false
    var reports = Reports.none
    var ttl = 60.0
    var pause = 300.0
    var formFactor = "scooter_standing"
    /// The day on which almost a third of the fleet is replaced.
    var renewal: Int?
    /// Times without readings, in hours since the start.
    var downtimes: [Range<Double>] = []
}

/// What is wrong with a simulated feed for some time.
enum Incident {
    case fails
    /// `last_updated` and the data stand still.
    case stuck
    /// Only the data stands still.
    case frozen
    case updatesEvery(Double)
    case rotatesAlways, rotatesNever
    /// Only this share of the vehicles is there.
    case keeps(Double)
    /// This share of the vehicles is there twice.
    case doubles(Double)
    case losesCity(Int)
    /// Only this share of the trips happens.
    case trips(Double)
    /// So many vehicles change their type at each reading.
    case changesTypes(Int)
    /// So many vehicles are far away at each reading.
    case teleports(Int)
    /// So many vehicles stay rented.
    case neverEnds(Int)
    /// This share of the vehicles is not rented.
    case parks(Double)
    /// So many vehicles stand outside the zone.
    case outside(Int)
}

/// A service with trips by chance, and the feed that it publishes.
struct SimulatedFeed {
    /// A vehicle of the feed, with numbers that tell whether it has changed.
    struct Published: Equatable {
        var index: Int
        var version: Int
        var vehicle: Vehicle

        static func == (left: Self, right: Self) -> Bool {
            left.index == right.index && left.version == right.version
        }
    }

    enum Answer {
        case failed
        case notModified
        case loaded([Published], lastUpdated: Double)
    }

    private struct Unit {
        var vehicle: Vehicle
        var version = 0
        var city: Int
        var tripEnd: Double?
        /// Order in which a service that thins out takes the vehicles away.
        let rank: Double
    }

    /// Friday, 2026-03-20 12:00 UTC: the clocks of Europe change nine days later.
    static let start = 1_774_008_000.0
    private static let demand: [Double] = [
        2, 1, 1, 0.5, 0.5, 1, 3, 7, 9, 6, 5, 6, 7, 7, 6, 7, 9, 11, 10, 8, 6, 5, 4, 3,
    ]

    let profile: FeedProfile
    let zone = SystemTimeZone(named: "Europe/Berlin")!
    private(set) var time = SimulatedFeed.start
    var incident: Incident?
    private var random: SeededGenerator
    private var units: [Unit] = []
    private var rented: [Int] = []
    private var lastID = 0
    private var renewed = 0
    private var published: (vehicles: [Published], at: Double)?

    init(_ profile: FeedProfile, seed: UInt64) {
        self.profile = profile
        random = SeededGenerator(state: seed)
        for index in 0..<profile.vehicles {
            let city = index % profile.cities
            var unit = Unit(
                vehicle: Vehicle(id: ""), city: city, rank: .random(in: 0..<1, using: &random))
            unit.vehicle = newVehicle(in: city)
            units.append(unit)
        }
    }

    // MARK: Service

    /// Goes on to a time.
    mutating func advance(to end: Double) {
        while time < end {
            let step = min(300, end - time)
            time += step
            endTrips()
            startTrips(within: step)
            if profile.renewal == Int((time - Self.start) / 86_400) { renew() }
            report()
            harm()
        }
    }

    private mutating func endTrips() {
        var going: [Int] = []
        for index in rented {
            guard let end = units[index].tripEnd, end <= time else {
                going.append(index)
                continue
            }
            units[index].tripEnd = nil
            units[index].version += 1
            units[index].vehicle.position = position(in: units[index].city)
            if case .hasState = profile.rental { units[index].vehicle.setState(freeState) }
            if profile.rotates, !isKeepingIDs { units[index].vehicle.id = newID() }
            if case .none = profile.reports {
            } else {
                units[index].vehicle.lastReported = Timestamp(seconds: time)
            }
        }
        rented = going
    }

    private var isKeepingIDs: Bool { if case .rotatesNever = incident { true } else { false } }
    private var freeState: VehicleState? { profile.format.hasPrefix("MDS") ? .available : nil }

    private mutating func startTrips(within step: Double) {
        guard share > 0 else { return }
        let local = zone.local(Timestamp(seconds: time)) / 1000
        let hour = Int(local / 3600 % 24)
        // 1970-01-01 was a Thursday.
        let isWeekend = [2, 3].contains((local / 86_400) % 7)
        var rate =
            profile.tripsPerDay * Self.demand[hour] / Self.demand.reduce(0, +) / 3600
            * (isWeekend ? profile.weekend : 1)
        var parked = 0
        switch incident {
        case .trips(let share): rate *= share
        case .parks(let share): parked = Int(Double(units.count) * share)
        default: break
        }
        for _ in 0..<poisson(rate * step * Double(units.count)) {
            let index = Int.random(in: 0..<units.count, using: &random)
            guard index >= parked, units[index].tripEnd == nil, units[index].rank < share else {
                continue
            }
            let minutes = -profile.tripMinutes * log(Double.random(in: 0.001..<1, using: &random))
            rent(index, until: time + max(2, minutes) * 60)
        }
    }

    private mutating func rent(_ index: Int, until end: Double) {
        units[index].tripEnd = end
        units[index].version += 1
        if case .hasState(let state) = profile.rental { units[index].vehicle.setState(state) }
        rented.append(index)
    }

    /// The share of the vehicles that is on the street.
    private var share: Double {
        let hour = Double(zone.local(Timestamp(seconds: time)) % 86_400_000) / 3_600_000
        switch profile.opening {
        case .always: return 1
        case .closes(let close, let open): return hour >= close || hour < open ? 0 : 1
        case .thinsOut:
            if hour >= 20 { return max(0.1, 1 - (hour - 20) / 3) }
            return hour < 5 ? 0.1 : min(1, 0.1 + (hour - 5) / 3)
        }
    }

    /// Replaces three vehicles of ten between noon and midnight.
    private mutating func renew() {
        let part = ((time - Self.start) / 86_400).truncatingRemainder(dividingBy: 1) * 2
        while renewed < Int(min(1, part) * 0.3 * Double(units.count)) {
            if units[renewed].tripEnd == nil {
                units[renewed].vehicle = newVehicle(in: units[renewed].city)
                units[renewed].version += 1
            }
            renewed += 1
        }
    }

    private mutating func report() {
        guard case .regularly = profile.reports else { return }
        for index in units.indices where units[index].tripEnd == nil {
            guard Int.random(in: 0..<6, using: &random) == 0 else { continue }
            units[index].vehicle.lastReported = Timestamp(seconds: time)
            units[index].version += 1
        }
    }

    private mutating func harm() {
        switch incident {
        case .neverEnds(let count):
            for index in 0..<count where units[index].tripEnd ?? 0 < 1e11 {
                rented.removeAll { $0 == index }
                rent(index, until: 1e12)
            }
        case .outside(let count):
            for number in 0..<count {
                let index = number * profile.cities
                units[index].vehicle.position = Position(latitude: 50.83, longitude: 8.9)
                units[index].version += 1
            }
        default: break
        }
    }

    /// Ends what is wrong.
    mutating func mend() {
        if case .neverEnds(let count) = incident {
            for index in 0..<count { units[index].tripEnd = time }
        }
        if case .outside(let count) = incident {
            for number in 0..<count {
                units[number * profile.cities].vehicle.position = position(in: 0)
            }
        }
        incident = nil
    }

    // MARK: Feed

    /// Returns the answer to a request.
    mutating func answer() -> Answer {
        if case .fails = incident { return .failed }
        if case .stuck = incident, let published {
            return .loaded(published.vehicles, lastUpdated: published.at)
        }
        if case .frozen = incident, let published {
            return .loaded(published.vehicles, lastUpdated: time)
        }
        var updates = profile.updates
        if case .updatesEvery(let seconds) = incident { updates = .every(seconds) }
        switch updates {
        case .every(let seconds):
            let at = (time / seconds).rounded(.down) * seconds
            if let published, published.at == at {
                return .loaded(published.vehicles, lastUpdated: at)
            }
            published = (vehicles(), at)
        case .withData:
            let now = vehicles()
            if let published, published.vehicles == now {
                guard !profile.answersNotModified else { return .notModified }
                return .loaded(now, lastUpdated: published.at)
            }
            published = (now, time)
        }
        return .loaded(published?.vehicles ?? [], lastUpdated: published?.at ?? time)
    }

    private mutating func vehicles() -> [Published] {
        let share = share
        var all: [Published] = []
        for (index, unit) in units.enumerated() where unit.rank < share {
            if unit.tripEnd != nil, case .leavesFeed = profile.rental { continue }
            all.append(Published(index: index, version: unit.version, vehicle: unit.vehicle))
        }
        return distorted(all)
    }

    private mutating func distorted(_ all: [Published]) -> [Published] {
        func changed(_ count: Int, _ change: (inout Vehicle) -> Void) -> [Published] {
            var all = all
            for place in all.indices.prefix(count) {
                change(&all[place].vehicle)
                all[place].version += Int(time)
            }
            return all
        }
        switch incident {
        case .keeps(let share): return Array(all.prefix(Int(Double(units.count) * share)))
        case .doubles(let share):
            let copies = all.prefix(Int(Double(all.count) * share)).map { copied in
                var copy = copied
                copy.index += units.count
                copy.vehicle.id += "-copy"
                return copy
            }
            return all + copies
        case .losesCity(let city): return all.filter { units[$0.index].city != city }
        case .rotatesAlways: return changed(all.count) { $0.id = newID() }
        case .changesTypes(let count): return changed(count) { $0.typeID = "type \(Int(time))" }
        case .teleports(let count):
            let isNorth = Int(time / profile.pause) % 2 == 0
            return changed(count) {
                $0.position = Position(latitude: isNorth ? 58 : 52, longitude: 9)
            }
        default: return all
        }
    }

    // MARK: Vehicles

    private mutating func newID() -> String {
        lastID += 1
        return "\(profile.name)-\(lastID)"
    }

    private mutating func newVehicle(in city: Int) -> Vehicle {
        var vehicle = Vehicle(id: newID())
        vehicle.typeID = "type"
        vehicle.formFactor = profile.formFactor
        vehicle.position = position(in: city)
        if profile.hasRegions { vehicle.regionID = "city \(city)" }
        if case .hasState = profile.rental { vehicle.setState(freeState) }
        return vehicle
    }

    private mutating func position(in city: Int) -> Position? {
        let center = (latitude: 50.9 + Double(city), longitude: 8.9)
        if let stations = profile.stations {
            let station = Double(Int.random(in: 0..<stations, using: &random))
            return Position(
                latitude: center.latitude + 0.006 * (station - 6), longitude: center.longitude)
        }
        return Position(
            latitude: center.latitude + .random(in: -0.04...0.04, using: &random),
            longitude: center.longitude + .random(in: -0.06...0.06, using: &random))
    }

    private mutating func poisson(_ mean: Double) -> Int {
        let limit = exp(-mean)
        var (count, product) = (0, Double.random(in: 0..<1, using: &random))
        while product > limit {
            count += 1
            product *= .random(in: 0..<1, using: &random)
        }
        return count
    }
}
