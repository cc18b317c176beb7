/// Updates of `last_updated` that came later than the `ttl` promises.
struct SlowUpdates: Equatable, Codable {
    /// The number of late updates in a row.
    var count = 0
    /// The start of the first pause.
    var since: Timestamp?
    /// Whether the pause that is not over is too long, too.
    var isWaiting = false
}

/// Vehicles that broke a rule within an hour.
struct Burst: Equatable, Codable {
    private struct Part: Equatable, Codable {
        var at: Timestamp
        var count: Int
    }

    private static let length = Duration.seconds(3600)
    private static let partLength = Duration.seconds(300)

    private var parts: [Part] = []
    private var examples: [CheckFinding.Example] = []

    /// The time of the first of them; `nil` without any.
    var since: Timestamp? { parts.first?.at }

    mutating func add(_ sample: FeedObservation.Sample, at time: Timestamp) {
        parts.removeAll { time - $0.at >= Self.length }
        guard sample.count > 0 else { return }
        if let last = parts.indices.last, time - parts[last].at < Self.partLength {
            parts[last].count += sample.count
        } else {
            parts.append(Part(at: time, count: sample.count))
        }
        examples = Array((sample.examples + examples).prefix(CheckFinding.maxExamples))
    }

    mutating func removeExamples(of id: String) { examples.removeAll { $0.names(id) } }

    /// The vehicles.
    var sample: FeedObservation.Sample {
        FeedObservation.Sample(count: parts.reduce(0) { $0 + $1.count }, examples: examples)
    }
}

// Rules that each reading is compared with.
extension FeedMonitor {
    /// The time for which updates must be late.
    private static let slowTime = Duration.seconds(1800)
    /// The number of late updates in a row, with the one that is waited for.
    private static let slowUpdates = 3
    /// The number of changed vehicles that waited for a late update.
    private static let waitingVehicles = 5

    /// Returns the rules that were checked, with those that are broken.
    /// - Parameter earlier: What came before; `last` is already this reading.
    mutating func judge(
        _ observation: FeedObservation, after earlier: Earlier, _ bounds: CheckBounds
    ) -> [CheckRule: Broken?] {
        guard let last else { return [:] }
        let now = observation.at
        if case .failed(let cause) = observation.outcome {
            return [.time.feedFailing: failing(cause, last, at: now, bounds)]
        }
        var verdicts: [CheckRule: Broken?] = [.time.feedFailing: nil]
        verdicts[.time.lastUpdatedStuck] = .some(stuck(last, observation, bounds))
        verdicts[.time.dataFrozen] = .some(frozen(last, at: now, bounds))
        verdicts[.time.ttlNotHonoured] = late(observation, after: earlier, bounds)
        verdicts.merge(judgeNumbers(observation, after: earlier, bounds)) { $1 }
        if case .loaded(let vehicles) = observation.outcome {
            verdicts[.time.idsAlwaysRotate] = replaced(vehicles, after: earlier, at: now, bounds)
            if earlier.isComparable {
                verdicts[.time.teleport] = .some(teleports(vehicles, at: now, bounds))
                verdicts[.time.typesChange] = .some(changedTypes(vehicles, at: now, bounds))
            }
        }
        if let survey = observation.survey { verdicts.merge(judge(survey, bounds)) { $1 } }
        return verdicts
    }

    /// Makes all rules but the one of tables kept, also those that the source broke as a feed.
    func keepRules(ofTableIn verdicts: inout [CheckRule: Broken?]) {
        for rule in CheckRule.overTime where !rule.appliesToTables {
            verdicts[rule] = .some(nil)
        }
    }

    /// Whether a finding of a rule is open.
    func isOpen(_ rule: CheckRule) -> Bool { entries.contains { $0.finding.rule == rule } }

    /// Whether it is the first evening or night, at whose hours services close and are served.
    func isQuietTime(_ observation: FeedObservation) -> Bool {
        let hour = observation.zone.local(observation.at) / 3_600_000 % 24
        return observation.allowsNights && !usual.hasEarlierDay && (hour >= 20 || hour < 10)
    }

