import Foundation

/// What is usual for a feed at an hour, from the days before.
struct UsualCounts: Equatable, Sendable, Codable {
    /// The hours that are compared: those of a week before, and one before and after each.
    private static let days: Int64 = 7
    /// The shortest time in an hour that shows what is usual.
    private static let minSeconds = 2400.0
    /// The hours before that show the places of a feed without an earlier day.
    private static let recentHours: Int64 = 6
    /// The share of the trips that a Sunday has.
    static let shareOfQuietDay = 1.0 / 3
    /// The hours whose updates are known.
    private static let updateHours: Int64 = 12
    /// The hours in which trips are counted.
    static let tripHours: Int64 = 3

    /// The range of the numbers of vehicles in an hour.
    private struct Level: Equatable, Codable {
        var fewest: Int
        var most: Int
        /// Two unusual hours count as one that was not.
        var isUnusual: Bool
    }

    /// Whether the hour was observed on an earlier day.
    private(set) var hasEarlierDay = false
    /// The usual number of vehicles; `nil` if it is unknown.
    private(set) var vehicles: Int?
    /// The usual number of vehicles at each place.
    private(set) var places: [String: Int] = [:]
    /// The most vehicles in the last day.
    private(set) var mostLately: Int?
    /// Whether `last_updated` also goes on while no vehicle changes; `nil` if that is unknown.
    private(set) var updatesAlone: Bool?
    /// Three times the pause of `last_updated` at this time of the days before, in seconds.
    private(set) var maxPause = 0.0
    /// The updates that an hour usually has: this hour, and the ones before it.
    private var updates: [Double] = []
    private var levels: [Level] = []

    /// Creates what is usual when nothing is known.
    init() {}

    /// Creates what is usual in an hour.
    /// - Parameter recent: The counts of the hours before, by their numbers.
    init(inHour hour: Int64, after recent: [Int64: FeedCounts]) {
        func counts(_ hour: Int64) -> FeedCounts? {
            recent[hour].flatMap { $0.seconds >= Self.minSeconds ? $0 : nil }
        }
        func usual(_ hour: Int64) -> FeedCounts? {
            counts(hour).flatMap { $0.isUnusual ? nil : $0 }
        }
        hasEarlierDay = (1...Self.days).contains { counts(hour - $0 * 24) != nil }
        let around = (1...Self.days).map { day in
            (-1...1).compactMap { recent[hour - day * 24 + $0] }
        }
        levels = around.joined().compactMap { counts in
            guard let fewest = counts.fewest, let most = counts.most else { return nil }
            return Level(fewest: fewest, most: most, isUnusual: counts.isUnusual)
        }
        var shown = (1...Self.days).compactMap { usual(hour - $0 * 24) }
        if shown.isEmpty { shown = (1...Self.recentHours).compactMap { usual(hour - $0) } }
        vehicles = Self.median(shown.compactMap { $0.mean.map { Int($0.rounded()) } })
        mostLately = (1...24).compactMap { usual(hour - $0)?.most }.max()
        addPlaces(
            of: (1...Self.days).map { day in (-1...1).compactMap { usual(hour - day * 24 + $0) } })
        if places.isEmpty, !hasEarlierDay { addPlaces(of: shown.map { [$0] }) }
        var sum = FeedCounts()
        // What was seen last counts, since the feed may have changed.
        for number in recent.keys.sorted(by: >) where updatesAlone == nil {
            if let counts = recent[number], !counts.isUnusual, counts.hasChanges { sum.add(counts) }
            updatesAlone = sum.updatesAlone
        }
        maxPause = 3 * (around.joined().filter { !$0.isUnusual }.map(\.stood).max() ?? 0)
        addUpdates(inHour: hour, shown, usual)
    }

    /// Adds the places that had vehicles throughout the hours of most days.
    private mutating func addPlaces(of days: [[FeedCounts]]) {
        let days = days.filter { !$0.isEmpty }
        var counts: [String: [Int]] = [:]
        for hours in days {
            guard let first = hours.first else { continue }
            for (place, count) in first.places {
                let fewest = hours.reduce(count) { min($0, $1.places[place] ?? 0) }
                counts[place, default: []].append(fewest)
            }
        }
        for (place, counts) in counts {
            // Days without the place have none of its vehicles.
            let all = counts + Array(repeating: 0, count: days.count - counts.count)
            if let median = Self.median(all), median > 0 { places[place] = median }
        }
    }

    /// Adds the updates of the hours until this one: those of the days before, or else half of the
    /// latest ones.
    private mutating func addUpdates(
        inHour hour: Int64, _ lately: [FeedCounts], _ usual: (Int64) -> FeedCounts?
    ) {
        let seconds = lately.reduce(0) { $0 + $1.seconds }
        let latest = lately.reduce(0) { $0 + $1.updates }
        let rate = seconds > 0 ? Double(latest) * 3600 / seconds : 0
        updates = (0..<Self.updateHours).map { back in
            let days = (1...Self.days).compactMap { usual(hour - back - $0 * 24) }
                .filter { $0.hasChanges || $0.updates == 0 }.map(\.updates)
            guard !days.isEmpty else { return hasEarlierDay ? 0 : rate / 2 }
            return Double(days.reduce(0, +)) / Double(days.count)
        }
    }

    /// Returns the updates by different trips that a time usually has, at most in the hours that are
    /// known: a trip has two.
    func updates(within seconds: Double, until now: Timestamp) -> Double {
        var rest = seconds
        var sum = 0.0
        var length = Double(now.milliseconds % 3_600_000) / 1000
        for number in updates {
            sum += number * min(rest, length) / 3600
            rest -= min(rest, length)
            length = 3600
        }
        return sum / 2
    }

    /// Returns whether the number of vehicles was about this one at this time of other days.
    func knows(_ total: Int) -> Bool {
        let similar = levels.filter { level in
            Double(total) >= Double(level.fewest) * 0.8
                && Double(total) <= Double(level.most) * 1.25
        }
        return similar.contains { !$0.isUnusual } || similar.count { $0.isUnusual } >= 2
    }

    /// Returns the fewest trips of some hours on the days before; `nil` if no day has them.
    /// - Parameter last: The number of the last of the hours.
    static func fewestTrips(
        until last: Int64, in recent: [Int64: FeedCounts]
    ) -> Int? {
        (1...days).compactMap { day in
            trips(until: last - day * 24, in: recent) { !$0.isUnusual }
        }.min()
    }

    /// Returns whether so few of what happens by chance are improbable, if it is so many on average:
    /// less than once in 20,000 times.
    static func isImprobable(_ count: Int, of mean: Double) -> Bool {
        let count = Double(count)
        guard count < mean else { return false }
        // The bound of Chernoff for the distribution of Poisson.
        return mean - count + (count > 0 ? count * log(count / mean) : 0) >= 10
    }

    /// Returns the trips of some hours; `nil` if one of them was not observed, or not updated.
    static func trips(
        until last: Int64, in recent: [Int64: FeedCounts],
        where condition: (FeedCounts) -> Bool = { _ in true }
    ) -> Int? {
        var trips = 0
        for hour in (last - tripHours + 1)...last {
            guard let counts = recent[hour], counts.seconds >= minSeconds, counts.updates > 0,
                !counts.hidesTrips,
                condition(counts)
            else {
                return nil
            }
            trips += counts.trips
        }
        return trips
    }

    private static func median(_ numbers: [Int]) -> Int? {
        numbers.isEmpty ? nil : numbers.sorted()[numbers.count / 2]
    }
}
