/// How the trips of a source can be seen in its feed.
public enum TripEvidence: String, CaseIterable, Sendable {
    /// Vehicles on a trip are in the feed, and their state says so (MDS).
    case state
    /// Vehicles on a trip are not in the feed, and return with the same ID: other absences look the
    /// same, so trips are estimated.
    case absence
    /// Vehicles on a trip are not in the feed, and return with another ID.
    case rotation
    /// There are none: a table has no movement, and rows are edited and removed.
    case table
}

extension Source {
    /// Returns how the trips of the source can be seen.
    /// - Parameter info: Its stored snapshot.
    public func tripEvidence(in info: SnapshotInfo) -> TripEvidence {
        if info.feed.isTable { return .table }
        if provider.dialect?.tracksVehicles ?? false { return .state }
        return rotation(observed: info.rotation) == .yes ? .rotation : .absence
    }
}

/// A vehicle during a replay.
struct ReplayedVehicle {
    /// A trip that has not ended.
    struct Trip {
        let start: Int64
        /// Number of gaps before its start; different from now if a gap touches the trip.
        let gaps: Int
        /// The group of the vehicle when it left.
        let group: Int32
    }

    /// The vehicle, with the fields of the last row that had it in the feed.
    var vehicle: PastVehicle
    /// The group that it is counted in; negative if it is not counted.
    var group: Int32
    /// The time for which it has stood still; `nil` unless it is in the feed with a position.
    var stay: ReplayStay?
    /// The time for which it has been non-operational.
    var nonOperational: ReplaySpan?
    /// The time since the last trip, or since the first row.
    var unrented: ReplaySpan
    var trip: Trip?

    /// Whether it is in the feed, in the public space.
    var isDeployed: Bool { vehicle.state?.isInPublicSpace ?? false }

    /// Whether it is in the feed, in the public space and on no trip.
    var isParked: Bool { isDeployed && !Self.isOnTrip(vehicle.state) }

    static func isOnTrip(_ state: VehicleState?) -> Bool { state == .onTrip || state == .stopped }
}

/// The vehicles of a replay: their stays and trips.
struct ReplayedFleet {
    /// The minimum duration of a trip, in milliseconds.
    static let minTrip: Int64 = 60_000

    /// A trip that has ended.
    struct EndedTrip {
        let trip: ReplayedVehicle.Trip
        let end: Int64
        /// Whether a gap touches it.
        let isCut: Bool

        /// Whether both ends were seen, and it was long enough.
        var isTrip: Bool { !isCut && end - trip.start >= ReplayedFleet.minTrip }
    }

    private(set) var clock = ReplayClock()
    private(set) var vehicles: [VehicleNumber: ReplayedVehicle] = [:]
    private(set) var versions: [Int32: PastVersion] = [:]
    private let evidence: TripEvidence
    private let earlierGaps: [HistoryGap]

    /// Creates a fleet without vehicles.
    /// - Parameter earlierGaps: The gaps before the replay, which stays from before it contain.
    init(_ evidence: TripEvidence, start: Timestamp, earlierGaps: [HistoryGap]) {
        (self.evidence, self.earlierGaps) = (evidence, earlierGaps)
        clock.now = start.milliseconds
        clock.gapEnd = earlierGaps.map(\.end.milliseconds).max() ?? clock.gapEnd
    }

    mutating func define(_ number: Int32, _ version: PastVersion) { versions[number] = version }

    /// Moves the clock to a time at which the fleet is known.
    mutating func move(to time: Int64) {
        guard time > clock.now else { return }
        // The changes of the first snapshot after a gap are those of the gap.
        (clock.now, clock.isAfterGap) = (time, false)
    }

    /// Moves the clock over a gap.
    mutating func skip(_ gap: HistoryGap) {
        move(to: gap.end.milliseconds)
        clock.add(gap)
    }

    /// Adds a vehicle that is in the feed at the start; returns its group.
    mutating func insert(_ vehicle: PastVehicle, _ groups: inout ReplayGroups) -> Int32 {
        let group = groups.group(of: vehicle, after: nil, in: -1, versions)
        var new = ReplayedVehicle(
            vehicle: vehicle, group: group, unrented: ReplaySpan(clock, isOlder: true))
        new.stay = ReplayStay(vehicle, gaps: earlierGaps, clock)
        if Self.isNonOperational(vehicle.state) {
            new.nonOperational =
                vehicle.stateSince.map { ReplaySpan(since: $0, gaps: earlierGaps, clock) }
                ?? ReplaySpan(clock, isOlder: true)
        }
        // A trip whose start was not seen is none.
        vehicles[vehicle.number] = new
        return group
    }

    /// Applies a change, and returns the vehicle before it and the trip that it ends.
    mutating func apply(
        _ change: PastVehicle, _ groups: inout ReplayGroups
    ) -> (before: ReplayedVehicle?, after: ReplayedVehicle, ended: EndedTrip?) {
        let before = vehicles[change.number]
        var after =
            before
            ?? ReplayedVehicle(
                vehicle: change, group: -1, unrented: ReplaySpan(clock))
        if change.state == nil {
            after.vehicle.state = nil
            after.stay = nil
        } else {
            after.vehicle = change
            after.stay = ReplayStay(at: change.position, clock, after: before?.stay)
            after.group = groups.group(
                of: change, after: before?.vehicle, in: after.group, versions)
        }
        if !Self.isNonOperational(change.state) {
            after.nonOperational = nil
        } else if after.nonOperational == nil {
            after.nonOperational = ReplaySpan(clock)
        }
        let ended = move(&after, from: before)
        vehicles[change.number] = after
        return (before, after, ended)
    }

    /// Begins or ends the trip of a vehicle.
    private mutating func move(
        _ vehicle: inout ReplayedVehicle, from before: ReplayedVehicle?
    ) -> EndedTrip? {
        guard evidence != .table else { return nil }
        let wasAway = before.map { self.isAway($0.vehicle.state, $0) }
        let isAway = self.isAway(vehicle.vehicle.state, before)
        if let trip = vehicle.trip {
            guard !isAway else { return nil }
            let ended = EndedTrip(trip: trip, end: clock.now, isCut: trip.gaps != clock.gaps)
            vehicle.trip = nil
            if ended.isTrip || ended.isCut { vehicle.unrented = ReplaySpan(clock) }
            return ended
        }
        if isAway, wasAway == false {
            vehicle.trip = ReplayedVehicle.Trip(
                start: clock.now, gaps: clock.gaps - (clock.isAfterGap ? 1 : 0),
                group: before?.group ?? vehicle.group)
        } else if !isAway, wasAway == true {
            vehicle.unrented = ReplaySpan(clock)
        }
        return nil
    }

    private func isAway(_ state: VehicleState?, _ before: ReplayedVehicle?) -> Bool {
        guard state != nil else { return evidence == .absence || before?.trip != nil }
        return ReplayedVehicle.isOnTrip(state)
    }

    private static func isNonOperational(_ state: VehicleState?) -> Bool {
        state.map { [.disabled, .nonOperational, .inRepair].contains($0) } ?? false
    }

    /// Forgets a vehicle.
    mutating func remove(_ number: VehicleNumber) { vehicles[number] = nil }
}