    /// Whether `last_updated` also goes on while no vehicle changes, as far as is known.
    private var updatesAlone: Bool { usual.updatesAlone ?? counts.updatesAlone ?? false }

    private func failing(
        _ cause: String, _ last: Last, at now: Timestamp, _ bounds: CheckBounds
    ) -> Broken? {
        guard let since = last.failingSince, last.failures >= 3,
            (now - since).seconds >= bounds[.failing] || isOpen(.time.feedFailing)
        else { return nil }
        let shown = cause.utf8.count > 500 ? String(cause.unicodeScalars.prefix(200)) + "…" : cause
        return Broken(
            problem: "the feed has not been read for "
                + "\(ShortText.roundedDuration(now - since)): \(shown)", since: since)
    }

    private func stuck(
        _ last: Last, _ observation: FeedObservation, _ bounds: CheckBounds
    ) -> Broken? {
        guard let time = last.lastUpdated, let since = last.updatedAt else { return nil }
        let stood = (observation.at - since).seconds
        guard stood >= bounds[.stuck], stood >= 3 * (observation.ttl ?? 0),
            updatesAlone || !isPauseUsual(of: stood, last, observation, bounds)
        else { return nil }
        return Broken(
            problem: "last_updated has been \(observation.zone.clock(time)) for "
                + ShortText.roundedDuration(observation.at - since), since: since)
    }

    /// Returns whether it may be that no vehicle has changed, in a feed whose `last_updated` only
    /// goes on when one does.
    private func isPauseUsual(
        of seconds: Double, _ last: Last, _ observation: FeedObservation, _ bounds: CheckBounds
    ) -> Bool {
        guard seconds < bounds[.frozen] else { return false }
        if let total = last.total, Double(total) < bounds[.smallestFleet] { return true }
        guard !isQuietTime(observation) else { return true }
        let isQuietDay = [observation.at, observation.at - .seconds(seconds)].contains { time in
            // 1970-01-01 was a Thursday.
            [2, 3].contains(observation.zone.local(time) / 86_400_000 % 7)
        }
        let updates =
            usual.updates(within: seconds, until: observation.at)
            * (isQuietDay ? UsualCounts.shareOfQuietDay : 1)
        guard !UsualCounts.isImprobable(0, of: updates) else { return false }
        return usual.updatesAlone == false || !usual.hasEarlierDay || seconds < usual.maxPause
    }

    private func frozen(_ last: Last, at now: Timestamp, _ bounds: CheckBounds) -> Broken? {
        guard let since = last.changedAt, let total = last.total,
            Double(total) >= bounds[.smallestFleet], (now - since).seconds >= bounds[.frozen],
            last.lastUpdated == nil || last.updatedAt.map({ $0 > since }) ?? true
        else { return nil }
        return Broken(
            problem: "none of \(ShortText.count(total, "vehicle")) has changed for "
                + ShortText.roundedDuration(now - since), since: since)
    }

    /// Returns whether updates come later than the `ttl` promises; `nil` if that is not decided.
    ///
    /// A feed that is only written when a vehicle changes may be late at quiet times, so an update
    /// with a few changed vehicles shows nothing.
    private mutating func late(
        _ observation: FeedObservation, after earlier: Earlier, _ bounds: CheckBounds
    ) -> Broken?? {
        guard let ttl = observation.ttl, ttl > 0, observation.lastUpdated != nil,
            let since = earlier.last?.updatedAt
        else {
            slow = SlowUpdates()
            return .some(nil)
        }
        guard earlier.elapsed != nil else { return nil }
        if last?.updatedAt == since {
            slow.isWaiting = (observation.at - since).seconds > bounds[.late] * ttl
        } else if !slow.isWaiting {
            slow = SlowUpdates()
        } else {
            slow.isWaiting = false
            if updatesAlone || isLateForVehicles(observation, after: earlier, bounds) {
                slow.count += 1
                slow.since = slow.since ?? since
            }
        }
        let count = slow.count + (slow.isWaiting ? 1 : 0)
        guard let first = slow.since else { return count == 0 ? .some(nil) : nil }
        guard count >= Self.slowUpdates, observation.at - first >= Self.slowTime else { return nil }
        return Broken(
            problem: "the ttl is \(ShortText.rounded(ttl)) s, and last_updated changed only "
                + "\(ShortText.count(slow.count, "time")) in "
                + ShortText.roundedDuration(observation.at - first),
            since: first)
    }

