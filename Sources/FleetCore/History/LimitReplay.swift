/// The counts of a limit's indicator on a day, in one source.
public struct LimitDay: Sendable {
    /// The number of vehicles from a time on.
    struct Count: Equatable {
        let at: Int64
        /// Vehicles that count for sure.
        let certain: Int
        /// Vehicles that may count, if stays that a gap interrupts are whole.
        let possible: Int
    }

    /// Milliseconds of the day.
    let length: Int64
    /// The counts; each holds up to the next one, or up to the end of the covered time.
    ///
    /// Sampled counts hold only at their time.
    fileprivate(set) var counts: [Count] = []
    /// The covered times, in milliseconds since 1970.
    fileprivate(set) var covered: [Range<Int64>] = []
    /// Whether more vehicles may count than are known.
    let isPartial: Bool

    /// A number of vehicles that is the same for a time.
    public struct Step: Equatable, Sendable {
        /// The time.
        public let time: Range<Timestamp>
        /// The number of vehicles that certainly count.
        public let count: Int
    }

    /// Returns the summed numbers over the day, oldest first; times that are not covered are left
    /// out, and a sampled number holds up to the next one.
    public static func steps(_ days: [LimitDay]) -> [Step] {
        let (counts, _) = sum(days)
        let covered = common(days)
        var steps: [Step] = []
        for (index, count) in counts.enumerated() {
            let end = index + 1 < counts.count ? counts[index + 1].at : Int64.max
            for range in covered {
                let (start, stop) = (max(count.at, range.lowerBound), min(end, range.upperBound))
                guard start < stop else { continue }
                steps.append(
                    Step(
                        time: Timestamp(milliseconds: start)..<Timestamp(milliseconds: stop),
                        count: count.certain))
            }
        }
        return steps
    }

    /// Returns the times that are covered in each source.
    private static func common(_ days: [LimitDay]) -> [Range<Int64>] {
        days.dropFirst().reduce(days.first?.covered ?? []) { common, day in
            common.flatMap { range in
                day.covered.map { $0.clamped(to: range) }.filter { !$0.isEmpty }
            }
        }
    }

    /// Returns the sums of the counts at all times that are covered in each source, and the
    /// milliseconds of those times.
    static func sum(_ days: [LimitDay]) -> ([Count], covered: Int64) {
        guard let first = days.first else { return ([], 0) }
        let common = common(days)
        let covered = common.reduce(Int64(0)) { $0 + $1.upperBound - $1.lowerBound }
        guard days.count > 1 else { return (first.counts, covered) }
        var indices = [Int](repeating: -1, count: days.count)
        var sums: [Count] = []
        let times = Set(days.flatMap { $0.counts.map(\.at) }).sorted()
        for time in times {
            for (number, day) in days.enumerated() {
                while indices[number] + 1 < day.counts.count,
                    day.counts[indices[number] + 1].at <= time
                {
                    indices[number] += 1
                }
            }
            guard !indices.contains(-1), common.contains(where: { $0.contains(time) }) else {
                continue
            }
            let counts = zip(days, indices).map { $0.counts[$1] }
            sums.append(
                Count(
                    at: time, certain: counts.reduce(0) { $0 + $1.certain },
                    possible: counts.reduce(0) { $0 + $1.possible }))
        }
        return (sums, covered)
    }
}

/// Replay of the log of a source that counts the vehicles of a limit on a day.
///
/// The replay begins at ``LimitRule/Indicator/replayStart(for:)``.
public struct LimitReplay {
    /// A vehicle that is counted.
    public struct Vehicle: Equatable, Sendable {
        /// The number of the vehicle.
        public let number: VehicleNumber
        /// For how long it has stood still or had no trip, in seconds; `nil` if that is unknown.
        public let seconds: Int64?
    }

    private static let sampleInterval: Int64 = 4 * 3_600_000

    private let indicator: LimitRule.Indicator
    private let start: Int64
    private let end: Int64
    private let listedAt: Int64?
    private var fleet: ReplayedFleet
    private var groups: ReplayGroups
    private var day: LimitDay
    /// Number of the vehicles of an indicator that is not sampled.
    private var count = 0
    private var nextSample: Int64
    /// The vehicles that are certainly counted at the time of `listedAt`.
    public private(set) var vehicles: [Vehicle] = []

