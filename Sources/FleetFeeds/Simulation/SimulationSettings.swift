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

extension SimulationSettings {
    /// Parses `sim://NAME?ITEM=VALUE&…`; the name has no effect.
    init(address: String) throws(QueryError) {
        var items = try Self.items(of: address)
        self.init()
        vehicles = try items.take("vehicles", in: 0...1_000_000) ?? vehicles
        seed = try items.take("seed", in: 0...UInt64.max) ?? seed
        failureRate = try items.take("failure_rate", in: 0...1) ?? failureRate
        let minimum = try items.take("min_interval", in: Self.intervals)
        let maximum = try items.take("max_interval", in: Self.intervals)
        if minimum != nil || maximum != nil {
            interval = try interval(from: minimum, to: maximum)
            siteInterval = interval
        }
        now = try items.takeTime("now")
        try items.finish()
    }

    /// Error in a simulation address.
    struct QueryError: Error, Equatable {
        let message: String
    }

    /// Valid intervals, in seconds.
    private static let intervals = 0.01...3600.0

    /// Returns the interval; a bound that is set moves the default of the other one if necessary.
    private func interval(
        from minimum: Double?, to maximum: Double?
    ) throws(QueryError) -> ClosedRange<Double> {
        let lower = minimum ?? min(interval.lowerBound, maximum ?? interval.lowerBound)
        let upper = maximum ?? max(interval.upperBound, lower)
        guard lower <= upper else {
            throw QueryError(message: "min_interval must not exceed max_interval")
        }
        return lower...upper
    }

    private static func items(of address: String) throws(QueryError) -> QueryItems {
        let reference = URIReference(address.utf8[...])
        guard reference.schemeName == "sim", reference.authority != nil else {
            throw QueryError(message: "the address must begin with sim://")
        }
        return try QueryItems(reference.query.map { Substring($0) } ?? "")
    }
}
