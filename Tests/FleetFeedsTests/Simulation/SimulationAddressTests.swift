import FleetCore
import Testing

@testable import FleetFeeds

@Suite("Addresses of the simulation")
struct SimulationAddressTests {
    @Test(
        "Without items everything has its default, whatever the name",
        arguments: ["sim://demo", "sim://", "SIM://x", "sim://a/b?", "sim://demo?&"])
    func defaults(address: String) throws {
        #expect(try SimulationSettings(address: address) == SimulationSettings())
    }

    @Test("Every item is read")
    func items() throws {
        let settings = try SimulationSettings(
            address: "sim://x?vehicles=7&seed=18446744073709551615&failure_rate=0.3"
                + "&min_interval=0.05&max_interval=2.5&now=1000")
        #expect(settings.vehicles == 7)
        #expect(settings.seed == .max)
        #expect(settings.failureRate == 0.3)
        #expect(settings.interval == 0.05...2.5)
        #expect(settings.now == Timestamp(milliseconds: 1_000_000))
    }

    @Test(
        "The time is seconds or RFC 3339, percent-encoded or not",
        arguments: [
            ("1767225600", 1_767_225_600_000), ("1767225600.25", 1_767_225_600_250), ("-1", -1000),
            ("2026-01-01T00:00:00Z", 1_767_225_600_000),
            ("2026-01-01T02:00:00%2B02:00", 1_767_225_600_000),
            ("2026-01-01T02:00:00+02:00", 1_767_225_600_000),
        ])
    func time(text: String, milliseconds: Int64) throws {
        let settings = try SimulationSettings(address: "sim://?now=" + text)
        #expect(settings.now == Timestamp(milliseconds: milliseconds))
    }

    @Test("One end of the interval that is set moves the other out of its way")
    func interval() throws {
        #expect(try SimulationSettings(address: "sim://?min_interval=30").interval == 30...30)
        #expect(try SimulationSettings(address: "sim://?max_interval=0.5").interval == 0.5...0.5)
        #expect(try SimulationSettings(address: "sim://?max_interval=5").interval == 1...5)
    }

    @Test(
        "What makes no sense is refused, with why",
        arguments: [
            ("demo", "it does not begin with sim://"),
            ("vehicles", "vehicles has no value"),
            ("vehicles=1&vehicles=1", "vehicles is given twice"),
            ("vehicles=-1", "vehicles is not a whole number from 0 to 1000000"),
            ("vehicles=1000001", "vehicles is not a whole number from 0 to 1000000"),
            ("vehicles=99999999999999999999", "vehicles is not a whole number from 0 to 1000000"),
            ("vehicles=1e3", "vehicles is not a whole number from 0 to 1000000"),
            ("vehicles=", "vehicles is not a whole number from 0 to 1000000"),
            ("seed=x", "seed is not a whole number from 0 to 18446744073709551615"),
            ("failure_rate=1.1", "failure_rate is not a number from 0.0 to 1.0"),
            ("failure_rate=nan", "failure_rate is not a number from 0.0 to 1.0"),
            ("min_interval=0", "min_interval is not a number from 0.01 to 3600.0"),
            ("max_interval=inf", "max_interval is not a number from 0.01 to 3600.0"),
            (
                "min_interval=3&max_interval=2",
                "min_interval is greater than max_interval"
            ),
            (
                "now=1e300",
                "now is neither seconds since 1970 nor a time such as 2026-01-31T12:00:00Z"
            ),
            (
                "color=red",
                "color is not known; there are vehicles, seed, failure_rate, min_interval, "
                    + "max_interval and now"
            ),
        ])
    func refused(query: String, why: String) {
        let address = query == "demo" ? query : "sim://demo?" + query
        #expect(throws: FeedFailure(.badAddress(why), at: address)) { try Simulation(address) }
    }
}
