/// Indicators of a fleet over a time.
public struct FleetReport: Sendable {
    /// The value of an indicator for a group of vehicles in a bucket.
    public struct Value: Equatable, Sendable {
        /// The indicator.
        public let indicator: ReportIndicator
        /// The time that it is for.
        public let bucket: Range<Timestamp>
        /// The group; `nil` for all vehicles.
        public let group: String?
        /// The value; `nil` if it is left out.
        public let value: Double?
        /// Why it is estimated or left out.
        public let reason: Reason?
        /// The share of the bucket in which the fleet is known.
        public let coverage: Double
        /// The share of the polled time in which the feed did not fail; `nil` if it was not polled.
        public let availability: Double?

        /// Whether the value is estimated.
        public var isEstimated: Bool { value != nil && reason != nil }
    }

    /// Why a value is estimated or left out.
    public enum Reason: String, CaseIterable, Sendable {
        /// The feed was not read for a part of the bucket.
        case gap
        /// Stays contain a gap, or may have begun earlier than was seen.
        case notObserved = "not_observed"
        /// Vehicles on a trip are not in the feed.
        case tripsNotInFeed = "trips_not_in_feed"
        /// IDs change after each trip.
        case rotatingIDs = "rotating_ids"
        /// There were no vehicles.
        case noVehicles = "no_vehicles"
        /// The source is a table.
        case noMovement = "no_movement"
    }

    /// The values by bucket and group.
    public private(set) var values: [Value] = []
    /// Trips that are left out, because a gap touches them.
    public let tripsCutByGaps: Int
    /// The share of the time in which the fleet is known.
    public let coverage: Double
    /// The share of the polled time in which the feed did not fail; `nil` if it was not polled.
    public let availability: Double?

    /// Creates the report of a replay that has ended.
    public init(_ replay: ReportReplay) {
        var replay = replay
        replay.finish()
        tripsCutByGaps = replay.tripsCutByGaps
        let all = Coverage(replay.periods.slices[...])
        (coverage, availability) = (all.share, all.availability)
        let groups = replay.groups.names.enumerated().sorted { left, right in
            ByteOrder.precedes(left.element ?? "", right.element ?? "")
        }
        var slices = replay.periods.slices[...]
        for (index, bucket) in replay.periods.buckets.enumerated() {
            let own = slices.prefix { $0.bucket == index }
            slices = slices.dropFirst(own.count)
            let coverage = Coverage(own)
            for (number, group) in groups {
                let key = ReportReplay.CellKey(bucket: index, group: Int32(number))
                let cell = GroupBucket(
                    cell: replay.cells[key] ?? ReportReplay.Cell(), coverage: coverage,
                    evidence: replay.evidence)
                values += ReportIndicator.allCases.map { indicator in
                    let (value, reason) = cell.value(of: indicator)
                    return Value(
                        indicator: indicator, bucket: bucket, group: group, value: value,
                        reason: reason, coverage: coverage.share,
                        availability: coverage.availability)
                }
            }
        }
    }
}

extension ReportReplay {
    /// Number of values of the report so far.
    public var valueCount: Int {
        periods.buckets.count * groups.names.count * ReportIndicator.allCases.count
    }
}

/// An indicator of a report, with the names of the OMF's metrics and of CROW's indicators.
public enum ReportIndicator: String, CaseIterable, Sendable {
    /// Mean number of vehicles in the public space.
    case inPublicSpace = "vehicles_in_public_space.avg"
    /// The same, as the OMF calls it.
    case deployed = "dockless.deployed.avg"
    case available = "available.avg"
    case reserved = "reserved.avg"
    case nonOperational = "non_operational.avg"
    /// Mean over days, or hours, of the vehicles with a trip.
    case active = "dockless.active.avg"
    /// Time that vehicles were on no trip, of their time in the public space.
    case idlePercent = "dockless.utilization.idle.percent"
    /// Vehicles with a trip, of those that were in the public space.
    case activePercent = "dockless.utilization.active.percent"
    /// Trips by their start.
    case trips = "trips.start_loc.count"
    /// Trips a day of each deployed vehicle.
    case tripsPerVehicle = "dockless.trips_per_vehicle.avg"
    // Vehicles at the end of the bucket.
    case parked1Day = "parking_duration_1_day"
    case parked3Days = "parking_duration_3_days"
    case parked7Days = "parking_duration_7_days"
    case parked14Days = "parking_duration_14_days"
    case nonOperational24Hours = "non_operational_24_h"
    case nonOperational7Days = "non_operational_7_d"

