import FleetCore

/// What the query of a `sim://` address sets.
struct SimulationSettings: Equatable, Sendable {
    /// How many vehicles there are (`vehicles`).
    var vehicles = 120
    /// What distinguishes one made-up fleet from another (`seed`).
    var seed: UInt64 = 1
    /// The share of requests that fail (`failure_rate`).
    var failureRate = 0.0
    /// The time from one snapshot to the next, in seconds (`min_interval`, `max_interval`).
    var interval = 1.0...20.0
    /// The same for the sites, whose sensors report more often than vehicles do.
    var siteInterval = 1.0...5.0
    /// The time that the fleet is shown at, whatever the clock says (`now`).
    var now: Timestamp?
}

extension SimulationSettings {
    /// The times that the fleet is made for, the years 1 to 9999, in seconds since the Unix epoch.
    static let years = -62_135_596_800.0...253_402_300_799.0

    /// The nearest time that the fleet is made for.
    static func bounded(_ time: Timestamp) -> Timestamp {
        min(
            max(time, Timestamp(seconds: years.lowerBound)), Timestamp(seconds: years.upperBound))
    }
}