    /// Creates a replay.
    /// - Parameters:
    ///   - period: The time of the day, up to now.
    ///   - groups: The area and the type of the limit.
    ///   - replayStart: The start of the steps.
    ///   - earlierGaps: The gaps between the earliest standstill and the first step.
    ///   - listedAt: The time of the counted ``vehicles``, that of the worst count.
    public init(
        _ indicator: LimitRule.Indicator, _ period: Range<Timestamp>, groups: ReplayGroups,
        evidence: TripEvidence, replayStart: Timestamp, earlierGaps: [HistoryGap] = [],
        listedAt: Timestamp? = nil
    ) {
        self.indicator = indicator
        (start, end) = (period.lowerBound.milliseconds, period.upperBound.milliseconds)
        (self.groups, self.listedAt) = (groups, listedAt?.milliseconds)
        fleet = ReplayedFleet(evidence, start: replayStart, earlierGaps: earlierGaps)
        day = LimitDay(length: end - start, isPartial: evidence == .rotation && indicator.isSampled)
        nextSample = start
    }

    /// Adds the next step.
    public mutating func add(_ step: HistoryStep) {
        switch step {
        case .version(let number, let version): fleet.define(number, version)
        case .state(let vehicle):
            _ = fleet.insert(vehicle, &groups)
            count(nil, fleet.vehicles[vehicle.number])
        case .change(let vehicle):
            let (before, after, _) = fleet.apply(vehicle, &groups)
            count(before, after)
        case .commit(let time): move(to: time.milliseconds)
        case .gap(let gap):
            move(to: gap.start.milliseconds)
            fleet.skip(gap)
            while nextSample < gap.end.milliseconds { nextSample += Self.sampleInterval }
        }
    }

    /// Ends the replay, and returns the counts; the fleet does not change up to the end of the day.
    public mutating func finish() -> LimitDay {
        move(to: end)
        return day
    }

    /// Moves to a time up to which the fleet has not changed.
    private mutating func move(to time: Int64) {
        let from = max(fleet.clock.now, start)
        let until = min(time, end)
        if from < until {
            // The changes of the present snapshot are complete.
            if indicator.isSampled { sample(until: until) } else { record(from) }
            if let last = day.covered.last, last.upperBound == from {
                day.covered[day.covered.count - 1] = last.lowerBound..<until
            } else {
                day.covered.append(from..<until)
            }
        }
        fleet.move(to: time)
    }

    private mutating func record(_ time: Int64) {
        if day.counts.last?.certain != count || day.covered.last?.upperBound != time {
            day.counts.append(LimitDay.Count(at: time, certain: count, possible: count))
        }
        if time == listedAt { list() }
    }

    private mutating func count(_ before: ReplayedVehicle?, _ after: ReplayedVehicle?) {
        guard !indicator.isSampled else { return }
        count += (isCounted(after) ? 1 : 0) - (isCounted(before) ? 1 : 0)
    }

    private func isCounted(_ vehicle: ReplayedVehicle?) -> Bool {
        guard let vehicle, vehicle.group >= 0 else { return false }
        return indicator == .vehicleCap ? vehicle.isDeployed : vehicle.isParked
    }

    private mutating func sample(until time: Int64) {
        while nextSample < time {
            fleet.move(to: nextSample)
            var (certain, possible) = (0, 0)
            for vehicle in fleet.vehicles.values {
                guard vehicle.group >= 0, vehicle.isParked, let span = span(of: vehicle) else {
                    continue
                }
                if isLong(span.certain(fleet.clock)) { certain += 1 }
                if isLong(span.elapsed(fleet.clock)) { possible += 1 }
            }
            day.counts.append(
                LimitDay.Count(at: nextSample, certain: certain, possible: possible))
            if nextSample == listedAt { list() }
            nextSample += Self.sampleInterval
        }
    }

    private func span(of vehicle: ReplayedVehicle) -> ReplaySpan? {
        if case .unrentedVehicles = indicator { vehicle.unrented } else { vehicle.stay?.span }
    }

    /// Returns whether a time is too long for the indicator.
    private func isLong(_ milliseconds: Int64) -> Bool {
        switch indicator {
        case .vehicleCap, .vehiclesInNoParking: true
        case .parkingDuration(let days): milliseconds > Int64(days) * 86_400_000
        case .unrentedVehicles(let days): milliseconds >= Int64(days) * 86_400_000
        }
    }

    /// Lists the vehicles that are certainly counted now, those with the longest times first.
    private mutating func list() {
        vehicles = fleet.vehicles.values.compactMap { vehicle in
            let span = span(of: vehicle)
            let length = span?.certain(fleet.clock)
            guard isCounted(vehicle), !indicator.isSampled || length.map(isLong) == true else {
                return nil
            }
            return Vehicle(number: vehicle.vehicle.number, seconds: length.map { $0 / 1000 })
        }
        .sorted { ($1.seconds ?? -1, $0.number) < ($0.seconds ?? -1, $1.number) }
    }
}
