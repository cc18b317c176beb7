import FleetCore

// The survey of all stored vehicles.
extension StoredCheck {
    /// Largest number of vehicles in use that are remembered.
    private static let maxUses = 20_000
    /// Longest time between two surveys after which the start of a use is known.
    private static let maxPause = Duration.seconds(7200)

    /// The vehicles in use at a survey.
    private struct Uses: Codable {
        /// The time of the survey.
        var at: Timestamp
        /// The times since when, by the hashes of the IDs.
        var since: [UInt64: Timestamp] = [:]
    }

    /// Counts all stored vehicles.
    func survey(at time: Timestamp, _ settings: CheckSettings) throws -> FeedObservation.Survey {
        let zone = try area(of: settings.scope)
        let earlier = try latestUses()
        var uses = Uses(at: time)
        var counter = SurveyCounter(at: time, longTrip: settings.bounds[.longTrip], zone)
        try transaction.query(
            """
            SELECT vehicle_id, latitude, longitude, still_since, is_reserved, is_disabled,
            vehicle_state, form_factor FROM vehicle WHERE source = ?1
            """, [.integer(source)]
        ) { row in
            let state =
                row.text(6).flatMap(VehicleState.init)
                ?? VehicleState(
                    isReserved: row.integer(4).map { $0 != 0 },
                    isDisabled: row.integer(5).map { $0 != 0 })
            guard state.isInPublicSpace else { return }
            let stillSince = row.integer(3).map(Timestamp.init(milliseconds:)) ?? time
            let id = { row.text(0) ?? "" }
            counter.add(id, at: Position(latitude: row.real(1), longitude: row.real(2)))
            guard state.isInUse else { return counter.addParked(id, since: stillSince) }
            let hash = row.withText(0) { bytes in
                var hash = StableHash()
                hash.combine(bytes)
                return hash.value
            }
            let since = max(Self.start(of: hash, earlier, at: time), stillSince)
            if uses.since.count < Self.maxUses { uses.since[hash] = since }
            counter.addUse(id, since: since, isCar: Self.cars.contains(row.text(7) ?? ""))
        }
        try save(uses, counter.box)
        var survey = counter.survey
        if let box = counter.box { survey.shared = try sharedVehicles(in: box, of: survey.total) }
        return survey
    }

    /// Returns the vehicles in use at the latest survey; `nil` without one.
    private func latestUses() throws -> Uses? {
        StoredJSON.value(
            of: try transaction.rows(
                "SELECT uses FROM feed_check WHERE source = ?1", [.integer(source)]
            ) { $0.text(0) }.first ?? nil)
    }

    /// Stores the vehicles in use, and the rectangle around all vehicles.
    private func save(_ uses: Uses, _ box: ZoneArea.Box?) throws {
        try transaction.execute(
            """
            INSERT INTO feed_check (source, monitor, uses, south, north, west, east)
            VALUES (?1, '', ?2, ?3, ?4, ?5, ?6)
            ON CONFLICT (source) DO UPDATE SET uses = excluded.uses, south = excluded.south,
            north = excluded.north, west = excluded.west, east = excluded.east
            """,
            [
                .integer(source), StoredJSON.text(uses), .optional(box?.latitudes.lowerBound),
                .optional(box?.latitudes.upperBound), .optional(box?.longitudes.lowerBound),
                .optional(box?.longitudes.upperBound),
            ])
    }

    /// Form factors of vehicles that people rent for days.
    private static let cars: Set<String> = ["car", "truck"]

    /// Returns the start of a use at the latest survey: that of the survey before the first with it,
    /// so that none is found late, unless nothing was known for long.
    private static func start(
        of hash: UInt64, _ earlier: Uses?, at time: Timestamp
    ) -> Timestamp {
        guard let earlier, earlier.at <= time else { return time }
        if let since = earlier.since[hash] { return since }
        return time - earlier.at <= maxPause ? earlier.at : time
    }

    /// Returns the area in which the vehicles must be; `nil` for anywhere.
    private func area(of scope: AreaScope) throws -> ZoneIndex? {
        switch scope {
        case .everywhere: return nil
        case .area(_, let area): return ZoneIndex([area])
        case .zone(let name):
            let zones = try StoredZone.zones(
                of: source,
                where: SQLFragment(sql: "lower(name) = lower(?)", values: [.text(name)]),
                in: transaction)
            return zones.isEmpty ? nil : ZoneIndex(zones.map(\.area))
        }
    }
}

extension ZoneArea.Box {
    fileprivate init(_ position: Position) {
        self.init(
            latitudes: position.latitude...position.latitude,
            longitudes: position.longitude...position.longitude)
    }

    /// Returns the rectangle around it and a position.
    fileprivate func containing(_ position: Position) -> ZoneArea.Box {
        func range(_ range: ClosedRange<Double>, _ value: Double) -> ClosedRange<Double> {
            min(range.lowerBound, value)...max(range.upperBound, value)
        }
        return ZoneArea.Box(
            latitudes: range(latitudes, position.latitude),
            longitudes: range(longitudes, position.longitude))
    }
}

/// The counts of a survey, vehicle by vehicle.
struct SurveyCounter {
    /// How many times as long a car may be rented.
    private static let carFactor = 7.0

    private let time: Timestamp
    private let longTrip: Double
    private let zone: ZoneIndex?
    private var counts = FeedObservation.Survey()
    private var oldest: [(id: String, since: Timestamp)] = []
    /// The rectangle around the vehicles; `nil` if none has a position.
    private(set) var box: ZoneArea.Box?

    init(at time: Timestamp, longTrip: Double, _ zone: ZoneIndex?) {
        (self.time, self.longTrip, self.zone) = (time, longTrip, zone)
        if zone != nil { counts.outside = FeedObservation.Sample() }
    }

    mutating func add(_ id: () -> String, at position: Position?) {
        counts.total += 1
        if let position { box = box.map { $0.containing(position) } ?? .init(position) }
        guard let zone, let position, !zone.contains(position) else { return }
        counts.outside?.add(id(), ShortText.position(position))
    }

    mutating func addParked(_ id: () -> String, since: Timestamp) {
        let days = (time - since).seconds / 86_400
        for (index, bound) in FeedObservation.Survey.parkedDays.enumerated()
        where days > Double(bound) {
            counts.parked[index] += 1
        }
        guard days > 1,
            oldest.count < CheckFinding.maxExamples || oldest.last.map({ since < $0.since }) ?? true
        else { return }
        oldest.append((id(), since))
        oldest.sort { $0.since < $1.since }
        oldest = Array(oldest.prefix(CheckFinding.maxExamples))
    }

    mutating func addUse(_ id: () -> String, since: Timestamp, isCar: Bool) {
        let used = time - since
        guard used.seconds >= longTrip * (isCar ? Self.carFactor : 1) else { return }
        counts.longTrips.add(id(), ShortText.roundedDuration(used))
    }

    /// The survey.
    var survey: FeedObservation.Survey {
        var survey = counts
        for vehicle in oldest {
            survey.longestParked.add(vehicle.id, ShortText.roundedDuration(time - vehicle.since))
        }
        return survey
    }
}
