/// A group of entries that need attention.
public enum AttentionGroup: String, CaseIterable, Sendable, Codable {
    /// Failing and stale sources.
    case source
    /// What the check of a feed finds wrong over time.
    case feed
    /// Vehicles with a sensor in alarm.
    case alarm
    /// Sites with a sensor in alarm.
    case siteAlarm = "site_alarm"
    /// Vehicles that are not in use and have a low battery.
    case battery
    /// Vehicles that have not reported or not moved for a long time.
    case idle
    /// Open tasks that are due.
    case task

    /// The groups of vehicles.
    public static let ofVehicles: [AttentionGroup] = [.alarm, .battery, .idle]

    /// The groups whose entries can be snoozed; the due time of a task can be changed instead, and
    /// the rule of a finding silenced.
    public static let snoozable: [AttentionGroup] = [.source, .alarm, .siteAlarm, .battery, .idle]

    /// The title for people.
    public var title: String {
        switch self {
        case .source: localized("Sources")
        case .feed: localized("Feed quality")
        case .alarm: localized("Vehicle alarms")
        case .siteAlarm: localized("Site alarms")
        case .battery: localized("Low batteries")
        case .idle: localized("Idle vehicles")
        case .task: localized("Tasks due")
        }
    }
}

/// Bounds for the entries that need attention: settings of a source.
///
/// A bound that is `nil` counts nothing.
public struct AttentionRules: Equatable, Sendable {
    /// The highest charge in percent that is low.
    public var lowBattery: Double? = 20
    /// The time without a report or a move after which a vehicle is idle.
    public var idle: Duration? = .seconds(172_800)
    /// Whether the alarms of sensors count.
    public var alarms = true
    /// The time without a change after which a source is stale.
    public var standstill: Duration? = .seconds(900)

    /// Creates the default rules.
    public init() {}

    /// Returns the filter that selects the vehicles of a group, in the form of an address; `nil` if
    /// none count.
    ///
    /// Vehicles in use and those outside the public space do not count as low batteries.
    public func filter(of group: AttentionGroup) -> FilterInput? {
        var input = FilterInput()
        switch group {
        case .alarm:
            guard alarms else { return nil }
            input[.alarm] = FilterInput.anyAlarm
        case .battery:
            guard let lowBattery else { return nil }
            input[.maxBattery] = QuantityText.text(ofPercent: lowBattery)
            input[all: .state] = VehicleState.allCases
                .filter { !$0.isInUse && $0.isInPublicSpace }.map(\.rawValue)
        case .idle:
            guard let idle else { return nil }
            input[.idle] = QuantityText.text(of: idle)
        case .source, .feed, .siteAlarm, .task: return nil
        }
        return input
    }

    /// Returns the bound of a group in words, such as `at most 20%`; `nil` if nothing counts.
    public func bound(of group: AttentionGroup) -> String? {
        switch group {
        case .source: standstill.map { localized("no change for \(Self.text(of: $0))") }
        case .feed: localized("errors, and what goes wrong over time")
        case .alarm, .siteAlarm: alarms ? localized("a sensor in alarm") : nil
        case .battery: lowBattery.map { localized("at most \(ShortText.percent($0))") }
        case .idle: idle.map { localized("for \(Self.text(of: $0))") }
        case .task: localized("due time passed")
        }
    }

    /// Returns a duration; in English as people type it.
    private static func text(of duration: Duration) -> String {
        Language.current.isSource
            ? QuantityText.text(of: duration) : ShortText.duration(duration)
    }
}

extension QuantityText {
    /// Returns a duration in its largest whole unit, as ``seconds(_:)`` parses it.
    public static func text(of duration: Duration) -> String {
        let seconds = duration.milliseconds / 1000
        let units: [(Int64, String)] = [(86_400, "d"), (3600, "h"), (60, "m")]
        guard let unit = units.first(where: { seconds >= $0.0 && seconds % $0.0 == 0 }) else {
            return "\(seconds)s"
        }
        return "\(seconds / unit.0)\(unit.1)"
    }

    /// Returns a percentage without a sign, as ``percent(_:)`` parses it.
    public static func text(ofPercent percent: Double) -> String {
        percent == percent.rounded() ? "\(Int(percent))" : "\(percent)"
    }
}
