/// Replay of the log that computes the indicators of a report in one pass.
///
/// The replay may begin before the report, so that stays and trips from before it are known, and go
/// on after it until the trips that began in it have ended (``isComplete``).
public struct ReportReplay {
    /// The counted quantities of vehicles now, by state.
    private typealias Counts = SIMD8<Int64>

    /// The present vehicles of a group, and their time in the present slice.
    private struct LiveGroup {
        var counts = Counts.zero
        /// Milliseconds of all vehicles together.
        var time = Counts.zero
        /// The time up to which `time` is counted.
        var since = Int64.min
        /// Vehicles that were in the public space in this bucket.
        var deployed = 0
    }

    /// The sums of a group in a bucket.
    struct Cell {
        /// Milliseconds of all vehicles together, by ``ReportReplay/Quantity``.
        fileprivate(set) var time = SIMD8<Int64>.zero
        var deployed = 0
        var trips = 0
        /// Vehicles with a trip in the bucket.
        var active = 0
        /// Sum over the slices of the vehicles with a trip.
        var activeInSlices = 0
        /// Milliseconds of trips that are not in the feed.
        var awayTime: Int64 = 0
        /// Parked vehicles that have stood still for long, at the end of the bucket.
        var parked = LongStays(days: [1, 3, 7, 14])
        /// Vehicles that have been non-operational for long, at the end of the bucket.
        var nonOperational = LongStays(days: [1, 7])

        subscript(time quantity: Quantity) -> Int64 { time[quantity.rawValue] }
    }

    /// A quantity whose time is measured.
    enum Quantity: Int {
        case deployed, available, reserved, nonOperational, onTrip
    }

    /// Numbers of vehicles by a time that is longer than some days.
    struct LongStays {
        let days: [Int64]
        /// Vehicles whose observed time is longer than each number of days.
        private(set) var counts: [Int]
        /// Vehicles whose time may be longer, because not all of it was observed.
        private(set) var possible: [Int]

        init(days: [Int64]) {
            self.days = days
            counts = days.map { _ in 0 }
            possible = counts
        }

        fileprivate mutating func add(_ span: ReplaySpan, _ clock: ReplayClock) {
            let isEstimated = span.isEstimated(clock)
            for (index, days) in days.enumerated() {
                if span.length(clock) > days * 86_400_000 { counts[index] += 1 }
                if isEstimated, span.elapsed(clock) > days * 86_400_000 { possible[index] += 1 }
            }
        }
    }

    struct CellKey: Hashable {
        let bucket: Int
        let group: Int32
    }

    private struct VehicleGroup: Hashable {
        let vehicle: VehicleNumber
        let group: Int32
    }

    /// The last slice and bucket in which a vehicle began a trip, with the groups it was counted in.
    private struct Activity {
        var slice = -1
        var bucket = -1
        var groupsOfSlice: [Int32] = []
        var groupsOfBucket: [Int32] = []
    }

    let evidence: TripEvidence
    private(set) var periods: ReportPeriods
    private(set) var groups: ReplayGroups
    private(set) var cells: [CellKey: Cell] = [:]
    /// Trips that are left out, because a gap touches them.
    private(set) var tripsCutByGaps = 0
    private var fleet: ReplayedFleet
    private var live: [LiveGroup] = []
    /// The index of the present slice.
    private var index = 0
    /// Whether the fleet is known at some time of the present bucket so far.
    private var bucketIsCovered = false
    private let start: Int64
    private let end: Int64
    /// Number of trips that began in the report and have not ended.
    private var openTrips = 0
    private var activity: [VehicleNumber: Activity] = [:]
    /// Vehicles that left a group in this bucket, and are counted in it.
    private var left: Set<VehicleGroup> = []
    private var rotation = RotatedTrips()

    /// Creates a replay.
    /// - Parameters:
    ///   - range: The time of the report, in the past.
    ///   - replayStart: The start of the steps, at or before that of the report.
    ///   - earlierGaps: The gaps between the earliest standstill and the first step.
    public init(
        _ range: Range<Timestamp>, by bucket: ReportBucket, in zone: SystemTimeZone,
        groups: ReplayGroups, evidence: TripEvidence, replayStart: Timestamp,
        earlierGaps: [HistoryGap] = []
    ) {
        periods = ReportPeriods(range, by: bucket, in: zone)
        (start, end) = (range.lowerBound.milliseconds, range.upperBound.milliseconds)
        (self.groups, self.evidence) = (groups, evidence)
        fleet = ReplayedFleet(evidence, start: replayStart, earlierGaps: earlierGaps)
    }

    /// Whether later steps would change nothing.
    public var isComplete: Bool { fleet.clock.now >= end && openTrips == 0 }

    /// Adds the next step.
    public mutating func add(_ step: HistoryStep) {
        switch step {
        case .version(let number, let version): fleet.define(number, version)
        case .state(let vehicle): insert(vehicle)
        case .commit(let time):
            endCommit()
            move(to: time.milliseconds)
        case .change(let vehicle): apply(vehicle)
        case .gap(let gap):
            endCommit()
            skip(gap)
        }
    }