    /// Whether it can only be computed for vehicles that move.
    var needsMovement: Bool {
        switch self {
        case .active, .idlePercent, .activePercent, .trips, .tripsPerVehicle, .parked1Day,
            .parked3Days, .parked7Days, .parked14Days:
            true
        case .inPublicSpace, .deployed, .available, .reserved, .nonOperational,
            .nonOperational24Hours, .nonOperational7Days:
            false
        }
    }

    /// The unit of its values.
    public var unit: String {
        switch self {
        case .idlePercent, .activePercent: "percent"
        case .trips: "trips"
        case .tripsPerVehicle: "trips_per_day"
        case .inPublicSpace, .deployed, .available, .reserved, .nonOperational, .active,
            .parked1Day, .parked3Days, .parked7Days, .parked14Days, .nonOperational24Hours,
            .nonOperational7Days:
            "vehicles"
        }
    }
}

/// The known time of a bucket.
private struct Coverage {
    /// Milliseconds in which the fleet is known.
    var covered: Int64 = 0
    private var failed: Int64 = 0
    private var length: Int64 = 0
    /// The known time in days of the calendar, however long they are.
    var days = 0.0
    /// Number of slices in which the fleet is known at some time.
    var slices = 0

    init(_ slices: ArraySlice<ReportPeriods.Slice>) {
        for slice in slices {
            covered += slice.covered
            failed += slice.failed
            length += slice.end - slice.start
            days += Double(slice.covered) / Double(slice.dayLength)
            if slice.covered > 0 { self.slices += 1 }
        }
    }

    var share: Double { length > 0 ? Double(covered) / Double(length) : 0 }

    var availability: Double? {
        covered + failed > 0 ? Double(covered) / Double(covered + failed) : nil
    }

    var isComplete: Bool { covered == length }
}

/// The sums of a group in a bucket, from which its indicators follow.
private struct GroupBucket {
    let cell: ReportReplay.Cell
    let coverage: Coverage
    let evidence: TripEvidence

    typealias Outcome = (Double?, FleetReport.Reason?)

    func value(of indicator: ReportIndicator) -> Outcome {
        guard coverage.covered > 0 else { return (nil, .gap) }
        if evidence == .table, indicator.needsMovement { return (nil, .noMovement) }
        switch indicator {
        case .inPublicSpace, .deployed:
            return (mean(.deployed), leavesOutTrips ? .tripsNotInFeed : nil)
        case .available: return (mean(.available), nil)
        case .reserved: return (mean(.reserved), nil)
        case .nonOperational: return (mean(.nonOperational), nil)
        case .active: return trips(Double(cell.activeInSlices) / Double(coverage.slices))
        case .idlePercent: return idlePercent
        case .activePercent:
            return trips(percent(Double(cell.active), of: Double(cell.deployed)))
        case .trips:
            guard evidence == .rotation else { return trips(Double(cell.trips)) }
            return (Double(cell.trips), .rotatingIDs)
        case .tripsPerVehicle:
            let deployed = mean(.deployed) * coverage.days
            return trips(deployed > 0 ? Double(cell.trips) / deployed : nil)
        case .parked1Day: return stays(cell.parked, 0, isParking: true)
        case .parked3Days: return stays(cell.parked, 1, isParking: true)
        case .parked7Days: return stays(cell.parked, 2, isParking: true)
        case .parked14Days: return stays(cell.parked, 3, isParking: true)
        case .nonOperational24Hours:
            return stays(cell.nonOperational, 0, isParking: false)
        case .nonOperational7Days:
            return stays(cell.nonOperational, 1, isParking: false)
        }
    }

    private var leavesOutTrips: Bool { evidence == .absence || evidence == .rotation }

    /// The mean number of vehicles over the known time.
    private func mean(_ quantity: ReportReplay.Quantity) -> Double {
        Double(cell[time: quantity]) / Double(coverage.covered)
    }

    private func percent(_ part: Double, of whole: Double) -> Double? {
        whole > 0 ? part / whole * 100 : nil
    }

