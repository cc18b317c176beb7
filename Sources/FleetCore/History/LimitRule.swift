/// A limit of a permit: how many vehicles may be counted by an indicator on a day.
public struct LimitRule: Equatable, Sendable {
    /// What is counted.
    public enum Indicator: Hashable, Sendable {
        /// Vehicles in the public space.
        case vehicleCap
        /// Vehicles in the public space and on no trip, in the rule's area or where the feed's zones
        /// forbid to park.
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

        /// Every name, in the usual order.
        public static let names =
            [Self.vehicleCap, .vehiclesInNoParking].map(\.name)
            + parkingDays.map { Self.parkingDuration(days: $0).name }
            + [Self.unrentedVehicles(days: 1).name]

        /// The days of the indicators for parked vehicles.
        private static let parkingDays = [1, 3, 7, 14]

        /// The days that unrented vehicles may have.
        public static let unrentedDays = 1...365

        /// Creates the indicator with a name; returns `nil` for an unknown one, and for days that it
        /// does not have.
        /// - Parameter days: The days of unrented vehicles; `nil` for all others.
        public init?(name: String, days: Int? = nil) {
            let fixed =
                [.vehicleCap, .vehiclesInNoParking]
                + Self.parkingDays.map { Self.parkingDuration(days: $0) }
            if let days {
                guard Self.unrentedDays.contains(days),
                    Self.unrentedVehicles(days: days).name == name
                else { return nil }
                self = .unrentedVehicles(days: days)
            } else {
                guard let indicator = fixed.first(where: { $0.name == name }) else { return nil }
                self = indicator
            }
        }

        /// The days that its name does not have: those of unrented vehicles.
        public var days: Int? {
            if case .unrentedVehicles(let days) = self { days } else { nil }
        }

        /// The name for people.
        public var label: String {
            switch self {
            case .vehicleCap: localized("vehicles in the public space")
            case .vehiclesInNoParking: localized("vehicles parked where it is forbidden")
            case .parkingDuration(1): localized("vehicles parked for more than a day")
            case .parkingDuration(let days):
                localized("vehicles parked for more than \(days) days")
            case .unrentedVehicles(let days):
                localized("vehicles without a trip, days: \(days)")
            }
        }

        /// Returns the start of the replay for a period: trips before it may count.
        public func replayStart(for period: Range<Timestamp>) -> Timestamp {
            guard case .unrentedVehicles(let days) = self else { return period.lowerBound }
            return period.lowerBound - .seconds(Int64(days) * 86_400)
        }

        /// Whether it can only be computed for vehicles that move.
        package var needsMovement: Bool {
            switch self {
            case .vehicleCap, .vehiclesInNoParking: false
            case .parkingDuration, .unrentedVehicles: true
            }
        }

        /// Whether it is counted every four hours instead of after each snapshot.
        package var isSampled: Bool {
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

    /// Why nobody knows whether the limit was met.
    public enum Reason: String, CaseIterable, Sendable {
        /// The feed was not read for a part of the day.
        case gap
        /// A gap interrupts stays or times without a trip, which may have been too long.
        case notObserved = "not_observed"
        /// IDs change after each trip, so longer times are not seen.
        case rotatingIDs = "rotating_ids"
        /// A source has no history of the day.
        case noHistory = "no_history"
        /// A source has no zone of the limit's name.
        case noZone = "no_zone"
        /// A source is a table.
        case noMovement = "no_movement"
    }

    /// Whether the limit was met.
    public var outcome: Outcome
    /// Why the outcome is unknown; `nil` for others.
    public var reason: Reason?
    /// The largest number of vehicles that was certainly counted; `nil` if none was.
    public let worst: Int?
    /// The first time of that number.
    public let at: Timestamp?
    /// The share of the day that is covered in all sources, 0 to 1.
    public let coverage: Double

    /// Creates a verdict.
    public init(
        _ outcome: Outcome, reason: Reason? = nil, worst: Int?, at: Timestamp?, coverage: Double
    ) {
        (self.outcome, self.reason, self.worst) = (outcome, reason, worst)
        (self.at, self.coverage) = (at, coverage)
    }

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
        let isViolated = worst.map { $0.certain > rule.maximum } ?? false
        reason =
            if isViolated {
                nil
            } else if days.isEmpty {
                .noHistory
            } else if days.contains(where: \.isPartial) {
                .rotatingIDs
            } else if coverage < rule.neededCoverage {
                .gap
            } else if counts.contains(where: { $0.possible > rule.maximum }) {
                .notObserved
            } else {
                nil
            }
        outcome = isViolated ? .notMet : reason == nil ? .met : .unknown
    }

    /// Returns the verdict of a day about which a part of the vehicles is not known: only a
    /// violation stays.
    public func partial(because reason: Reason) -> LimitVerdict {
        guard outcome != .notMet else { return self }
        var verdict = self
        (verdict.outcome, verdict.reason) = (.unknown, reason)
        return verdict
    }
}

extension LimitVerdict.Outcome {
    /// The outcome for people.
    public var text: String {
        switch self {
        case .met: localized("met")
        case .notMet: localized("not met")
        case .unknown: localized("unknown")
        }
    }
}

extension LimitVerdict.Reason {
    /// The reason for people.
    public var text: String {
        switch self {
        case .gap: localized("the feed was not read for a part of the time")
        case .notObserved: localized("not the whole stay was seen")
        case .rotatingIDs: localized("vehicle IDs change after each trip")
        case .noHistory: localized("a source has no history of the day")
        case .noZone: localized("a source has no such zone")
        case .noMovement: localized("the source is a table, which has no movement")
        }
    }
}
