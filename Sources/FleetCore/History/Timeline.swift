/// What the log has of one vehicle, as rows for people: where it was, and for how long.
public struct Timeline: Equatable, Sendable {
    /// A time in which nothing that is shown changed.
    public struct Row: Equatable, Sendable {
        /// The start.
        public let start: Timestamp
        /// The end: the start of the next row, or the end of the timeline.
        public let end: Timestamp
        /// What is known of it.
        public let content: Content
    }

    /// What is known of the vehicle.
    public enum Content: Equatable, Sendable {
        /// The vehicle in the feed.
        case vehicle(Seen)
        /// The vehicle was not in the feed.
        case absent
        /// The feed was not read.
        case gap(HistoryGap.Reason)
    }

    /// The vehicle in the feed.
    public struct Seen: Equatable, Sendable {
        /// The state.
        public let state: VehicleState
        /// The charge in whole percent.
        public let battery: Int?
        /// The position.
        public let position: Position?
        /// The ID of the station.
        public let stationID: String?
        /// Metres from the position before, in a straight line; `nil` for the first position and
        /// for one after a gap.
        public let distance: Double?
        /// For how long the vehicle has stood still at the end of the row, without gaps.
        public internal(set) var dwell: Duration?
        /// Whether the dwell time may be longer, because a gap interrupts it.
        public internal(set) var isEstimated: Bool
    }

    /// A time in which the vehicle stood still.
    public struct Stay: Equatable, Sendable {
        /// The first position.
        public let position: Position
        /// The start.
        public let start: Timestamp
        /// The end of the last row in it.
        public fileprivate(set) var end: Timestamp
        /// The time without gaps.
        public fileprivate(set) var dwell: Duration
        /// Whether it may be longer, because a gap interrupts it.
        public fileprivate(set) var isEstimated: Bool
    }

    /// The rows, oldest first.
    public private(set) var rows: [Row] = []
    /// The stays, oldest first.
    public private(set) var stays: [Stay] = []
    /// The trips that the operator reported, oldest first.
    public var trips: [VehicleTrip] = []

    /// Creates a timeline.
    /// - Parameters:
    ///   - changes: The rows of the log with their times, oldest first.
    ///   - gaps: The gaps from the first change on, oldest first.
    ///   - versions: The versions of the changes.
    ///   - end: The end of the last row.
    public init(
        _ changes: [(time: Timestamp, vehicle: PastVehicle)], gaps: [HistoryGap],
        versions: [Int32: PastVersion], until end: Timestamp
    ) {
        var builder = TimelineBuilder(versions: versions)
        var gaps = gaps.drop { gap in changes.first.map { gap.end <= $0.time } ?? true }
        for (time, vehicle) in changes {
            while let gap = gaps.first, gap.end <= time {
                builder.add(gap)
                gaps = gaps.dropFirst()
            }
            builder.add(vehicle, at: time)
        }
        for gap in gaps where gap.start < end { builder.add(gap) }
        (rows, stays) = builder.finish(at: end)
    }
}

/// Maker of the rows of a timeline, from the events in their order.
private struct TimelineBuilder {
    let versions: [Int32: PastVersion]
    private var rows: [Timeline.Row] = []
    private var stays: [Timeline.Stay] = []
    private var clock = ReplayClock()
    /// The vehicle now, and the start of its row; `nil` before the first change.
    private var vehicle: PastVehicle?
    private var start = Timestamp(milliseconds: .min)
    private var seen: Timeline.Seen?
    private var stay: ReplayStay?
    /// The last position, for distances.
    private var position: Position?

    init(versions: [Int32: PastVersion]) { self.versions = versions }

    mutating func add(_ vehicle: PastVehicle, at time: Timestamp) {
        clock.now = time.milliseconds
        let isFirst = self.vehicle == nil
        // Of a row that follows a gap at once, the present vehicle is the first that is seen.
        if isFirst || start == time && rows.last.map(\.isGap) ?? false {
            position = nil
            open(vehicle, at: time, isFirst: isFirst)
        } else if !isSame(vehicle) {
            close(at: time)
            open(vehicle, at: time, isFirst: false)
        } else {
            self.vehicle = vehicle
        }
    }

    mutating func add(_ gap: HistoryGap) {
        guard let vehicle else { return }
        close(at: gap.start)
        rows.append(
            Timeline.Row(start: gap.start, end: gap.end, content: .gap(gap.reason)))
        clock.add(gap)
        clock.now = gap.end.milliseconds
        position = nil
        open(vehicle, at: gap.end, isFirst: false)
    }

    mutating func finish(at end: Timestamp) -> ([Timeline.Row], [Timeline.Stay]) {
        if vehicle != nil, start < end || !(rows.last?.isGap ?? false) {
            close(at: max(start, end))
        }
        return (rows, stays)
    }

    private func isSame(_ other: PastVehicle) -> Bool {
        guard let vehicle, vehicle.state == other.state else { return false }
        return vehicle.state == nil
            || vehicle.position == other.position && vehicle.battery == other.battery
                && versions[vehicle.version]?.vehicle.stationID
                    == versions[other.version]?.vehicle.stationID
    }

    private mutating func open(_ vehicle: PastVehicle, at time: Timestamp, isFirst: Bool) {
        (self.vehicle, start) = (vehicle, time)
        guard let state = vehicle.state else {
            (seen, stay) = (nil, nil)
            return
        }
        stay =
            isFirst
            ? ReplayStay(vehicle, gaps: [], clock)
            : ReplayStay(at: vehicle.position, clock, after: stay)
        let position = vehicle.position.map(Position.init)
        let distance = position.flatMap { new in self.position.map { new.distance(to: $0) } }
        self.position = position ?? self.position
        seen = Timeline.Seen(
            state: state, battery: vehicle.battery.map(Int.init), position: position,
            stationID: versions[vehicle.version]?.vehicle.stationID, distance: distance, dwell: nil,
            isEstimated: false)
    }

    private mutating func close(at end: Timestamp) {
        clock.now = end.milliseconds
        guard var seen else {
            rows.append(Timeline.Row(start: start, end: end, content: .absent))
            return
        }
        if let stay {
            seen.dwell = .milliseconds(stay.span.length(clock))
            seen.isEstimated = stay.span.isEstimated(clock)
            let new = Timeline.Stay(
                position: stay.standstill.position, start: stay.standstill.since, end: end,
                dwell: .milliseconds(stay.span.length(clock)), isEstimated: seen.isEstimated)
            if let last = stays.last, last.start == new.start, last.position == new.position {
                stays.removeLast()
            }
            stays.append(new)
        }
        rows.append(Timeline.Row(start: start, end: end, content: .vehicle(seen)))
    }
}

extension Timeline.Row {
    fileprivate var isGap: Bool {
        if case .gap = content { true } else { false }
    }
}
