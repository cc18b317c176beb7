/// A limit of a permit: how many vehicles may be counted by an indicator on a day.
public struct LimitRule: Sendable {
    /// What is counted.
    public enum Indicator: Hashable, Sendable {
        /// Vehicles in the public space.
        case vehicleCap
        /// Vehicles in the public space and on no trip, where the rule's area forbids to park.
        case vehiclesInNoParking
        /// Parked vehicles that have stood still for more than a number of days.
        case parkingDuration(days: Int)
        /// Parked vehicles without a trip for more than a number of days.
        case unrentedVehicles(days: Int)

        /// The name, such as `parking_duration_3_days`.
        public var name: String {
            switch self {
            case .vehicleCap: "vehicle_cap"
            case .vehiclesInNoParking: "vehicles_in_no_parking"
            case .parkingDuration(1): "parking_duration_1_day"
            case .parkingDuration(let days): "parking_duration_\(days)_days"
            case .unrentedVehicles: "unrented_vehicles"
            }
        }

        /// Returns the start of the replay for a period: trips before it may count.
        public func replayStart(for period: Range<Timestamp>) -> Timestamp {
            guard case .unrentedVehicles(let days) = self else { return period.lowerBound }
            return period.lowerBound - .seconds(Int64(days) * 86_400)
        }

        /// Whether it is counted every four hours instead of after each snapshot.
        var isSampled: Bool {
            switch self {
            case .vehicleCap, .vehiclesInNoParking: false
            case .parkingDuration, .unrentedVehicles: true
            }
        }
    }

    /// The indicator.
    public let indicator: Indicator
    /// The largest number that meets the limit.
    public let maximum: Int
    /// The share of a day that must be covered to know that the limit was met, 0 to 1.
    public let neededCoverage: Double

    /// Creates a limit.
    public init(_ indicator: Indicator, atMost maximum: Int, neededCoverage: Double = 0.9) {
        (self.indicator, self.maximum) = (indicator, maximum)
        self.neededCoverage = neededCoverage
    }
}

/// The outcome of a limit on a day.
public struct LimitVerdict: Equatable, Sendable {
    /// Whether the limit was met.
    public enum Outcome: String, CaseIterable, Sendable {
        case met
        case notMet = "not_met"
        case unknown
    }

    /// Whether the limit was met.
    public let outcome: Outcome
    /// The largest number of vehicles that was certainly counted; `nil` if none was.
    public let worst: Int?
    /// The first time of that number.
    public let at: Timestamp?
    /// The share of the day that is covered in all sources.
    public let coverage: Double

    /// Decides: one certain violation is enough, while only a day with enough coverage and without
    /// a possible violation is met.
    ///
    /// - Parameter days: The day of each source that shares the limit, whose numbers are added.
    public init(_ rule: LimitRule, of days: [LimitDay]) {
        let (counts, covered) = LimitDay.sum(days)
        var worst: LimitDay.Count?
        for count in counts where count.certain > worst?.certain ?? -1 { worst = count }
        (self.worst, at) = (worst?.certain, worst.map { Timestamp(milliseconds: $0.at) })
        coverage = days.first.map { Double(covered) / Double(max(1, $0.length)) } ?? 0
        let isPossible = counts.contains { $0.possible > rule.maximum }
        if let worst, worst.certain > rule.maximum {
            outcome = .notMet
        } else if isPossible || coverage < rule.neededCoverage || days.contains(where: \.isPartial)
        {
            outcome = .unknown
        } else {
            outcome = .met
        }
    }
}
