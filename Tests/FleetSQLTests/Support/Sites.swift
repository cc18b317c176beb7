import FleetCore
import FleetSQL

let depots = demo.forSites

/// Returns the outcome of a request that began at `time` seconds and loaded sites.
func outcome(of sites: [Site], at time: Double) -> FetchOutcome {
    var outcome = outcome([], at: time)
    var found = snapshot([])
    found.sites = sites
    let memory = FeedCacheState(location: "https://example.com", main: .init(address: "sites"))
    outcome.response = .loaded(
        found, memory, FeedSchedule(minInterval: .seconds(5), freshFor: .zero))
    return outcome
}

/// Returns a site that measures a temperature.
func depot(_ id: String, celsius: Double, measuredAt time: Double?) -> Site {
    var site = Site(id: id)
    site.measurements = [
        Measurement(.temperature, .number(celsius), at: time.map(Timestamp.init(seconds:)))
    ]
    return site
}

extension StoreUnderTest {
    func sites() throws -> [Site] { try snapshots.read { try $0.sites(of: depots) } }

    /// Returns the history of a depot's temperature.
    func temperatures(of id: String) throws -> [Sample] {
        try snapshots.read { try $0.samples(ofSite: id, of: depots) }[.temperature] ?? []
    }
}

extension HostileFleet {
    mutating func site(_ id: String) -> Site {
        let vehicle = vehicle(id)
        var site = Site(id: id)
        site.name = vehicle.typeID
        site.position = vehicle.position
        site.address = vehicle.formFactor
        site.regionID = vehicle.regionID
        site.capacity = [nil, 0, -1, .max, .min].randomElement(using: &numbers)!
        site.vehiclesAvailable = [nil, 0, 7, .max].randomElement(using: &numbers)!
        site.docksAvailable = [nil, 3].randomElement(using: &numbers)!
        site.vehiclesByType = typedCounts()
        site.docksByType = typedCounts()
        site.isRenting = vehicle.isReserved
        site.isInstalled = vehicle.isDisabled
        site.lastReported = vehicle.lastReported
        site.measurements = measurements()
        return site
    }

    private mutating func typedCounts() -> [TypedCount]? {
        if Bool.random(using: &numbers) { return nil }
        return (0..<Int.random(in: 0...3, using: &numbers)).map { _ in
            let ids = Self.texts.filter { _ in Int.random(in: 0..<8, using: &numbers) == 0 }
            let count = [0, 1, .max].randomElement(using: &numbers) ?? 0
            return TypedCount(ids.filter { !$0.isEmpty }, count: count)
        }
    }

    mutating func measurements() -> [Measurement] {
        let values: [Measurement.Value] = [
            .number(0), .number(-0.1), .number(1e300), .number(.infinity), .number(-.infinity),
            .condition(true), .condition(false),
        ]
        var measurements: [Measurement] = []
        for quantity in Quantity.allCases where Bool.random(using: &numbers) {
            var measurement = Measurement(quantity, values.randomElement(using: &numbers)!)
            measurement.measuredAt = [nil, Timestamp(milliseconds: .max), Timestamp(seconds: 5)]
                .randomElement(using: &numbers)!
            measurement.threshold = Threshold(
                minimum: [nil, -1.5, .infinity].randomElement(using: &numbers)!,
                maximum: [nil, 2e-300].randomElement(using: &numbers)!)
            measurement.state = Measurement.State.allCases.randomElement(using: &numbers)!
            measurements.append(measurement)
        }
        return measurements
    }
}
