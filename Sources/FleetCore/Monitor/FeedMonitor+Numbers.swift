/// What is known of sudden changes of the number of vehicles.
struct JumpState: Equatable, Codable {
    struct Level: Equatable, Codable {
        var total: Int
        var at: Timestamp
    }

    /// A place that is missing.
    struct MissingPlace: Equatable, Codable {
        var since: Timestamp
        /// The vehicles that it still has.
        var vehicles: Int
    }

    /// The level some minutes ago.
    var reference: Level?
    /// The level before a jump that is not over, with the time of the jump.
    var before: Level?
    /// The last level that was not 0.
    var lastFull: Int?
    /// The time since which there are no vehicles.
    var emptySince: Timestamp?
    /// The places that are missing, by their keys.
    var missingPlaces: [String: MissingPlace] = [:]
    /// The number of readings in a row with other IDs.
    var replacedReads = 0
    var replacedSince: Timestamp?

    /// Forgets what cannot be compared across a gap.
    mutating func forgetLevel() {
        (reference, emptySince) = (nil, nil)
        (replacedReads, replacedSince) = (0, nil)
        missingPlaces = [:]
    }
}

// Rules about the numbers of vehicles, of all and at each place.
extension FeedMonitor {
    private static let jumpTime = Duration.seconds(900)
    private static let maxJumpTime = Duration.seconds(1800)
    private static let lastingJumpTime = Duration.seconds(86_400)
    private static let emptyTime = Duration.seconds(600)
    private static let missingTime = Duration.seconds(900)

    /// Returns the rules that were checked, with those that are broken.
    mutating func judgeNumbers(
        _ observation: FeedObservation, after earlier: Earlier, _ bounds: CheckBounds
    ) -> [CheckRule: Broken?] {
        guard let total = last?.total else { return [:] }
        let isQuietTime = isQuietTime(observation)
        var verdicts: [CheckRule: Broken?] = [:]
        verdicts[.time.vehiclesEmpty] = .some(empty(total, isQuietTime, at: observation.at, bounds))
        if case .loaded(let vehicles) = observation.outcome {
            verdicts[.time.vehiclesJump] = .some(
                jumped(to: total, after: earlier, isQuietTime, at: observation.at, bounds))
            notePlaces(of: vehicles, at: observation.at, bounds)
        }
        verdicts[.time.placeMissing] = .some(
            missingPlace(total, isQuietTime, at: observation.at, bounds))
        return verdicts
    }

    private mutating func empty(
        _ total: Int, _ isQuietTime: Bool, at now: Timestamp, _ bounds: CheckBounds
    ) -> Broken? {
        guard total == 0 else {
            (jump.lastFull, jump.emptySince) = (total, nil)
            return nil
        }
        guard let full = jump.lastFull, Double(full) >= bounds[.smallestFleet] else { return nil }
        let since = jump.emptySince ?? now
        jump.emptySince = since
        if !isOpen(.time.vehiclesEmpty) {
            guard now - since >= Self.emptyTime, !isQuietTime, !usual.knows(0) else { return nil }
        }
        return Broken(
            problem: "there are no vehicles, and there were "
                + "\(ShortText.count(full, "vehicle")) before", since: since)
    }

    private mutating func jumped(
        to total: Int, after earlier: Earlier, _ isQuietTime: Bool, at now: Timestamp,
        _ bounds: CheckBounds
    ) -> Broken? {
        func differs(_ before: Int, by share: Double = bounds[.jump]) -> Bool {
            before > 0 && total > 0
                && Double(max(before, total)) >= bounds[.smallestFleet]
                && Double(abs(total - before)) > Double(before) * share
                && Double(abs(total - before)) >= bounds[.smallestFleet] / 2
        }
        defer {
            if jump.reference.map({ now - $0.at >= Self.jumpTime }) ?? true {
                jump.reference = .init(total: total, at: now)
            }
        }
        if let before = jump.before {
            // A level that lasts is the new one. Trips may bring it nearer, so half of the bound counts.
            if differs(before.total, by: bounds[.jump] / 2), now - before.at < Self.lastingJumpTime,
                !usual.knows(total)
            {
                return jumpProblem(before, total)
            }
            (jump.before, jump.reference) = (nil, nil)
            return nil
        }
        let previous = earlier.isComparable ? earlier.last?.total : nil
        let recent = jump.reference.flatMap { now - $0.at <= Self.maxJumpTime ? $0.total : nil }
        guard let previous,
            let before = [previous, recent].compactMap(\.self).first(where: { differs($0) }),
            !isQuietTime, !usual.knows(total)
        else { return nil }
        // A return to a level of the last day is not half a fleet too many.
        if total > before, let most = earlier.mostVehicles, Double(total) <= Double(most) * 1.1 {
            return nil
        }
        let level = JumpState.Level(total: before, at: now)
        jump.before = level
        return jumpProblem(level, total)
    }

    private func jumpProblem(_ before: JumpState.Level, _ total: Int) -> Broken {
        Broken(
            problem: "the number of vehicles \(total < before.total ? "fell" : "rose") from "
                + "\(ShortText.grouped(before.total)) to \(ShortText.grouped(total)) "
                + "within 15 minutes",
            since: before.at)
    }

    // MARK: Places

    /// Notes which of the usual places have hardly any vehicles.
    private mutating func notePlaces(
        of vehicles: FeedObservation.Vehicles, at now: Timestamp, _ bounds: CheckBounds
    ) {
        guard bounds[.placeRest].isFinite else { return jump.missingPlaces = [:] }
        var missing: [String: JumpState.MissingPlace] = [:]
        for (place, count) in usual.places where Double(count) >= bounds[.smallestFleet] {
            let present = vehicles.places[place] ?? 0
            guard Double(present) <= Double(count) * bounds[.placeRest] else { continue }
            missing[place] = .init(
                since: jump.missingPlaces[place]?.since ?? now, vehicles: present)
        }
        jump.missingPlaces = missing
    }

    private func missingPlace(
        _ total: Int, _ isQuietTime: Bool, at now: Timestamp, _ bounds: CheckBounds
    ) -> Broken? {
        let missing = jump.missingPlaces.filter { usual.places[$0.key] != nil }
        let lost = missing.keys.reduce(0) { $0 + (usual.places[$1] ?? 0) }
        // The others go on.
        guard !missing.isEmpty, usual.places.count > missing.count, total > 0,
            let usualTotal = usual.vehicles,
            Double(total) >= Double(usualTotal - lost) * 0.7
        else { return nil }
        let isKnown = isOpen(.time.placeMissing)
        let lasting = missing.filter { isKnown || now - $0.value.since >= Self.missingTime }
        guard !lasting.isEmpty, isKnown || !isQuietTime else { return nil }
        var sample = FeedObservation.Sample()
        for (place, state) in lasting.sorted(by: { $0.key < $1.key }) {
            sample.add(
                FeedArea.name(of: place),
                "\(state.vehicles) of usually \(usual.places[place] ?? 0) vehicles")
        }
        let count = lasting.keys.reduce(0) { $0 + (usual.places[$1] ?? 0) }
        return Broken(
            problem: "\(ShortText.count(lasting.count, "place")) with usually "
                + "\(ShortText.count(count, "vehicle")) "
                + "\(lasting.count == 1 ? "has" : "have") hardly any, while the others go on",
            since: lasting.values.map(\.since).min(), sample: sample)
    }
}
