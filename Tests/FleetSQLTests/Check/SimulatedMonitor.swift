@testable import FleetCore
@testable import FleetSQL

/// A monitor that reads a simulated feed, without a database.
struct SimulatedMonitor {
    /// A finding that opened or closed.
    struct Event: CustomStringConvertible {
        var finding: CheckFinding
        var isOver: Bool
        /// Hours since the start of the simulation.
        var hour: Double

        var description: String {
            let since = finding.since.map { ($0.seconds - SimulatedFeed.start) / 3600 } ?? -1
            return "\(isOver ? "closed" : "opened") \(finding.rule.rawValue) at \(hour), since "
                + "\(since): \(finding.problem)"
        }
    }

    private struct Seen {
        var vehicle: Vehicle
        var version: Int
        var stillSince: Timestamp
        var usedSince: Timestamp?
    }

    var feed: SimulatedFeed
    var bounds = CheckBounds()
    /// Whether the vehicles must be in a zone, which has all the cities.
    var hasZone = false
    private(set) var events: [Event] = []
    private var monitor = FeedMonitor()
    private var hours: [Int64: FeedCounts] = [:]
    private var seen: [Int: Seen] = [:]
    private var lastUpdated: Double?
    private var readAt: Timestamp?
    private var next = SimulatedFeed.start

    init(_ profile: FeedProfile, seed: UInt64) { feed = SimulatedFeed(profile, seed: seed) }

    /// Hours since the start.
    var hour: Double { (next - SimulatedFeed.start) / 3600 }

    /// Reads the feed until an hour.
    mutating func run(until hour: Double) {
        while self.hour < hour {
            let now = self.hour
            if let downtime = feed.profile.downtimes.first(where: { $0.contains(now) }) {
                next = SimulatedFeed.start + downtime.upperBound * 3600
                continue
            }
            feed.advance(to: next)
            read(at: Timestamp(seconds: next))
            next += feed.profile.pause
        }
    }

    /// Forgets the events so far.
    mutating func forgetEvents() { events = [] }

    private mutating func read(at now: Timestamp) {
        let outcome: FeedObservation.Outcome
        switch feed.answer() {
        case .failed: outcome = .failed("HTTP 500")
        case .notModified: outcome = .unchanged
        case .loaded(let vehicles, let time):
            lastUpdated = time
            outcome = .loaded(compare(vehicles, at: now))
        }
        var observation = FeedObservation(
            outcome, at: now, maxPause: max(.seconds(600), .seconds(2 * feed.profile.pause)))
        if case .failed = outcome {
        } else {
            observation.lastUpdated = lastUpdated.map(Timestamp.init(seconds:))
            observation.ttl = feed.profile.ttl
            if monitor.needsSurvey(at: now) { observation.survey = survey(at: now) }
        }
        (observation.format, observation.zone) = (feed.profile.format, feed.zone)
        let hours = hours
        let changes = monitor.add(observation, bounds) { hours }
        if let hour = changes.hour {
            self.hours[hour.number] = hour.counts
            self.hours[hour.number - 192] = nil
        }
        let hour = (now.seconds - SimulatedFeed.start) / 3600
        events += changes.opened.map { Event(finding: $0.finding, isOver: false, hour: hour) }
        events += changes.closed.map { Event(finding: $0.finding, isOver: true, hour: hour) }
    }

    private mutating func compare(
        _ vehicles: [SimulatedFeed.Published], at now: Timestamp
    ) -> FeedObservation.Vehicles {
        var observed = ObservedChanges(
            maxSpeed: bounds[.speed], pause: readAt.map { now - $0 } ?? .zero,
            total: feed.profile.vehicles)
        readAt = now
        var changes = SnapshotChanges.none
        var earlier = seen
        for new in vehicles {
            if let old = earlier.removeValue(forKey: new.index) {
                guard old.version != new.version || old.vehicle.id != new.vehicle.id else {
                    continue
                }
                if old.vehicle.id == new.vehicle.id {
                    observed.update(old.vehicle, to: new.vehicle)
                    changes.changed += 1
                    seen[new.index]?.vehicle = new.vehicle
                    seen[new.index]?.version = new.version
                    if old.vehicle.position != new.vehicle.position {
                        seen[new.index]?.stillSince = now
                    }
                    if old.vehicle.state != new.vehicle.state { seen[new.index]?.usedSince = now }
                    continue
                }
                observed.remove(old.vehicle)
                changes.gone += 1
            }
            observed.insert(new.vehicle)
            changes.added += 1
            seen[new.index] = Seen(
                vehicle: new.vehicle, version: new.version, stillSince: now, usedSince: now)
        }
        for (index, old) in earlier {
            observed.remove(old.vehicle)
            changes.gone += 1
            seen[index] = nil
        }
        let snapshot = Snapshot(
            vehicles: vehicles.map(\.vehicle), feed: FeedDescription(format: ""),
            parseReport: ParseReport())
        return observed.vehicles(
            of: snapshot, total: vehicles.count, changes, renamed: 0, heldBack: 0)
    }

    private func survey(at now: Timestamp) -> FeedObservation.Survey {
        let area = [
            (8.0, 50.84), (10.0, 50.84), (10.0, 60.0), (8.0, 60.0), (8.0, 50.84),
        ].compactMap { ZonePolygon.Point(longitude: $0.0, latitude: $0.1) }
        let zone = ZonePolygon(rings: [area]).flatMap { ZoneArea([$0]) }.map { ZoneIndex([$0]) }
        var counter = SurveyCounter(
            at: now, longTrip: bounds[.longTrip], hasZone ? zone : nil)
        for seen in seen.values {
            counter.add({ seen.vehicle.id }, at: seen.vehicle.position)
            if seen.vehicle.state.isInUse {
                counter.addUse(
                    { seen.vehicle.id }, since: max(seen.stillSince, seen.usedSince ?? now),
                    isCar: seen.vehicle.formFactor == "car")
            } else {
                counter.addParked({ seen.vehicle.id }, since: seen.stillSince)
            }
        }
        return counter.survey
    }
}
