/// A geofencing zone of a system (GBFS 2.1 and later, `geofencing_zones.json`).
public struct Zone: Equatable, Sendable {
    /// The name (`name`); its number in the document if it has none.
    public var name: String
    /// Its area: a point in any of the polygons is in the zone.
    public var area: ZoneArea
    /// The time from which the zone applies (`start`).
    public var start: Timestamp?
    /// The time until which the zone applies (`end`).
    public var end: Timestamp?
    /// The rules in the zone (`rules`), those that take precedence first.
    public var rules: [ZoneRule] = []

    /// Creates a zone that applies at all times.
    public init(name: String, area: ZoneArea) {
        self.name = name
        self.area = area
    }

    /// Returns whether the zone applies at a time.
    public func applies(at time: Timestamp) -> Bool {
        time.isBetween(start, end)
    }

    /// The strictest restriction that holds in the zone for some type.
    public var restriction: ZoneRule.Restriction {
        // Those after a rule for all types never hold.
        let last = rules.firstIndex(where: \.typeIDs.isEmpty) ?? rules.count - 1
        let all = rules.prefix(last + 1).map(\.restriction)
        return ZoneRule.Restriction.allCases.first(where: all.contains) ?? .none
    }

    /// Its rules in words, such as `no parking for bike`, safe for a terminal.
    public var ruleText: String { Self.text(of: rules) }

    /// Returns rules in words, safe for a terminal.
    public static func text(of rules: [ZoneRule]) -> String {
        guard !rules.isEmpty else { return ZoneRule().text }
        return rules.prefix(maxTexts).map { rule in
            guard !rule.typeIDs.isEmpty else { return rule.text }
            let types = rule.typeIDs.prefix(maxTexts).map { TerminalText.limited($0) }
            return localized("\(rule.text) for \(types.joined(separator: ", "))")
        }.joined(separator: "; ")
    }

    /// Maximum number of rules, and of types of each, that people are shown.
    private static let maxTexts = 20

    /// Returns whether a position is in the zone; for many positions use a ``ZoneIndex``.
    public func contains(_ position: Position) -> Bool {
        area.contains(position)
    }
}

/// The zones of a system with the rules outside of them.
public struct ZoneMap: Equatable, Sendable {
    /// The zones in the order of their precedence: where two overlap, the earlier one holds (GBFS,
    /// `geofencing_zones.json`, field `rules`).
    public var zones: [Zone]
    /// The rules where no zone has one (GBFS 3.0 and later, `global_rules`).
    public var globalRules: [ZoneRule]

    /// Creates a map.
    public init(zones: [Zone] = [], globalRules: [ZoneRule] = []) {
        (self.zones, self.globalRules) = (zones, globalRules)
    }

    /// Returns the rules for a vehicle type at a position: first the one that holds, then those
    /// that it takes precedence over.
    ///
    /// A rule holds for the types that it names, or for all. Zones hold in their order while they
    /// apply, the rules of each in theirs, and the global rules after all of them.
    public func rules(
        at position: Position, forType typeID: String?, at time: Timestamp
    ) -> [AppliedRule] {
        rules(in: zones(at: position, time), forType: typeID)
    }

    /// Returns the zones that contain a position and apply at a time, in their order.
    func zones(at position: Position, _ time: Timestamp) -> [Zone] {
        zones.filter { $0.applies(at: time) && $0.contains(position) }
    }

    /// Returns the rules of some zones, and those outside of them, for a vehicle type.
    func rules(in zones: [Zone], forType typeID: String?) -> [AppliedRule] {
        let all =
            zones.flatMap { zone in zone.rules.map { AppliedRule(zone: zone.name, rule: $0) } }
            + globalRules.map { AppliedRule(zone: nil, rule: $0) }
        return all.filter { $0.rule.applies(toType: typeID) }
    }
}
