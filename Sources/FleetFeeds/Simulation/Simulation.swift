public import FleetCore

/// Embedded simulation of a fleet in Paris, which needs no network (`sim://NAME?…`).
///
/// The fleet is a pure function of seed and time, so all processes see the same vehicles at the
/// same time. Two depots charge the vehicles that are out of service; their sensors report every
/// few seconds. Query items, with range and default: `vehicles` (0 to 1,000,000; 120), `seed` (1),
/// `failure_rate` (0 to 1; 0), `min_interval` and `max_interval` in seconds (0.01 to 3600; 1 and
/// 20), and `now`, which freezes the time.
struct Simulation: Equatable, Sendable {
    private let address: String
    private let settings: SimulationSettings

    /// Parses an address.
    ///
    /// - Throws: `FeedFailure` with the reason `badAddress` if an item is unknown, has no value, is
    ///   set twice or is out of range.
    init(_ address: String) throws(FeedFailure) {
        self.address = address
        do throws(SimulationSettings.QueryError) {
            settings = try SimulationSettings(address: address)
        } catch {
            throw FeedFailure(.link(.badAddress(error.message)), at: Location.redacted(address))
        }
    }

    /// Returns the fleet at a time, or its depots with their sensors.
    ///
    /// - Parameter now: The time that users see; the query item `now` overrides it.
    /// - Throws: `FeedFailure` in the fraction `failure_rate` of all milliseconds, half of them a
    ///   broken connection, half a server error; the same millisecond always has the same outcome.
    func response(
        of feed: Source.Feed = .vehicles, at now: Timestamp
    ) throws(FeedFailure) -> FeedResponse {
        let time = SimulationSettings.bounded(settings.now ?? now)
        var random = SeededRandom(
            purpose(of: feed), seed: settings.seed, step: time.milliseconds)
        let interval = random.number(in: interval(of: feed))
        if random.unit() < settings.failureRate { throw failure(using: &random) }
        return .loaded(
            snapshot(of: feed, at: time),
            FeedCacheState(location: address, main: FeedCacheState.Document(address: address)),
            FeedSchedule(minInterval: .zero, freshFor: Duration(clampingSeconds: interval)))
    }

    private func purpose(of feed: Source.Feed) -> SeededRandom.Purpose {
        switch feed {
        case .vehicles: .outcome
        case .sites: .siteOutcome
        }
    }

    private func interval(of feed: Source.Feed) -> ClosedRange<Double> {
        switch feed {
        case .vehicles: settings.interval
        case .sites: settings.siteInterval
        }
    }

    private func failure(using random: inout SeededRandom) -> FeedFailure {
        let isConnection = random.unit() < 0.5
        return FeedFailure(
            isConnection ? .network(.connectionReset) : .service(.simulatedServerError),
            at: Location.redacted(address))
    }

    private func snapshot(of feed: Source.Feed, at time: Timestamp) -> Snapshot {
        let (description, parseReport) = (description(at: time), ParseReport())
        switch feed {
        case .vehicles:
            var snapshot = Snapshot(
                vehicles: vehicles(at: time), feed: description, parseReport: parseReport)
            snapshot.documents.zones = SimulatedZone.map
            return snapshot
        case .sites:
            return Snapshot(sites: sites(at: time), feed: description, parseReport: parseReport)
        }
    }

    private func vehicles(at time: Timestamp) -> [Vehicle] {
        (0..<settings.vehicles).map { index in
            SimulatedVehicle(index: index, seed: settings.seed).vehicle(at: time)
        }
    }

    private func sites(at time: Timestamp) -> [Site] {
        var counts: [SimulatedDepot: Int] = [:]
        for index in 0..<settings.vehicles {
            let vehicle = SimulatedVehicle(index: index, seed: settings.seed)
            if let depot = vehicle.depot(at: time) { counts[depot, default: 0] += 1 }
        }
        return SimulatedDepot.allCases.map { depot in
            depot.site(at: time, charging: counts[depot] ?? 0, fleet: settings)
        }
    }

    private func description(at time: Timestamp) -> FeedDescription {
        var feed = FeedDescription(format: "simulation")
        feed.lastUpdated = time
        feed.systemName = "Demo fleet (simulated)"
        feed.timeZone = "Europe/Paris"
        feed.isSimulated = true
        feed.rotation = .no
        feed.setTypes(
            SimulatedVehicleType.allCases.map {
                VehicleType(id: $0.typeID, propulsionType: $0.propulsionType)
            })
        return feed
    }
}

extension Location {
    /// Checks the address of a simulation, which needs no request; other locations are not checked.
    ///
    /// - Throws: `FeedFailure` with the reason `badAddress` if an item is unknown, has no value, is
    ///   set twice or is out of range.
    public func checkSimulation() throws(FeedFailure) {
        if case .simulation(let address) = self { _ = try Simulation(address) }
    }
}
