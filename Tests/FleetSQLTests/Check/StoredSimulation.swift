import FleetCore
import FleetSQL

/// A simulated feed that is read into a store.
struct StoredSimulation {
    let store: any StoreUnderTest
    var feed: SimulatedFeed
    var recording = Recording()
    /// The reason for which it fails.
    var reason = FeedFailure.Reason.service(.status(500))
    private var next = SimulatedFeed.start

    init(_ profile: FeedProfile, seed: UInt64, in store: any StoreUnderTest) {
        self.store = store
        feed = SimulatedFeed(profile, seed: seed)
    }

    /// Hours since the start.
    var hour: Double { (next - SimulatedFeed.start) / 3600 }

    /// Reads the feed until an hour.
    mutating func run(until hour: Double) async throws {
        while self.hour < hour {
            let now = self.hour
            if let downtime = feed.profile.downtimes.first(where: { $0.contains(now) }) {
                next = SimulatedFeed.start + downtime.upperBound * 3600
                continue
            }
            feed.advance(to: next)
            try await read()
            next += feed.profile.pause
        }
    }

    /// Reads the feed with an incident for some hours.
    mutating func suffer(_ incident: Incident, at start: Double, for hours: Double) async throws {
        try await run(until: start)
        feed.incident = incident
        try await run(until: start + hours)
        feed.mend()
    }

    /// Reads the feed once with a clock that is some hours ahead.
    mutating func readOnce(ahead hours: Double) async throws {
        next += hours * 3600
        try await read()
        next -= hours * 3600
    }

    private mutating func read() async throws {
        let began = next - 1
        switch feed.answer() {
        case .failed:
            try await store.snapshots.recordFailure(
                backOff(at: began, reason), request: requestID(began),
                shownAt: Timestamp(seconds: next),
                for: demo, recording: recording)
        case .notModified: try await commit(notModified(at: began))
        case .loaded(let vehicles, let lastUpdated):
            var description = FeedDescription(format: feed.profile.format)
            description.lastUpdated = Timestamp(seconds: lastUpdated)
            description.ttlSeconds = feed.profile.ttl
            description.timeZone = feed.zone.name
            try await commit(outcome(vehicles.map(\.vehicle), at: began, feed: description))
        }
    }

    private func commit(_ outcome: FetchOutcome) async throws {
        _ = try await store.snapshots.commit(outcome, for: demo, recording: recording)
    }

    /// Returns the check of the whole time.
    func record() async throws -> FeedCheckRecord? {
        try await store.changes.check(
            of: demo,
            in: Timestamp(seconds: SimulatedFeed.start - 86_400)..<Timestamp(seconds: next))
    }

    /// Returns the findings that people are told, as `rule from-until` in hours since the start.
    func told() async throws -> [String] {
        func hour(_ time: Timestamp) -> Int { Int((time.seconds - SimulatedFeed.start) / 3600) }
        return try await record()?.findings.filter(\.finding.isReported).map {
            "\($0.finding.rule.rawValue) \(hour($0.openedAt))-\($0.closedAt.map(hour) ?? -1)"
        } ?? []
    }
}
