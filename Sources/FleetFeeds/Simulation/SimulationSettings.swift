import FleetCore

/// Settings in the query of a `sim://` address.
struct SimulationSettings: Equatable, Sendable {
    /// Number of vehicles (`vehicles`).
    var vehicles = 120
    /// Seed; different seeds give different fleets (`seed`).
    var seed: UInt64 = 1
    /// Fraction of requests that fail, 0 to 1 (`failure_rate`).
    var failureRate = 0.0
    /// Time from one snapshot to the next, in seconds (`min_interval`, `max_interval`).
    var interval = 1.0...20.0
    /// The same for the sites, whose sensors report more often than vehicles.
    var siteInterval = 1.0...5.0
    /// Fixed time of the fleet, which overrides the clock (`now`).
    var now: Timestamp?
}

extension SimulationSettings {
    /// Supported times, the years 1 to 9999, in seconds since the Unix epoch.
    static let years = -62_135_596_800.0...253_402_300_799.0

    /// Returns the nearest supported time.
    static func bounded(_ time: Timestamp) -> Timestamp {
        min(
            max(time, Timestamp(seconds: years.lowerBound)), Timestamp(seconds: years.upperBound))
    }
}
