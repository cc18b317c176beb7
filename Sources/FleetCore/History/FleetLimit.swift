public import Foundation

/// A limit of a permit for the vehicles of one or several sources, from a day on.
public struct FleetLimit: Equatable, Sendable {
    /// The name; versions of a limit share it.
    public var name: String
    /// The indicator, its maximum, and the coverage that a day needs.
    public var rule: LimitRule
    /// The UUIDs of the sources, whose vehicles are added.
    public var sources: Set<UUID>
    /// The type of the counted vehicles, by the ID or name that each source has; `nil` for all.
    public var type: String?
    /// Where vehicles count.
    public var scope: AreaScope
    /// The first day, in the zone of the first source.
    public var firstDay: LocalDay
    /// The last day, included; `nil` for no end.
    public var lastDay: LocalDay?

    /// Creates a limit without an end for vehicles of all types.
    public init(
        name: String, _ rule: LimitRule, of sources: Set<UUID>, scope: AreaScope = .everywhere,
        from firstDay: LocalDay
    ) {
        (self.name, self.rule, self.sources) = (name, rule, sources)
        (self.scope, self.firstDay) = (scope, firstDay)
    }

    /// The sources in the order in which their zone is looked for.
    public var orderedSources: [UUID] { sources.sorted { $0.uuidString < $1.uuidString } }

    /// The rule for people, such as `vehicles in the public space: at most 100`.
    public var ruleText: String {
        localized("\(rule.indicator.label): at most \(rule.maximum)")
    }

    /// The name of the zone or area; `nil` for everywhere.
    public var scopeName: String? {
        switch scope {
        case .everywhere: nil
        case .zone(let name), .area(let name, _): name
        }
    }
}
