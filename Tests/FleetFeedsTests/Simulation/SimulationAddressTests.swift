import FleetCore
import Testing

@testable import FleetFeeds

@Suite("Simulation addresses")
struct SimulationAddressTests {
    @Test(
        "Without query items all settings have their defaults, whatever the name",
        arguments: ["sim://demo", "sim://", "SIM://x", "sim://a/b?", "sim://demo?&"])
    func defaults(address: String) throws {
        #expect(try SimulationSettings(address: address) == SimulationSettings())
    }

    @Test("Every query item is read")
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

    @Test("If only one end of the interval is set, the other adapts to it")
    func interval() throws {
        #expect(try SimulationSettings(address: "sim://?min_interval=30").interval == 30...30)
        #expect(try SimulationSettings(address: "sim://?max_interval=0.5").interval == 0.5...0.5)
        #expect(try SimulationSettings(address: "sim://?max_interval=5").interval == 1...5)
    }

    @Test(
        "An invalid address is rejected with the reason",
        arguments: [
            ("demo", "the address must begin with sim://"),
            ("vehicles", "vehicles has no value"),
            ("vehicles=1&vehicles=1", "vehicles is set twice"),
            ("vehicles=-1", "vehicles must be a whole number between 0 and 1000000"),
            ("vehicles=1000001", "vehicles must be a whole number between 0 and 1000000"),
            (
                "vehicles=99999999999999999999",
                "vehicles must be a whole number between 0 and 1000000"
            ),
            ("vehicles=1e3", "vehicles must be a whole number between 0 and 1000000"),
            ("vehicles=", "vehicles must be a whole number between 0 and 1000000"),
            ("seed=x", "seed must be a whole number between 0 and 18446744073709551615"),
            ("failure_rate=1.1", "failure_rate must be between 0 and 1"),
            ("failure_rate=nan", "failure_rate must be between 0 and 1"),
            ("min_interval=0", "min_interval must be between 0.01 and 3600"),
            ("max_interval=inf", "max_interval must be between 0.01 and 3600"),
            (
                "min_interval=3&max_interval=2",
                "min_interval must not exceed max_interval"
            ),
            (
                "now=1e300",
                "now must be seconds since 1970 or a time such as 2026-01-31T12:00:00Z"
            ),
            (
                "color=red",
                "unknown parameter color; use vehicles, seed, failure_rate, min_interval, "
                    + "max_interval or now"
            ),
        ])
    func refused(query: String, message: String) {
        let address = query == "demo" ? query : "sim://demo?" + query
        #expect(throws: FeedFailure(.link(.badAddress(message)), at: address)) {
            try Simulation(address)
        }
    }
}