    /// Ends the replay; the fleet does not change up to the end of the report.
    mutating func finish() {
        endCommit()
        move(to: end)
    }
}

// Time.
extension ReportReplay {
    /// Moves to a time at which the fleet is known, and so was all the time before.
    private mutating func move(to time: Int64) {
        while index < periods.slices.count, periods.slices[index].end <= time {
            let end = periods.slices[index].end
            cover(to: end)
            fleet.move(to: end)
            flush(to: end)
            if periods.endsBucket(index) { countStays() }
            endSlice()
        }
        cover(to: time)
        fleet.move(to: time)
    }

    private mutating func cover(to time: Int64) {
        guard index < periods.slices.count else { return }
        let start = max(fleet.clock.now, periods.slices[index].start)
        guard time > start else { return }
        periods.slices[index].covered += time - start
        bucketIsCovered = true
    }

    private mutating func skip(_ gap: HistoryGap) {
        let (start, end) = (gap.start.milliseconds, gap.end.milliseconds)
        move(to: start)
        flush(to: start)
        for group in live.indices { live[group].since = max(start, end) }
        let failed = gap.failedUntil.map { min($0.milliseconds, end) }
        if index < periods.slices.count, isBucketEnd(before: end), bucketIsCovered { countStays() }
        while index < periods.slices.count {
            let slice = periods.slices[index]
            if let failed {
                periods.slices[index].failed +=
                    max(0, min(failed, slice.end) - max(start, slice.start))
            }
            guard slice.end <= end else { break }
            endSlice()
        }
        fleet.skip(gap)
    }

    /// Whether the present bucket ends at or before a time.
    private func isBucketEnd(before time: Int64) -> Bool {
        let bucket = periods.slices[index].bucket
        return periods.buckets[bucket].upperBound.milliseconds <= time
    }

    /// Adds the time of the present vehicles of all groups.
    private mutating func flush(to time: Int64) {
        for group in live.indices { flush(group, to: time) }
    }

    private mutating func flush(_ group: Int, to time: Int64) {
        let from = max(live[group].since, start)
        let length = min(time, end) - from
        if length > 0 { live[group].time &+= live[group].counts &* Counts(repeating: length) }
        live[group].since = max(live[group].since, time)
    }

    /// Adds the time of the slice to its bucket, and begins the next one.
    private mutating func endSlice() {
        let bucket = periods.slices[index].bucket
        let endsBucket = periods.endsBucket(index)
        for group in live.indices {
            let key = CellKey(bucket: bucket, group: Int32(group))
            cells[key, default: Cell()].time &+= live[group].time
            live[group].time = .zero
            if endsBucket {
                cells[key, default: Cell()].deployed = live[group].deployed
                live[group].deployed = Int(live[group].counts[Quantity.deployed.rawValue])
            }
        }
        if endsBucket { (left, bucketIsCovered) = ([], false) }
        rotation.forget(before: periods.slices[index].end - 86_400_000)
        index += 1
    }

    /// Counts the long stays now, at the end of the covered time of a bucket.
    private mutating func countStays() {
        let bucket = periods.slices[index].bucket
        var counts = [Cell](repeating: Cell(), count: live.count)
        for vehicle in fleet.vehicles.values where vehicle.group >= 0 {
            let group = Int(vehicle.group)
            if vehicle.isParked, let stay = vehicle.stay {
                counts[group].parked.add(stay.span, fleet.clock)
            }
            if let span = vehicle.nonOperational {
                counts[group].nonOperational.add(span, fleet.clock)
            }
        }
        for (group, count) in counts.enumerated() {
            let key = CellKey(bucket: bucket, group: Int32(group))
            cells[key, default: Cell()].parked = count.parked
            cells[key, default: Cell()].nonOperational = count.nonOperational
        }
    }
}

// Vehicles.
extension ReportReplay {
    private mutating func insert(_ vehicle: PastVehicle) {
        let group = fleet.insert(vehicle, &groups)
        count(vehicle.number, from: nil, -1, to: vehicle.state, group)
    }

    private mutating func apply(_ change: PastVehicle) {
        let (before, after, ended) = fleet.apply(change, &groups)
        count(
            change.number, from: before?.vehicle.state, before?.group ?? -1,
            to: change.state, after.group)
        if let ended { add(ended, of: change.number) }
        if let trip = after.trip, before?.trip == nil, (start..<end).contains(trip.start) {
            openTrips += 1
        }
        if evidence == .rotation { rotate(change, from: before) }
    }