    /// Returns whether vehicles waited for an update, or none did: it did not just come when one
    /// changed.
    private func isLateForVehicles(
        _ observation: FeedObservation, after earlier: Earlier, _ bounds: CheckBounds
    ) -> Bool {
        guard case .loaded(let vehicles) = observation.outcome,
            Double(vehicles.total) >= bounds[.smallestFleet]
        else { return false }
        // A third of the fleet at once is a service that opens or closes.
        let isMost =
            vehicles.changes.added * 3 > vehicles.total
            || vehicles.changes.gone * 3 > earlier.last?.total ?? 0
        return !isMost && observation.changes >= Self.waitingVehicles || observation.changes == 0
    }

    // MARK: Vehicles

    /// Returns whether all vehicles have new IDs; `nil` if a reading shows nothing about it.
    private mutating func replaced(
        _ vehicles: FeedObservation.Vehicles, after earlier: Earlier, at now: Timestamp,
        _ bounds: CheckBounds
    ) -> Broken?? {
        guard let previous = earlier.last?.total, earlier.isComparable else {
            (jump.replacedReads, jump.replacedSince) = (0, nil)
            return nil
        }
        guard !vehicles.changes.isEmpty else { return nil }
        guard Double(min(previous, vehicles.total)) >= bounds[.smallestFleet],
            vehicles.changes.added * 5 >= vehicles.total * 4,
            vehicles.changes.gone * 5 >= previous * 4
        else {
            (jump.replacedReads, jump.replacedSince) = (0, nil)
            return .some(nil)
        }
        jump.replacedReads += 1
        jump.replacedSince = jump.replacedSince ?? now
        guard jump.replacedReads >= 3 else { return nil }
        return Broken(
            problem: "\(ShortText.grouped(vehicles.changes.added)) of "
                + "\(ShortText.count(vehicles.total, "vehicle")) have a new ID at each reading",
            since: jump.replacedSince)
    }

    private mutating func teleports(
        _ vehicles: FeedObservation.Vehicles, at now: Timestamp, _ bounds: CheckBounds
    ) -> Broken? {
        guard let burst = burst(.time.teleport, vehicles.teleports, at: now, bounds[.teleports])
        else {
            return nil
        }
        return Broken(
            problem: "\(ShortText.count(burst.sample.count, "vehicle")) moved faster than "
                + "\(CheckBound.speed.text(bounds[.speed])) km/h",
            since: burst.since, sample: burst.sample)
    }

    private mutating func changedTypes(
        _ vehicles: FeedObservation.Vehicles, at now: Timestamp, _ bounds: CheckBounds
    ) -> Broken? {
        let bound = bounds[.changedTypes]
        guard let burst = burst(.time.typesChange, vehicles.changedTypes, at: now, bound) else {
            return nil
        }
        return Broken(
            problem: "\(ShortText.count(burst.sample.count, "vehicle")) changed the type",
            since: burst.since, sample: burst.sample)
    }

    /// Adds vehicles to those of the last hour; returns them if they are at least as many as a
    /// bound, and there are new ones.
    private mutating func burst(
        _ rule: CheckRule, _ sample: FeedObservation.Sample, at now: Timestamp, _ bound: Double
    ) -> Burst? {
        guard sample.count > 0 else { return nil }
        var burst = bursts[rule] ?? Burst()
        burst.add(sample, at: now)
        bursts[rule] = burst
        return Double(burst.sample.count) >= bound ? burst : nil
    }
}
