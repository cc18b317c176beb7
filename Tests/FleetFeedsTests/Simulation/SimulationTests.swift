import FleetCore
import Testing

@testable import FleetFeeds

@Suite("Simulation")
struct SimulationTests {
    /// 2026-03-01T12:00:00Z.
    static let noon = Timestamp(milliseconds: 1_772_366_400_000)
    static let paris = Position(latitude: 48.8566, longitude: 2.3522)

    func loaded(
        _ address: String, at time: Timestamp = noon
    ) throws -> (snapshot: Snapshot, cacheState: FeedCacheState, schedule: FeedSchedule) {
        let response = try Simulation(address).response(at: time)
        guard case .loaded(let snapshot, let cacheState, let schedule) = response else {
            throw FeedFailure(.content(.noVehicles), at: address)
        }
        return (snapshot, cacheState, schedule)
    }

    @Test("The fleet depends only on seed and time")
    func pureFunction() throws {
        let fleet = try loaded("sim://a").snapshot.vehicles
        #expect(try loaded("sim://b?seed=1").snapshot.vehicles == fleet)
        let other = try loaded("sim://a?seed=2").snapshot.vehicles
        #expect(Set(other.map(\.id)).isDisjoint(with: fleet.map(\.id)))
    }

    @Test("A larger fleet contains the smaller one")
    func prefix() throws {
        let fleet = try loaded("sim://a?vehicles=500").snapshot.vehicles
        #expect(try loaded("sim://a").snapshot.vehicles == Array(fleet.prefix(120)))
    }

    @Test("The query item now overrides the clock")
    func frozen() throws {
        let frozen = try loaded("sim://a?now=2026-03-01T12:00:00Z", at: Timestamp(milliseconds: 0))
        #expect(frozen.snapshot.vehicles == (try loaded("sim://a").snapshot.vehicles))
        #expect(frozen.snapshot.feed.lastUpdated == Self.noon)
    }

    @Test("A snapshot is marked as simulated and comes with a cache state")
    func description() throws {
        let (snapshot, cacheState, schedule) = try loaded("sim://a?seed=3")
        #expect(snapshot.feed.isSimulated)
        #expect(snapshot.feed.rotation == .no)
        #expect(snapshot.feed.format == "simulation")
        #expect(snapshot.feed.lastUpdated == Self.noon)
        #expect(snapshot.feed.timeZone == "Europe/Paris")
        #expect(snapshot.parseReport == ParseReport())
        let address = "sim://a?seed=3"
        #expect(cacheState == FeedCacheState(location: address, main: .init(address: address)))
        #expect(schedule.minInterval == .zero)
    }

    @Test("The number of vehicles follows the address", arguments: [0, 1, 120, 5000])
    func count(count: Int) throws {
        let vehicles = try loaded("sim://a?vehicles=\(count)").snapshot.vehicles
        #expect(vehicles.count == count)
        #expect(Set(vehicles.map(\.id)).count == count)
    }

    @Test("All fields of a vehicle are set and plausible")
    func vehicles() throws {
        let paris = try #require(Self.paris)
        for vehicle in try loaded("sim://a?vehicles=2000").snapshot.vehicles {
            #expect(vehicle.id.wholeMatch(of: /[A-Z]{3}-[A-Z]{3}/) != nil)
            #expect(vehicle.rentalURIs?.web == "https://example.com/\(vehicle.id)")
            let position = try #require(vehicle.position)
            #expect(position.distance(to: paris) < 15_000)
            let fuel = try #require(vehicle.currentFuelPercent)
            #expect((0...1).contains(fuel))
            #expect(vehicle.battery == Battery(percent: (fuel * 100).rounded()))
            #expect(try #require(vehicle.currentRangeMeters) >= 0)
            let reported = try #require(vehicle.lastReported)
            #expect(reported <= Self.noon && reported >= Self.noon - .seconds(7200))
        }
    }

    @Test("The default fleet has all colors, types and states")
    func variety() throws {
        let vehicles = try loaded("sim://demo").snapshot.vehicles
        #expect(
            Set(vehicles.compactMap(\.color?.name))
                == ["YellowBlue", "BlueRed", "RedGreen", "GreenYellow"])
        #expect(
            Set(vehicles.compactMap(\.formFactor)) == ["scooter_standing", "bicycle", "moped"])
        #expect(Set(vehicles.map(\.state)) == [.available, .reserved, .disabled])
        #expect(Set(vehicles.map(\.typeID)).count == 3)
    }

    @Test("No time is too early or too late", arguments: [Int64.min, -1, 0, Int64.max])
    func extremeTimes(milliseconds: Int64) throws {
        let vehicles = try loaded("sim://a", at: Timestamp(milliseconds: milliseconds))
            .snapshot.vehicles
        #expect(vehicles.count == 120)
        #expect(vehicles.allSatisfy { $0.position != nil })
    }

    @Test("The time to the next snapshot varies over the whole interval")
    func schedule() throws {
        let simulation = try Simulation("sim://a?vehicles=0&min_interval=0.5&max_interval=2")
        let times = try (0..<1000).map { step in
            try simulation.response(at: Timestamp(milliseconds: step)).schedule.freshFor.seconds
        }
        #expect(times.allSatisfy { (0.5...2).contains($0) })
        #expect(times.contains { $0 < 0.6 } && times.contains { $0 > 1.9 })
    }

    @Test("The failure rate is met, half with connection errors and half with server errors")
    func failures() throws {
        let simulation = try Simulation("sim://a?vehicles=0&failure_rate=0.3")
        var reasons: [FeedFailure.Reason] = []
        for step in 0..<20_000 {
            let time = Timestamp(milliseconds: Self.noon.milliseconds + Int64(step) * 997)
            do throws(FeedFailure) {
                _ = try simulation.response(at: time)
            } catch {
                reasons.append(error.reason)
                #expect(throws: error) { try simulation.response(at: time) }
            }
        }
        // 3000 is expected; the range is six standard deviations of the binomial distribution.
        let connection = reasons.filter { $0 == .network(.connectionReset) }.count
        let server = reasons.filter { $0 == .service(.simulatedServerError) }.count
        #expect((2700...3300).contains(connection))
        #expect((2700...3300).contains(server))
        #expect(connection + server == reasons.count)
    }

    @Test("At a failure rate of 0 no request fails, at 1 every one")
    func certainty() throws {
        let never = try Simulation("sim://a?vehicles=0")
        let always = try Simulation("sim://a?vehicles=0&failure_rate=1")
        for step in 0..<1000 {
            _ = try never.response(at: Timestamp(milliseconds: Int64(step)))
            #expect(throws: FeedFailure.self) {
                try always.response(at: Timestamp(milliseconds: Int64(step)))
            }
        }
    }
}
