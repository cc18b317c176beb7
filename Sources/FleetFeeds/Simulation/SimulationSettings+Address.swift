import FleetCore

extension SimulationSettings {
    /// Reads `sim://NAME?ITEM=VALUE&…`; the name is only a name.
    init(address: String) throws(Fault) {
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

    /// What is wrong with an address, in words.
    struct Fault: Error, Equatable {
        let words: String
    }

    /// The intervals that may be set, in seconds.
    private static let intervals = 0.01...3600.0

    /// One end that is set moves the other out of its way.
    private func interval(
        from minimum: Double?, to maximum: Double?
    ) throws(Fault) -> ClosedRange<Double> {
        let lower = minimum ?? min(interval.lowerBound, maximum ?? interval.lowerBound)
        let upper = maximum ?? max(interval.upperBound, lower)
        guard lower <= upper else {
            throw Fault(words: "min_interval is greater than max_interval")
        }
        return lower...upper
    }

    private static func items(of address: String) throws(Fault) -> QueryItems {
        guard address.prefix(6).lowercased() == "sim://" else {
            throw Fault(words: "it does not begin with sim://")
        }
        guard let mark = address.firstIndex(of: "?") else { return QueryItems() }
        return try QueryItems(address[address.index(after: mark)...])
    }
}
