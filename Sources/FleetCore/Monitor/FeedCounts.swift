/// What the readings of a feed showed in an hour or on a day, without positions and IDs.
public struct FeedCounts: Equatable, Sendable, Codable {
    /// The number of successful readings.
    public private(set) var reads = 0
    /// The number of failed readings.
    public private(set) var failures = 0
    /// The time that was observed, without gaps, in seconds.
    public private(set) var seconds = 0.0
    /// The fewest vehicles; `nil` without a reading.
    public private(set) var fewest: Int?
    /// The most vehicles; `nil` without a reading.
    public private(set) var most: Int?
    /// The sum of the vehicles of all readings.
    private var sum = 0
    /// The number of trips.
    public private(set) var trips = 0
    /// The number of vehicles that came and went.
    public private(set) var came = 0, went = 0
    /// Of a sample of the IDs, the number of moves and returns.
    private(set) var keptIDs = 0
    /// Of the same sample, the number of those that were not in the feed before.
    private(set) var newIDs = 0
    /// The number of changes of `last_updated`.
    public private(set) var updates = 0
    /// The number of readings in which no vehicle had changed, and of those with another
    /// `last_updated`.
    private var quietReads = 0, quietUpdates = 0
    /// The number of vehicles that came, went or changed.
    private var changes = 0
    /// The longest time for which `last_updated` stood still, in seconds.
    private(set) var stood = 0.0
    /// The fewest vehicles at each place; a place without any at one time is none.
    private(set) var places: [String: Int] = [:]
    private var hasPlaces = false
    /// The most vehicles that have stood still for 1, 3, 7 and 14 days; `nil` without a survey.
    public private(set) var parked: [Int]?
    /// The most vehicles that have been reserved or on a trip for too long.
    public private(set) var longTrips: Int?
    /// The most vehicles outside the zone of the check.
    public private(set) var outside: Int?
    /// Whether the numbers were abnormal, and so must not count as usual.
    public internal(set) var isUnusual = false

    /// Whether trips cannot be counted.
    var hidesTrips = false

    /// Creates counts of no reading.
    public init() {}

    /// The mean number of vehicles; `nil` without a reading.
    public var mean: Double? { reads > 0 ? Double(sum) / Double(reads) : nil }

    mutating func addFailure() { failures += 1 }

    /// A successful reading.
    struct Read {
        var total: Int
        /// Whether `last_updated` was another one than before.
        var isUpdated: Bool
        /// Whether no vehicle had changed.
        var isQuiet: Bool
        /// The time for which `last_updated` has stood still.
        var stood: Duration
    }

    mutating func add(_ read: Read) {
        reads += 1
        sum += read.total
        fewest = min(fewest ?? read.total, read.total)
        most = max(most ?? read.total, read.total)
        if read.isUpdated { updates += 1 }
        if read.isQuiet {
            quietReads += 1
            if read.isUpdated { quietUpdates += 1 }
        }
        stood = max(stood, read.stood.seconds)
    }

    /// Whether a vehicle had changed in any reading.
    var hasChanges: Bool { quietReads < reads }

    /// Whether `last_updated` also goes on while no vehicle changes; `nil` if that is unknown.
    ///
    /// Updates with many changes may just be rare.
    var updatesAlone: Bool? {
        if quietUpdates >= 3, quietUpdates * 2 >= quietReads { return true }
        return quietReads >= 12 && quietUpdates * 20 <= quietReads && changes <= updates * 4
            ? false : nil
    }

    mutating func addTime(_ interval: Duration) { seconds += interval.seconds }

    mutating func add(_ vehicles: FeedObservation.Vehicles) {
        trips += vehicles.trips
        changes += vehicles.changes.added + vehicles.changes.gone + vehicles.changes.changed
        came += vehicles.changes.added
        went += vehicles.changes.gone
    }

    mutating func addIDs(kept: Int, new: Int) {
        keptIDs += kept
        newIDs += new
    }

    /// Adds the numbers of vehicles at each place, of at most as many places as are compared.
    mutating func add(places now: [String: Int]) {
        if hasPlaces {
            for (place, count) in places {
                places[place] = now[place].map { min($0, count) }
            }
            return
        }
        hasPlaces = true
        places = now
        guard places.count > FeedArea.maxCount else { return }
        let largest = places.sorted { ($0.value, $1.key) > ($1.value, $0.key) }
        places = Dictionary(uniqueKeysWithValues: largest.prefix(FeedArea.maxCount).map { $0 })
    }

    mutating func add(_ survey: FeedObservation.Survey) {
        parked = Self.maximum(parked, survey.parked)
        longTrips = max(longTrips ?? 0, survey.longTrips.count)
        if let count = survey.outside?.count { outside = max(outside ?? 0, count) }
    }

    /// Adds the counts of a part of the same day; places are only those of hours.
    public mutating func add(_ part: FeedCounts) {
        reads += part.reads
        failures += part.failures
        seconds += part.seconds
        fewest = [fewest, part.fewest].compactMap(\.self).min()
        most = [most, part.most].compactMap(\.self).max()
        sum += part.sum
        trips += part.trips
        came += part.came
        went += part.went
        keptIDs += part.keptIDs
        newIDs += part.newIDs
        updates += part.updates
        changes += part.changes
        quietReads += part.quietReads
        quietUpdates += part.quietUpdates
        stood = max(stood, part.stood)
        if let other = part.parked { parked = Self.maximum(parked, other) }
        longTrips = [longTrips, part.longTrips].compactMap(\.self).max()
        outside = [outside, part.outside].compactMap(\.self).max()
        isUnusual = isUnusual || part.isUnusual
        hidesTrips = hidesTrips || part.hidesTrips
    }

    private static func maximum(_ first: [Int]?, _ second: [Int]) -> [Int] {
        guard let first, first.count == second.count else { return second }
        return zip(first, second).map { max($0, $1) }
    }
}
