import FleetCore

/// The times that a report of a vehicle, a station or a sensor can have.
///
/// Feeds write 0, the largest number of their type or the year 2070 for a time that they do not
/// know, and local time as if it were UTC.
struct ReportTimes {
    /// Difference of clocks that makes no time impossible, in seconds.
    private static let tolerance = Duration.seconds(300)

    private let possible: ClosedRange<Timestamp>

    /// - Parameters:
    ///   - now: Time of the refresh.
    ///   - lastUpdated: Time of the feed's last change, whose clock may be ahead by up to a day.
    init(at now: Timestamp, lastUpdated: Timestamp? = nil) {
        let latest = max(now, min(lastUpdated ?? now, now + .seconds(86_400))) + Self.tolerance
        possible = Timestamp.beginOfGBFS...max(latest, .beginOfGBFS)
    }

    /// Returns a time; `nil` for one before GBFS existed, or in the future.
    func possible(_ time: Timestamp?) -> Timestamp? {
        time.flatMap { possible.contains($0) ? $0 : nil }
    }
}

extension Snapshot {
    /// Makes the times unknown that cannot be right, and removes trips that have one.
    mutating func removeImpossibleTimes(at now: Timestamp) {
        let times = ReportTimes(at: now, lastUpdated: feed.lastUpdated)
        // In place: 100,000 vehicles are not copied.
        for index in vehicles.indices {
            if times.possible(vehicles[index].lastReported) != vehicles[index].lastReported {
                vehicles[index].lastReported = nil
            }
            vehicles[index].measurements.removeImpossibleTimes(times)
        }
        for index in sites.indices {
            sites[index].lastReported = times.possible(sites[index].lastReported)
            sites[index].measurements.removeImpossibleTimes(times)
        }
        trips.removeAll { times.possible($0.start) == nil || times.possible($0.end) == nil }
    }
}

extension [Measurement] {
    fileprivate mutating func removeImpossibleTimes(_ times: ReportTimes) {
        for index in indices where times.possible(self[index].measuredAt) != self[index].measuredAt
        {
            self[index].measuredAt = nil
        }
    }
}