    /// Moves a vehicle between states and groups.
    private mutating func count(
        _ number: VehicleNumber, from old: VehicleState?, _ oldGroup: Int32,
        to new: VehicleState?, _ newGroup: Int32
    ) {
        let (removed, added) = (Self.weights(of: old), Self.weights(of: new))
        if oldGroup == newGroup, oldGroup >= 0, removed != .zero, added != .zero {
            if removed != added { change(Int(oldGroup), by: added &- removed) }
            return
        }
        if oldGroup >= 0, removed != .zero {
            change(Int(oldGroup), by: .zero &- removed)
            if bucketIsCovered {
                left.insert(VehicleGroup(vehicle: number, group: oldGroup))
            } else {
                live[Int(oldGroup)].deployed -= 1
            }
        }
        if newGroup >= 0, added != .zero {
            change(Int(newGroup), by: added)
            if !left.contains(VehicleGroup(vehicle: number, group: newGroup)) {
                live[Int(newGroup)].deployed += 1
            }
        }
    }

    private mutating func change(_ group: Int, by weights: Counts) {
        while live.count <= group {
            var new = LiveGroup()
            new.since = fleet.clock.now
            live.append(new)
        }
        flush(group, to: fleet.clock.now)
        live[group].counts &+= weights
    }

    private static func weights(of state: VehicleState?) -> Counts {
        guard let state, state.isInPublicSpace else { return .zero }
        var weights = Counts.zero
        weights[Quantity.deployed.rawValue] = 1
        switch state {
        case .available: weights[Quantity.available.rawValue] = 1
        case .reserved: weights[Quantity.reserved.rawValue] = 1
        case .disabled, .nonOperational, .inRepair: weights[Quantity.nonOperational.rawValue] = 1
        case .onTrip, .stopped, .inUse, .lent: weights[Quantity.onTrip.rawValue] = 1
        case .unknown, .nonContactable, .missing, .elsewhere, .removed, .stolen, .retired: break
        }
        return weights
    }
}

// Trips.
extension ReportReplay {
    private mutating func add(_ ended: ReplayedFleet.EndedTrip, of number: VehicleNumber) {
        let trip = ended.trip
        if (start..<end).contains(trip.start) { openTrips -= 1 }
        guard trip.group >= 0, evidence != .rotation else { return }
        guard !ended.isCut else {
            if periods.slice(at: trip.start) != nil { tripsCutByGaps += 1 }
            return
        }
        guard ended.isTrip else { return }
        if evidence == .absence { addAwayTime(trip.start..<ended.end, group: trip.group) }
        guard let slice = periods.slice(at: trip.start) else { return }
        let bucket = periods.slices[slice].bucket
        let key = CellKey(bucket: bucket, group: trip.group)
        cells[key, default: Cell()].trips += 1
        var activity = activity[number] ?? Activity()
        if activity.slice != slice { (activity.slice, activity.groupsOfSlice) = (slice, []) }
        if activity.bucket != bucket { (activity.bucket, activity.groupsOfBucket) = (bucket, []) }
        if !activity.groupsOfSlice.contains(trip.group) {
            activity.groupsOfSlice.append(trip.group)
            cells[key, default: Cell()].activeInSlices += 1
        }
        if !activity.groupsOfBucket.contains(trip.group) {
            activity.groupsOfBucket.append(trip.group)
            cells[key, default: Cell()].active += 1
        }
        self.activity[number] = activity
    }

    private mutating func addAwayTime(_ time: Range<Int64>, group: Int32) {
        var slice = periods.slice(at: max(time.lowerBound, start))
        while let index = slice, index < periods.slices.count {
            let period = periods.slices[index]
            guard period.start < time.upperBound else { break }
            let key = CellKey(bucket: period.bucket, group: group)
            cells[key, default: Cell()].awayTime +=
                min(period.end, time.upperBound) - max(period.start, time.lowerBound)
            slice = index + 1
        }
    }

    /// Notes that an ID left or appeared.
    private mutating func rotate(_ change: PastVehicle, from before: ReplayedVehicle?) {
        let traits = Self.traits(of: fleet.versions[(before?.vehicle ?? change).version])
        if change.state == nil {
            fleet.remove(change.number)
            guard let before, let state = before.vehicle.state,
                state.isInPublicSpace, before.nonOperational == nil
            else { return }
            rotation.leave(before, traits: traits)
        } else if before == nil, let trip = rotation.appear(change, traits: traits) {
            if let key = trip.key { cells[key]?.trips -= 1 } else { tripsCutByGaps -= 1 }
        }
    }

    /// Counts the trips of the IDs that left in the present snapshot.
    private mutating func endCommit() {
        guard evidence == .rotation, rotation.hasChanges else { return }
        let slice = periods.slice(at: fleet.clock.now)
        for left in rotation.takeTrips() where left.group >= 0 {
            guard let slice else { continue }
            if fleet.clock.isAfterGap {
                tripsCutByGaps += 1
                rotation.remember(left.number, (nil, fleet.clock.now))
            } else {
                let key = CellKey(bucket: periods.slices[slice].bucket, group: left.group)
                cells[key, default: Cell()].trips += 1
                rotation.remember(left.number, (key, fleet.clock.now))
            }
        }
    }

    private static func traits(of version: PastVersion?) -> UInt64 {
        var hash = StableHash()
        hash.combine(version?.vehicle.typeID ?? "")
        hash.combine(version?.vehicle.formFactor ?? "")
        hash.combine(version?.vehicle.propulsionType ?? "")
        return hash.value
    }
}
