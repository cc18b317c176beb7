public import FleetCore
import JSON

/// Documents of the Policy API and the Geography API (MDS 2.0; 1.x had both under `data`).
///
/// A document has `policies`, `geographies` or both. What cannot be read is left out, with a
/// warning: a rule whose bound is not understood must not look as if it were kept.
public struct PolicyDocument: Sendable {
    /// What the document has.
    public private(set) var set = PolicySet()
    /// Whether it has a list of policies.
    public private(set) var hasPolicies = false
    /// Whether it has a list of geographies.
    public private(set) var hasGeographies = false
    /// What was left out, for the user.
    public private(set) var warnings: [String] = []

    /// Maximum size of a document in bytes.
    public static let maxBytes: Int64 = 64 << 20
    private static let (maxNodes, maxDepth) = (4_000_000, 16)
    /// Maximum number of policies, of all their rules, and of points of geographies.
    private static let (maxPolicies, maxRules, maxPoints) = (1000, 2000, 1_000_000)

    /// Parses a document.
    ///
    /// - Throws: A failure at `location`; `noList` without policies and geographies.
    public init(_ bytes: consuming [UInt8], at location: String) throws(FeedFailure) {
        let document = JSONDocument(bytes)
        let tree: JSONValue
        do throws(JSONError) {
            tree = try document.value(maxNodes: Self.maxNodes, maxDepth: Self.maxDepth)
        } catch {
            throw FeedFailure(document.reason(for: error), at: location)
        }
        guard tree.object != nil else {
            throw FeedFailure(document.reason(for: .syntax("not an object")), at: location)
        }
        let root = tree["data"].flatMap { $0.object == nil ? nil : $0 } ?? tree
        let (policies, geographies) = (root["policies"]?.array, root["geographies"]?.array)
        guard policies != nil || geographies != nil else {
            throw FeedFailure(.content(.noList(of: "policies")), at: location)
        }
        (hasPolicies, hasGeographies) = (policies != nil, geographies != nil)
        read(policies ?? [])
        read(geographies: geographies ?? [])
    }

    /// Adds the geographies of another document.
    public mutating func add(geographiesOf other: PolicyDocument) {
        set.geographies.merge(other.set.geographies) { own, _ in own }
        hasGeographies = hasGeographies || other.hasGeographies
        warnings += other.warnings
    }

    mutating func add(warning: String) { warnings.append(warning) }

    private mutating func read(_ policies: [JSONValue]) {
        var skipped = max(0, policies.count - Self.maxPolicies)
        var rulesLeft = Self.maxRules
        for policy in policies.prefix(Self.maxPolicies) {
            guard let policy = MobilityPolicy(policy, maxRules: rulesLeft) else {
                skipped += 1
                continue
            }
            rulesLeft -= policy.rules.count
            set.policies.append(policy)
        }
        if skipped > 0 {
            warnings.append("\(skipped) policies that cannot be read are left out")
        }
    }

    private mutating func read(geographies: [JSONValue]) {
        var reader = ZoneReader(maxPoints: Self.maxPoints)
        var skipped = 0
        for geography in geographies {
            // Lists of 1.2 nest each under its version.
            let geography = geography["geography"] ?? geography
            guard let id = String(lenient: geography["geography_id"]),
                let geometry = geography["geography_json"]
            else {
                skipped += 1
                continue
            }
            let areas = reader.areas(geoJSON: geometry)
            if areas.isEmpty { skipped += 1 } else { set.geographies[id] = areas }
        }
        if skipped > 0 {
            warnings.append("\(skipped) geographies without a readable area are left out")
        }
    }
}

extension MobilityPolicy {
    /// Reads a policy; returns `nil` without an ID, a start or a list of rules.
    fileprivate init?(_ policy: JSONValue, maxRules: Int) {
        guard let id = String(lenient: policy["policy_id"]),
            let start = Timestamp(lenient: policy["start_date"]),
            let rules = policy["rules"]?.array, rules.count <= maxRules
        else { return nil }
        self.init(
            id: id, name: String(lenient: policy["name"]) ?? id, start: start,
            rules: rules.map(PolicyRule.init))
        end = Timestamp(lenient: policy["end_date"])
        providers = policy["provider_ids"].texts
        previous = policy["prev_policies"].texts
    }
}

extension PolicyRule {
    /// The largest bound that is read.
    private static let maxBound = 1e12

