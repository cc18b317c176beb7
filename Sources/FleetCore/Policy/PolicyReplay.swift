/// Replay of the log of a source that compares its vehicles with the rules of policies.
///
/// Policies are independent of each other. Within one, a vehicle belongs to the first rule that is
/// in effect and for its area, state and type (MDS 2.0, Policy, "Order of Operations").
public struct PolicyReplay: Sendable {
    private var policies: [PolicyEvaluation]
    private var vehicles: [VehicleNumber: PastVehicle] = [:]
    private var versions: [Int32: PastVersion] = [:]
    private var now: Int64
    private let end: Int64

    /// Returns the start of a replay for a period: vehicles may have matched a rule about time
    /// before it.
    public static func start(
        for period: Range<Timestamp>, _ policies: [MobilityPolicy]
    ) -> Timestamp {
        let longest = policies.flatMap(\.rules).compactMap(\.longestTime).max() ?? 0
        return period.lowerBound - .milliseconds(min(longest, maxTime))
    }

    /// The longest time of a rule that is looked at, in milliseconds; a history is not longer.
    static let maxTime: Int64 = 400 * 86_400_000

    /// Creates a replay.
    /// - Parameters:
    ///   - set: The areas of the geographies.
    ///   - policies: The policies to compare with.
    ///   - period: The time of the report.
    ///   - zone: The zone of the rules' times of day.
    ///   - start: The time of the first step.
    public init(
        _ set: PolicySet, _ policies: [MobilityPolicy], _ period: Range<Timestamp>,
        in zone: SystemTimeZone, evidence: TripEvidence, replayStart start: Timestamp
    ) {
        let times = min(start, period.lowerBound)..<period.upperBound
        self.policies = policies.map { policy in
            PolicyEvaluation(policy, set, period, times, in: zone, evidence)
        }
        (now, end) = (times.lowerBound.milliseconds, times.upperBound.milliseconds)
    }

    /// Adds the next step.
    public mutating func add(_ step: HistoryStep) {
        switch step {
        case .version(let number, let version): versions[number] = version
        case .state(let vehicle):
            vehicles[vehicle.number] = vehicle
            update(vehicle, isOlder: true)
        case .change(let vehicle):
            vehicles[vehicle.number] = vehicle.state == nil ? nil : vehicle
            update(vehicle, isOlder: false)
        case .commit(let time): move(to: time.milliseconds)
        case .gap(let gap):
            move(to: gap.start.milliseconds)
            now = max(now, min(gap.end.milliseconds, end))
            for index in policies.indices { policies[index].skip(to: now, vehicles, versions) }
        }
    }

    private mutating func update(_ vehicle: PastVehicle, isOlder: Bool) {
        let version = versions[vehicle.version]
        for index in policies.indices {
            policies[index].update(vehicle, version, at: now, isOlder: isOlder)
        }
    }

    /// Moves to a time up to which the fleet has not changed.
    private mutating func move(to time: Int64) {
        let time = min(time, end)
        guard time > now else { return }
        now = time
        for index in policies.indices { policies[index].move(to: time, vehicles, versions) }
    }

    /// Ends the replay, and returns the finding of each rule; the fleet does not change up to the end
    /// of the period.
    public mutating func finish() -> [PolicyFinding] {
        move(to: end)
        return policies.flatMap { $0.findings() }
    }
}

/// What a replay found of a rule.
public struct PolicyFinding: Sendable {
    /// The policy of the rule.
    public let policy: MobilityPolicy
    /// The rule.
    public let rule: PolicyRule
    /// Why the rule cannot be compared, or only in part; `nil` if nothing is missing.
    public let reason: Reason?
    /// Milliseconds of the period in which the rule was in effect.
    public internal(set) var inEffect: Int64 = 0
    /// Milliseconds of those in which the vehicles are known well enough to decide.
    public internal(set) var observed: Int64 = 0
    /// Milliseconds of those in which the rule was kept.
    public internal(set) var compliant: Int64 = 0
    /// The times in which it was not, oldest first; at most ``maxViolations``.
    public internal(set) var violations: [Violation] = []
    /// The number of all violations.
    public internal(set) var violationCount = 0

    /// The maximum number of violations that are listed.
    public static let maxViolations = 1000

    /// Why a rule cannot be compared, or only in part.
    public enum Reason: String, CaseIterable, Sendable {
        /// Its type is not one about counts or times.
        case type
        /// It has no bound that a history can be compared with.
        case noBound = "no_bound"
        /// One of its geographies is not in the documents.
        case geography
        /// It names events, which are not in a history: only its states are compared.
        case events
        /// Vehicles on a trip are not in the feed.
        case tripsNotInFeed = "trips_not_in_feed"
        /// IDs change after each trip, so times may be longer than they seem.
        case rotatingIDs = "rotating_ids"
        /// It is about times, and the source is a table.
        case noMovement = "no_movement"

        /// Whether nothing can be said of the rule.
        public var isFinal: Bool {
            switch self {
            case .type, .noBound, .geography, .noMovement: true
            case .events, .tripsNotInFeed, .rotatingIDs: false
            }
        }
    }

    /// A time without a break in which a rule was not kept.
    public struct Violation: Equatable, Sendable {
        /// The start, as far as it was seen.
        public let start: Timestamp
        /// The end, as far as it was seen.
        public var end: Timestamp
        /// The number of vehicles that is farthest from the bound: of a rule about counts those
        /// that match, of one about time those that match for too long.
        public var peak: Int
        /// The first time of that number.
        public var peakAt: Timestamp
        /// The vehicles at that time, at most ``maxVehicles``; none if there are too few.
        public var vehicles: [VehicleNumber]

        /// The maximum number of vehicles that are listed.
        public static let maxVehicles = 1000
    }

    /// The share of the observed time in which the rule was kept; `nil` if nothing was observed.
    public var compliance: Double? {
        observed > 0 ? Double(compliant) / Double(observed) : nil
    }
}

extension PolicyRule {
    /// The milliseconds after which a vehicle has matched a rule about time for too long.
    var longestTime: Int64? {
        guard case .time(let unit) = measure, let maximum, maximum >= 0 else { return nil }
        let (product, isTooLong) = maximum.multipliedReportingOverflow(by: unit)
        return isTooLong ? PolicyReplay.maxTime : min(product, PolicyReplay.maxTime)
    }

    /// Returns whether the areas of all its geographies are known.
    package func hasAll(_ geographies: [String: [ZoneArea]]) -> Bool {
        self.geographies.allSatisfy { geographies[$0] != nil }
    }

    /// Returns why a history cannot show whether the rule is kept, or only in part.
    func reason(
        _ geographies: [String: [ZoneArea]], _ evidence: TripEvidence
    ) -> PolicyFinding.Reason? {
        let hasBound: Bool
        switch measure {
        case .other: return .type
        case .count: hasBound = minimum ?? 0 > 0 || !includesMinimum || maximum != nil
        case .time: hasBound = longestTime != nil
        }
        guard hasBound else { return .noBound }
        guard hasAll(geographies) else { return .geography }
        switch evidence {
        case .state: break
        case .absence, .rotation:
            if covers(.onTrip) || covers(.stopped) { return .tripsNotInFeed }
            if case .time = measure, evidence == .rotation { return .rotatingIDs }
        case .table:
            if case .time = measure { return .noMovement }
        }
        return namesEvents ? .events : nil
    }
}
