import FleetCore
import Testing

@testable import FleetFeeds

@Suite("One day of the simulated fleet")
struct SimulatedDayTests {
    /// States of 60 vehicles, each at every minute of one day.
    static let histories: [[Vehicle]] = (0..<60).map { index in
        let vehicle = SimulatedVehicle(index: index, seed: 1)
        return (0..<1440).map { minute in
            vehicle.vehicle(at: SimulationTests.noon + .seconds(minute * 60))
        }
    }

    @Test("Every vehicle is rented and returned at least twice")
    func rides() {
        for history in Self.histories {
            let returns = zip(history, history.dropFirst())
                .filter { $0.state == .reserved && $1.state != .reserved }
            #expect(returns.count >= 2)
        }
    }

    @Test("A vehicle moves only while it is rented or taken to a depot for service")
    func positions() {
        for (before, after) in Self.steps where before.position != after.position {
            #expect([before.state, after.state].contains { $0 != .available })
        }
    }

    @Test("A ride is no faster than 50 km/h")
    func speed() throws {
        for (before, after) in Self.steps
        where before.state == .reserved && after.state != .disabled {
            let (from, to) = (try #require(before.position), try #require(after.position))
            #expect(from.distance(to: to) < 50_000 / 60)
        }
    }

    @Test("A vehicle out of service is at a depot, and its battery charges there")
    func charging() throws {
        let depots = Dictionary(
            uniqueKeysWithValues: SimulatedDepot.allCases.map { ($0.id, $0.position.coordinate) })
        for vehicle in Self.histories.joined() {
            #expect((vehicle.stationID != nil) == (vehicle.state == .disabled))
            guard let id = vehicle.stationID else { continue }
            let depot = try #require(depots[id] ?? nil)
            #expect(try #require(vehicle.position).distance(to: depot) <= 30)
        }
        let stays = Self.steps.filter { $0.stationID != nil && $0.stationID == $1.stationID }
        #expect(stays.count > 100)
        let charges = stays.map { ($0.battery?.percent ?? -1, $1.battery?.percent ?? -1) }
        #expect(charges.allSatisfy { $0.0 <= $0.1 } && charges.contains { $0.0 < $0.1 })
    }

    @Test("Only rented vehicles have a speed, and only available ones are tipped over")
    func measurements() throws {
        var tippedOver = 0
        for vehicle in Self.histories.joined() {
            #expect(
                vehicle.measurements.map(\.quantity)
                    == [.temperature, .connectivity, .speed, .tippedOver])
            #expect(vehicle.measurements.allSatisfy { $0.measuredAt == vehicle.lastReported })
            let speed = vehicle.measurements[2].value.level
            #expect(vehicle.state == .reserved ? speed < 50 / 3.6 : speed == 0)
            guard vehicle.measurements[3].state == .alarm else { continue }
            #expect(vehicle.state == .available)
            tippedOver += 1
        }
        #expect((1...Self.histories.joined().count / 20).contains(tippedOver))
    }

    @Test("A battery drains only while the vehicle is rented, and is recharged or swapped")
    func batteries() throws {
        var changes = 0
        for (before, after) in Self.steps {
            let (from, to) = (before.currentFuelPercent ?? -1, after.currentFuelPercent ?? -1)
            #expect((0...1).contains(to))
            if to > from { changes += 1 }
            if to < from { #expect(before.state == .reserved || after.state == .reserved) }
        }
        #expect(changes > 60)
    }

    @Test("A few vehicles are out of service, most are available")
    func states() {
        let states = Self.histories.joined().map(\.state)
        let disabled = states.filter { $0 == .disabled }.count
        let available = states.filter { $0 == .available }.count
        #expect((states.count / 100...states.count / 12).contains(disabled))
        #expect(available > states.count / 2)
    }

    @Test("last_reported changes if and only if the vehicle does")
    func reports() {
        for (before, after) in Self.steps where before.lastReported == after.lastReported {
            #expect(before == after)
        }
        var quiet = 0
        for (before, after) in Self.steps where before.lastReported != after.lastReported {
            var after = after
            after.lastReported = before.lastReported
            if before == after { quiet += 1 }
        }
        #expect(quiet == 0)
    }

    @Test("A few vehicles, but not many, change within five seconds")
    func fewChanges() {
        var changed = 0
        for index in 0..<5000 {
            let vehicle = SimulatedVehicle(index: index, seed: 1)
            let later = vehicle.vehicle(at: SimulationTests.noon + .seconds(5))
            if vehicle.vehicle(at: SimulationTests.noon) != later { changed += 1 }
        }
        #expect((20...500).contains(changed))
    }

    private static var steps: some Sequence<(Vehicle, Vehicle)> {
        histories.lazy.flatMap { zip($0, $0.dropFirst()) }
    }
}

@Suite("IDs of the simulated vehicles")
struct SimulatedVehicleIDTests {
    @Test("A million vehicles have a million distinct IDs", arguments: [1, UInt64.max])
    func unique(seed: UInt64) {
        let numbers = Set((0..<1_000_000).map { SimulatedVehicleID.number(of: $0, seed: seed) })
        #expect(numbers.count == 1_000_000)
        #expect(numbers.allSatisfy { (0..<SimulatedVehicleID.count).contains($0) })
    }

    @Test("An ID is three capitals, a dash and three capitals, and encodes a number")
    func text() {
        for index in [0, 1, 999_999, SimulatedVehicleID.count - 1] {
            let id = SimulatedVehicleID.text(of: index, seed: 1)
            #expect(id.wholeMatch(of: /[A-Z]{3}-[A-Z]{3}/) != nil)
            let letters = id.filter { $0 != "-" }
            let number = letters.utf8.reduce(0) { $0 * 26 + Int($1) - 65 }
            #expect(number == SimulatedVehicleID.number(of: index, seed: 1))
        }
    }
}