    /// Reads a rule; one whose fields are not understood is of another type, so that nothing is said
    /// of it.
    fileprivate init(_ rule: JSONValue) {
        let type = String(lenient: rule["rule_type"]) ?? "unknown"
        let unit = String(lenient: rule["rule_units"])
        let id = String(lenient: rule["rule_id"]) ?? ""
        self.init(
            id: id, name: String(lenient: rule["name"]) ?? id,
            measure: Measure(type: type, unit: unit), geographies: rule["geographies"].texts)
        var isUnderstood = true
        func bound(_ name: String) -> Int64? {
            guard let value = rule[name], value != .null else { return nil }
            guard let number = Double(lenient: value), (0...Self.maxBound).contains(number) else {
                isUnderstood = false
                return nil
            }
            return Int64(number)
        }
        (minimum, maximum) = (bound("minimum"), bound("maximum"))
        includesMinimum = Bool(lenient: rule["inclusive_minimum"]) ?? true
        includesMaximum = Bool(lenient: rule["inclusive_maximum"]) ?? true
        vehicleTypes = rule["vehicle_types"].texts
        propulsionTypes = rule["propulsion_types"].texts
        if let (states, hasEvents) = rule.states {
            (self.states, namesEvents) = (states, hasEvents)
            isUnderstood = isUnderstood && !states.isEmpty
        }
        if let hours = PolicyHours(rule) { self.hours = hours } else { isUnderstood = false }
        if !isUnderstood { measure = .other(type) }
    }
}

extension PolicyRule.Measure {
    /// Milliseconds of the units of time ("Rule Units").
    private static let units: [String: Int64] = [
        "seconds": 1000, "minutes": 60_000, "hours": 3_600_000, "days": 86_400_000,
    ]

    fileprivate init(type: String, unit: String?) {
        switch type {
        case "count": self = .count
        case "time":
            // 1.x has minutes if it names no unit.
            self = Self.units[unit ?? "minutes"].map { .time(unit: $0) } ?? .other(type)
        default: self = .other(type)
        }
    }
}

extension PolicyHours {
    /// Reads the days and times of a rule; returns `nil` if one of them is not understood.
    fileprivate init?(_ rule: JSONValue) {
        self.init()
        if let names = rule["days"]?.array, !names.isEmpty {
            let numbers = names.compactMap { name in
                name.string.flatMap { Self.dayNames.firstIndex(of: ASCIICase.lowercased($0)) }
            }
            guard numbers.count == names.count else { return nil }
            days = Set(numbers)
        }
        guard let start = Self.second(rule["start_time"], default: 0),
            let last = Self.second(rule["end_time"], default: 86_399)
        else { return nil }
        // The last second of a day is in effect, as the default has it.
        (self.start, end) = (start, last == 86_399 ? 86_400 : last)
    }

    private static func second(_ value: JSONValue?, default second: Int) -> Int? {
        guard let value, value != .null else { return second }
        let parts = value.string?.split(separator: ":", omittingEmptySubsequences: false)
        guard let parts, (2...3).contains(parts.count) else { return nil }
        let numbers = parts.compactMap { part in
            (1...2).contains(part.utf8.count) ? UInt8(part).map(Int.init) : nil
        }
        guard numbers.count == parts.count, numbers[0] < 24,
            numbers.dropFirst().allSatisfy({ $0 < 60 })
        else { return nil }
        return numbers[0] * 3600 + numbers[1] * 60 + (numbers.count == 3 ? numbers[2] : 0)
    }
}

extension JSONValue {
    /// The states of a rule, with whether any of them names events; `nil` for all.
    fileprivate var states: (Set<VehicleState>, hasEvents: Bool)? {
        // 1.x calls them `statuses`.
        guard let members = (self["states"] ?? self["statuses"])?.object?.members,
            !members.isEmpty
        else { return nil }
        let states = members.compactMap { MDS.state($0.key) }
        let hasEvents = members.contains { !($0.value.array ?? []).isEmpty }
        return (states.count == members.count ? Set(states) : [], hasEvents)
    }
}

extension JSONValue? {
    /// The texts of an array; none if it is none.
    fileprivate var texts: [String] { self?.array?.compactMap(String.init(lenient:)) ?? [] }
}

extension ZoneReader {
    /// Returns the areas of GeoJSON: of a collection of features, a feature or a geometry.
    fileprivate mutating func areas(geoJSON: JSONValue) -> [ZoneArea] {
        if let features = geoJSON["features"]?.array {
            return features.flatMap { areas(geoJSON: $0) }
        }
        let geometry = geoJSON["geometry"] ?? geoJSON
        guard let coordinates = geometry["coordinates"] else { return [] }
        let polygons = polygons(of: coordinates, type: geometry["type"]?.string)
        return [ZoneArea(polygons)].compactMap(\.self)
    }
}
