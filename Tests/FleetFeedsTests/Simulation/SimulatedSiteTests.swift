import FleetCore
import Testing

@testable import FleetFeeds

@Suite("Depots of the simulation")
struct SimulatedSiteTests {
    static let noon = SimulationTests.noon

    static func sites(_ address: String, at time: Timestamp = noon) throws -> [Site] {
        let response = try Simulation(address).response(of: .sites, at: time)
        guard case .loaded(let snapshot, _, _) = response else { return [] }
        #expect(snapshot.vehicles.isEmpty && snapshot.total == snapshot.sites.count)
        return snapshot.sites
    }

    @Test("There are two depots for any number of vehicles", arguments: [0, 1, 120, 20_000])
    func two(vehicles: Int) throws {
        let sites = try Self.sites("sim://a?vehicles=\(vehicles)")
        #expect(sites.map(\.id) == ["depot-nord", "depot-sud"])
        for site in sites {
            #expect(site.name != nil && site.address != nil && site.position != nil)
            let capacity = try #require(site.capacity)
            #expect(try #require(site.vehicles) <= capacity)
            #expect(site.docksAvailable == capacity - (site.vehicles ?? 0))
        }
    }

    @Test("The number of vehicles at a depot matches the vehicle list")
    func vehiclesThere() throws {
        for step in 0..<50 {
            let time = Self.noon + .seconds(step * 1801)
            let response = try Simulation("sim://a?vehicles=500").response(at: time)
            guard case .loaded(let snapshot, _, _) = response else { continue }
            let byStation = Dictionary(grouping: snapshot.vehicles.compactMap(\.stationID)) { $0 }
            for site in try Self.sites("sim://a?vehicles=500", at: time) {
                #expect(site.vehicles == byStation[site.id]?.count ?? 0)
            }
        }
    }

    @Test("Depots depend only on seed and time")
    func pure() throws {
        #expect(try Self.sites("sim://a") == Self.sites("sim://b?seed=1"))
        #expect(try Self.sites("sim://a") != Self.sites("sim://a?seed=2"))
        let frozen = try Self.sites(
            "sim://a?now=2026-03-01T12:00:00Z", at: Timestamp(milliseconds: 5))
        #expect(try frozen == Self.sites("sim://a"))
    }

    @Test("Every sensor reports at its own interval, and at least one in any five seconds")
    func pace() throws {
        let seconds = try (0..<120).map { try Self.sites("sim://a", at: Self.noon + .seconds($0)) }
        for (site, number) in [(0, 0), (1, 1)] {
            for sensor in SimulatedSensor.quantities.indices {
                let times = Set(seconds.compactMap { $0[site].measurements[sensor].measuredAt })
                #expect((8...61).contains(times.count), "site \(number)")
            }
        }
        for (index, sites) in seconds.dropLast(5).enumerated() {
            #expect(sites != seconds[index + 5])
            for measurement in sites.flatMap(\.measurements) {
                let age = Self.noon + .seconds(index) - (try #require(measurement.measuredAt))
                #expect((.zero...Duration.seconds(15)).contains(age))
            }
        }
    }

    @Test("In a week there are daily smoke alarms and a few noise and temperature alarms")
    func alarms() throws {
        var minutes: [Quantity: Int] = [:]
        for minute in 0..<7 * 1440 {
            let sites = try Self.sites(
                "sim://a?vehicles=0", at: Self.noon + .seconds(minute * 60))
            for measurement in sites[0].measurements where measurement.state == .alarm {
                minutes[measurement.quantity, default: 0] += 1
            }
        }
        #expect((14...7 * 9).contains(minutes[.smoke] ?? 0))
        #expect((1...200).contains(minutes[.noiseLevel] ?? 0))
        #expect((minutes[.temperature] ?? 0) < 7 * 300)
        #expect(minutes[.connectivity] == nil && minutes[.humidity] == nil)
    }

    @Test("Measurements are plausible at all times", arguments: [Int64.min, 0, Int64.max])
    func extremes(milliseconds: Int64) throws {
        for site in try Self.sites("sim://a", at: Timestamp(milliseconds: milliseconds)) {
            #expect(site.measurements.map(\.quantity) == SimulatedSensor.quantities)
            #expect(site.measurements.allSatisfy { (-120...120).contains($0.value.level) })
        }
    }

    @Test("Failure rate and intervals follow the address; the default intervals of sites are short")
    func failures() throws {
        let always = try Simulation("sim://a?failure_rate=1")
        #expect(throws: FeedFailure.self) { try always.response(of: .sites, at: Self.noon) }
        for (query, range) in [("", 1.0...5.0), ("?min_interval=7&max_interval=9", 7.0...9.0)] {
            let simulation = try Simulation("sim://a" + query)
            for step in 0..<200 {
                let time = Timestamp(milliseconds: Int64(step))
                let response = try simulation.response(of: .sites, at: time)
                #expect(range.contains(response.schedule.freshFor.seconds))
            }
        }
    }
}
