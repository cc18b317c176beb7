/// A filter for the vehicles whose location has a rule with any of some restrictions.
///
/// The restrictions select nothing until ``resolved(in:at:)`` adds the zones of the source.
public struct RuleFilter: Equatable, Sendable {
    /// The restrictions; a vehicle matches if any of them holds where it is.
    public let restrictions: Set<ZoneRule.Restriction>
    private let rules: ZoneRuleIndex?

    /// Creates a filter.
    public init(_ restrictions: Set<ZoneRule.Restriction>) {
        self.init(restrictions, nil)
    }

    private init(_ restrictions: Set<ZoneRule.Restriction>, _ rules: ZoneRuleIndex?) {
        (self.restrictions, self.rules) = (restrictions, rules)
    }

    /// The names of the restrictions, the strictest first.
    public var names: [String] { sorted.map(\.word) }

    /// The restrictions, the strictest first.
    var sorted: [ZoneRule.Restriction] {
        ZoneRule.Restriction.allCases.filter(restrictions.contains)
    }

    /// Returns the filter with the zones that apply at a time, at any if it is unknown.
    public func resolved(in map: ZoneMap?, at time: Timestamp?) -> RuleFilter {
        RuleFilter(restrictions, map.map { ZoneRuleIndex($0, at: time) })
    }

    /// Returns whether the rule for a type at a position has one of the restrictions.
    package func contains(_ position: Position?, ofType typeID: String?) -> Bool {
        guard let position, let rule = rules?.rule(at: position, forType: typeID) else {
            return false
        }
        return !restrictions.isDisjoint(with: rule.restrictions)
    }

    /// Returns whether two filters select the same.
    public static func == (left: RuleFilter, right: RuleFilter) -> Bool {
        left.restrictions == right.restrictions && left.rules?.map == right.rules?.map
    }
}

/// The rules of a system, asked for many positions.
public struct ZoneRuleIndex: Sendable {
    /// The zones that apply, and the global rules.
    fileprivate let map: ZoneMap
    private let index: ZoneIndex

    /// Creates the index of the zones of a map that apply at a time, at any if it is unknown.
    public init(_ map: ZoneMap, at time: Timestamp?) {
        var map = map
        if let time { map.zones.removeAll { !$0.applies(at: time) } }
        self.map = map
        index = ZoneIndex(map.zones.map(\.area))
    }

    /// Returns the rule that holds for vehicles of a type at a position: that of the first zone
    /// with one for the type, or else a global one.
    func rule(at position: Position, forType typeID: String?) -> ZoneRule? {
        for zone in index.areas(at: position).map({ map.zones[$0] }) {
            if let rule = zone.rules.first(where: { $0.applies(toType: typeID) }) { return rule }
        }
        return map.globalRules.first { $0.applies(toType: typeID) }
    }

    /// Returns the name of the strictest restriction that holds for a vehicle, `unknown` if it has
    /// no position.
    func name(at position: Position?, forType typeID: String?) -> String {
        guard let position else { return "unknown" }
        return (rule(at: position, forType: typeID)?.restriction ?? .none).word
    }
}
