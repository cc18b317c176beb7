import FleetCore

/// The embedded simulation: a made-up fleet around Paris that needs no network (`sim://NAME?…`).
///
/// The fleet is a pure function of seed and time: two processes that ask at one time see the same
/// vehicles, and a vehicle that was listed is found again. Two depots charge the vehicles that are out of
/// service; their sensors report every few seconds. Query items: `vehicles` (0 to 1,000,000;
/// 120), `seed` (1), `failure_rate` (0 to 1; 0), `min_interval` and `max_interval` in seconds (0.01 to
/// 3600; 1 and 20), and `now`, which freezes its time.
struct Simulation: Equatable, Sendable {
    private let address: String
    private let settings: SimulationSettings

    /// Reads an address.
    ///
    /// - Throws: `FeedFailure` with the reason `badAddress` if an item is not known, has no value, comes
    ///   twice or is out of its range.
    init(_ address: String) throws(FeedFailure) {
        self.address = address
        do throws(SimulationSettings.Fault) {
            settings = try SimulationSettings(address: address)
        } catch {
            throw FeedFailure(.badAddress(error.words), at: Location.redacted(address))
        }
    }

    /// The fleet as it is at a time, at once, or its depots with their sensors.
    ///
    /// - Parameter now: the time on the clock that people see; the item `now` comes before it.
    /// - Throws: `FeedFailure` for the share `failure_rate` of all milliseconds, one half a broken
    ///   connection, the other an error of the server; one millisecond always has the same outcome.
    func answer(
        of feed: Source.Feed = .vehicles, at now: Timestamp
    ) throws(FeedFailure) -> FeedAnswer {
        let time = SimulationSettings.bounded(settings.now ?? now)
        var dice = Dice(purpose(of: feed), seed: settings.seed, time.milliseconds)
        let interval = dice.number(in: interval(of: feed))
        if dice.unit() < settings.failureRate { throw failure(by: &dice) }
        return .loaded(
            snapshot(of: feed, at: time),
            FeedMemory(location: address, vehicles: FeedMemory.Document(address: address)),
            FeedSchedule(floor: .zero, goodFor: Duration(clampingSeconds: interval)))
    }

    private func purpose(of feed: Source.Feed) -> Dice.Purpose {
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

    private func failure(by dice: inout Dice) -> FeedFailure {
        let isConnection = dice.unit() < 0.5
        return FeedFailure(
            isConnection ? .connectionReset : .simulatedServerError,
            at: Location.redacted(address))
    }

    private func snapshot(of feed: Source.Feed, at time: Timestamp) -> Snapshot {
        let (description, reading) = (description(at: time), ReadingReport())
        switch feed {
        case .vehicles:
            return Snapshot(vehicles: vehicles(at: time), feed: description, reading: reading)
        case .sites:
            return Snapshot(sites: sites(at: time), feed: description, reading: reading)
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
        return feed
    }
}
