/// Policies that a public agency publishes, with the geographies that their rules name (MDS 2.0,
/// Policy API and Geography API).
public struct PolicySet: Equatable, Sendable {
    /// The policies, in the order of the document.
    public var policies: [MobilityPolicy]
    /// The areas of the geographies, by their IDs (`geography_id`).
    public var geographies: [String: [ZoneArea]]

    /// Creates a set.
    public init(policies: [MobilityPolicy] = [], geographies: [String: [ZoneArea]] = [:]) {
        (self.policies, self.geographies) = (policies, geographies)
    }

    /// Returns the policies for a provider, or those for all; each ends when one that replaces it
    /// begins (`prev_policies`).
    ///
    /// - Parameter provider: The provider's ID; `nil` for the policies of all providers.
    public func applied(to provider: String?) -> [MobilityPolicy] {
        policies.compactMap { policy in
            guard let provider, !policy.providers.isEmpty else { return ended(policy) }
            let isMeant = policy.providers.contains { ASCIICase.equal($0, provider) }
            return isMeant ? ended(policy) : nil
        }
    }

    private func ended(_ policy: MobilityPolicy) -> MobilityPolicy {
        var policy = policy
        let successors = policies.filter { $0.previous.contains(policy.id) && $0.id != policy.id }
        policy.end = (successors.map(\.start) + [policy.end].compactMap(\.self)).min()
        return policy
    }
}

/// A policy: rules for vehicles at some time (MDS 2.0, Policy, "Policy").
public struct MobilityPolicy: Equatable, Sendable {
    /// The ID (`policy_id`).
    public var id: String
    /// The name.
    public var name: String
    /// The start of its enforcement (`start_date`).
    public var start: Timestamp
    /// The end of its enforcement (`end_date`); `nil` if it is open.
    public var end: Timestamp?
    /// The IDs of the providers that it applies to (`provider_ids`); empty for all.
    public var providers: [String] = []
    /// The IDs of the policies that it replaces (`prev_policies`).
    public var previous: [String] = []
    /// The rules, the most specific first: a vehicle that one matches is not considered by the
    /// next ("Order of Operations").
    public var rules: [PolicyRule]

    /// Creates a policy for all providers, without an end.
    public init(id: String, name: String, start: Timestamp, rules: [PolicyRule]) {
        (self.id, self.name, self.start, self.rules) = (id, name, start, rules)
    }
}

/// A rule of a policy (MDS 2.0, Policy, "Rules").
public struct PolicyRule: Equatable, Sendable {
    /// What is limited (`rule_type`).
    public enum Measure: Equatable, Sendable {
        /// The number of matching vehicles.
        case count
        /// The time for which each vehicle matches without a break, in units of milliseconds.
        case time(unit: Int64)
        /// Something that a history does not show: `speed` and `user`.
        case other(String)

        /// The name of the type.
        public var name: String {
            switch self {
            case .count: "count"
            case .time: "time"
            case .other(let name): name
            }
        }
    }

    /// The ID (`rule_id`).
    public var id: String
    /// The name.
    public var name: String
    /// What is limited.
    public var measure: Measure
    /// The IDs of the geographies.
    public var geographies: [String]
    /// The states of the vehicles; `nil` for all in the public space.
    public var states: Set<VehicleState>?
    /// Whether it names events of states, which a history does not have.
    public var namesEvents = false
    /// The types of the vehicles; empty for all.
    public var vehicleTypes: [String] = []
    /// The propulsion types of the vehicles; empty for all.
    public var propulsionTypes: [String] = []
    /// The smallest value (`minimum`); `nil` without one.
    public var minimum: Int64?
    /// The largest value (`maximum`); `nil` without one.
    public var maximum: Int64?
    /// Whether the smallest value is allowed.
    public var includesMinimum = true
    /// Whether the largest value is allowed.
    public var includesMaximum = true
    /// The times of the week at which it is in effect.
    public var hours = PolicyHours()

    /// Creates a rule without bounds for all vehicles at all times.
    public init(id: String, name: String, measure: Measure, geographies: [String]) {
        (self.id, self.name, self.measure) = (id, name, measure)
        self.geographies = geographies
    }

    /// Returns whether a number is more than the rule allows.
    func isTooHigh(_ number: Int64) -> Bool {
        maximum.map { includesMaximum ? number > $0 : number >= $0 } ?? false
    }

    /// Returns whether a number is less than the rule allows.
    func isTooLow(_ number: Int64) -> Bool {
        minimum.map { includesMinimum ? number < $0 : number <= $0 } ?? false
    }

    /// Returns whether the rule is for vehicles in a state.
    func covers(_ state: VehicleState) -> Bool {
        guard let states else { return state.isInPublicSpace }
        // GBFS has one word for all states in which nobody can rent a vehicle.
        return states.contains(state == .disabled ? .nonOperational : state)
    }

    /// Returns whether the rule is for vehicles with a version's type and propulsion.
    func covers(_ version: PastVersion?) -> Bool {
        let isOfType =
            vehicleTypes.isEmpty
            || version?.vehicle.formFactor.map { form in
                // MDS 1 and GBFS 2 have only `scooter`.
                vehicleTypes.contains { $0 == form || $0 == "scooter" && form.hasPrefix("scooter") }
            } ?? false
        let isOfPropulsion =
            propulsionTypes.isEmpty
            || version?.vehicle.propulsionType.map(propulsionTypes.contains) ?? false
        return isOfType && isOfPropulsion
    }
}

/// The times of the week at which a rule is in effect (`days`, `start_time`, `end_time`).
public struct PolicyHours: Equatable, Sendable {
    /// The days, from 0 for Sunday to 6.
    public var days = Set(0...6)
    /// The start on a day, in seconds after midnight on a clock.
    public var start = 0
    /// The end, in seconds after midnight, exclusive; before the start, it is on the next day.
    public var end = 86_400

    /// Creates all times of the week.
    public init() {}

    /// The names of the days, from Sunday.
    public static let dayNames = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]

    /// Returns the times of a period that are in effect, in their order, without overlaps.
    func times(in period: Range<Timestamp>, of zone: SystemTimeZone) -> [Range<Timestamp>] {
        if days.count == 7, start == 0, end == 86_400 { return [period] }
        var times: [Range<Timestamp>] = []
        var day = LocalDay(at: period.lowerBound, in: zone).advanced(by: -1)
        while day.start(in: zone) < period.upperBound {
            // 1970-01-01 was a Thursday.
            if days.contains((day.number % 7 + 11) % 7) {
                let isOverMidnight = end <= start
                let from = day.time(second: start, in: zone)
                let to = day.advanced(by: isOverMidnight ? 1 : 0).time(second: end, in: zone)
                times.append(from..<max(from, to))
            }
            day = day.advanced(by: 1)
        }
        var joined: [Range<Timestamp>] = []
        for time in times.map({ $0.clamped(to: period) }) where !time.isEmpty {
            if let last = joined.last, last.upperBound >= time.lowerBound {
                joined[joined.count - 1] =
                    last.lowerBound..<max(last.upperBound, time.upperBound)
            } else {
                joined.append(time)
            }
        }
        return joined
    }
}
