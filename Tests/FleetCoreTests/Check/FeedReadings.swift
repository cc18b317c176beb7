import Foundation

@testable import FleetCore

/// Readings of a feed, every five minutes unless told otherwise.
struct FeedReadings {
    /// Monday, 2026-03-23 08:00 UTC.
    static let start = Timestamp(seconds: 1_774_252_800)

    var monitor = FeedMonitor()
    var bounds = CheckBounds()
    var zone = SystemTimeZone.utc
    var format = "MDS 2.0"
    var ttl: Double? = 300
    /// The time of the next reading, in seconds since the start.
    var seconds = 0.0
    /// Whether the monitor is stored and read again after each reading.
    var isStored = false
    /// The findings that opened and closed, as `rule +seconds` and `rule -seconds`.
    private(set) var events: [String] = []
    private(set) var opened: [CheckFinding] = []
    private(set) var days: [FeedCheckRecord.Day] = []
    private var hours: [Int64: FeedCounts] = [:]

    var now: Timestamp { Self.start + .seconds(seconds) }

    /// Reads a feed with some vehicles whose `last_updated` is the time of the reading.
    mutating func read(
        _ total: Int = 100, after pause: Double = 300, changed: Int = 1, updated: Timestamp? = nil,
        _ change: (inout FeedObservation.Vehicles) -> Void = { _ in },
        survey: FeedObservation.Survey? = nil
    ) throws {
        var vehicles = FeedObservation.Vehicles()
        vehicles.total = total
        vehicles.changes.changed = changed
        change(&vehicles)
        try add(.loaded(vehicles), after: pause, updated: updated ?? now + .seconds(pause), survey)
    }

    mutating func fail(_ cause: String = "HTTP 500", after pause: Double = 300) throws {
        try add(.failed(cause), after: pause, updated: nil, nil)
    }

    private mutating func add(
        _ outcome: FeedObservation.Outcome, after pause: Double, updated: Timestamp?,
        _ survey: FeedObservation.Survey?
    ) throws {
        seconds += pause
        var observation = FeedObservation(outcome, at: now, maxPause: .seconds(600))
        (observation.lastUpdated, observation.ttl, observation.survey) = (updated, ttl, survey)
        (observation.format, observation.zone) = (format, zone)
        let hours = hours
        note(monitor.add(observation, bounds) { hours })
        guard isStored else { return }
        let text = try StoredJSON.encoder().encode(monitor)
        monitor = try StoredJSON.decoder.decode(FeedMonitor.self, from: text)
    }

    mutating func note(_ changes: FeedMonitor.Changes) {
        if let hour = changes.hour { hours[hour.number] = hour.counts }
        if let day = changes.day { days.append(.init(day.day, day.counts)) }
        events += changes.opened.map { "\($0.finding.rule.rawValue) +\(Int(seconds))" }
        events += changes.closed.map { "\($0.finding.rule.rawValue) -\(Int(seconds))" }
        opened += changes.opened.map(\.finding)
    }

    mutating func readHealthily(for hours: Double) throws {
        for _ in 0..<Int(hours * 12) { try read() }
    }
}