    private var idlePercent: Outcome {
        guard evidence != .rotation else { return (nil, .rotatingIDs) }
        let deployed = Double(cell[time: .deployed])
        let away = Double(cell.awayTime)
        let idle = percent(deployed - Double(cell[time: .onTrip]), of: deployed + away)
        guard let idle else { return (nil, .noVehicles) }
        return (idle, evidence == .state ? nil : .tripsNotInFeed)
    }

    /// Returns a value that depends on single trips.
    private func trips(_ value: Double?) -> Outcome {
        guard evidence != .rotation else { return (nil, .rotatingIDs) }
        guard let value else { return (nil, .noVehicles) }
        guard evidence == .state else { return (value, .tripsNotInFeed) }
        return (value, coverage.isComplete ? nil : .gap)
    }

    /// Returns a number of vehicles with long stays.
    private func stays(
        _ stays: ReportReplay.LongStays, _ index: Int, isParking: Bool
    ) -> Outcome {
        let count = Double(stays.counts[index])
        guard evidence != .rotation || !isParking else { return (count, .rotatingIDs) }
        return (count, stays.possible[index] > 0 ? .notObserved : nil)
    }
}

// Output.
extension FleetReport {
    private static func columns(
        _ names: @escaping (String) -> String?
    ) -> [RecordList.Column<Value>] {
        [
            .init("name") { .text($0.indicator.rawValue) },
            .init("from") { FieldValue($0.bucket.lowerBound) },
            .init("to") { FieldValue($0.bucket.upperBound) },
            .init("group") { FieldValue($0.group) },
            .init("group_name") { FieldValue($0.group.flatMap(names)) },
            .number("value") { FieldValue($0.value) },
            .init("unit") { .text($0.indicator.unit) },
            .init("is_estimated") { .flag($0.isEstimated) },
            .init("reason") { FieldValue($0.reason?.rawValue) },
            .number("coverage") { .number($0.coverage) },
            .number("feed_availability") { FieldValue($0.availability) },
        ]
    }

    /// Names of all fields.
    public static var fieldNames: [String] { columns { _ in nil }.map(\.name) }

    /// The report as a list of values: `from` and `to` of each, `group`, `name`, `value`, `unit`,
    /// `is_estimated`, `reason`, and the shares of time `coverage` and `feed_availability`.
    ///
    /// - Parameters:
    ///   - header: The members before the list.
    ///   - names: Function from a group to its name; `nil` if it has none.
    ///   - zone: The zone of times in tables.
    public func list(
        _ header: JSONObjectWriter, names: @escaping (String) -> String?, in zone: SystemTimeZone
    ) -> RecordList {
        var header = header
        header.add("coverage", coverage)
        header.add("feed_availability", availability)
        var excluded = JSONObjectWriter()
        excluded.add("trips_in_gaps", tripsCutByGaps)
        header.add("excluded", excluded)
        let hasBuckets = values.contains { $0.bucket != values.first?.bucket }
        let hasGroups = values.contains { $0.group != nil }
        return RecordList(
            "indicators", header: header, columns: Self.columns(names), rows: values,
            table: [
                .init("FROM", isShown: hasBuckets) { zone.clock($0.bucket.lowerBound) },
                .init("GROUP", isShown: hasGroups) {
                    TerminalText.limited($0.group.map { names($0) ?? $0 } ?? "-")
                },
                .init("INDICATOR") { $0.indicator.rawValue },
                .number("VALUE") { $0.text },
                .init("UNIT") { $0.indicator.unit.replacing("_", with: " ") },
                .init("NOTE") { $0.reason?.text ?? "" },
            ])
    }
}

extension FleetReport.Value {
    /// The value for people, after ~ if it is estimated; `-` if it is left out.
    public var text: String {
        value.map { (isEstimated ? "~" : "") + ShortText.rounded($0) } ?? "-"
    }
}

extension FleetReport.Reason {
    /// The reason for people.
    public var text: String {
        switch self {
        case .gap: localized("the feed was not read for a part of the time")
        case .notObserved: localized("not the whole stay was seen")
        case .tripsNotInFeed: localized("vehicles on a trip are not in the feed")
        case .rotatingIDs: localized("vehicle IDs change after each trip")
        case .noVehicles: localized("there were no vehicles")
        case .noMovement: localized("the source is a table, which has no movement")
        }
    }
}
