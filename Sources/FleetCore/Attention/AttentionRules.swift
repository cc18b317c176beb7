/// A group of entries that need attention.
public enum AttentionGroup: String, CaseIterable, Sendable, Codable {
    /// Reports of finders that nobody has taken.
    case report
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
    public static let ofVehicles = allCases.filter(\.isOfVehicles)

    /// The groups whose entries can be snoozed.
    public static let snoozable = allCases.filter(\.isSnoozable)

    /// Whether its entries are vehicles.
    public var isOfVehicles: Bool {
        switch self {
        case .alarm, .battery, .idle: true
        case .report, .source, .feed, .siteAlarm, .task: false
        }
    }

    /// Whether its entries can be snoozed.
    public var isSnoozable: Bool {
        switch self {
        case .source, .alarm, .siteAlarm, .battery, .idle: true
        // A report is taken, the rule of a finding silenced, and the due time of a task changed.
        case .report, .feed, .task: false
        }
    }

    /// The title for people.
    public var title: String {
        switch self {
        case .report: localized("Reports of finders")
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
    /// When a source that cannot be read raises the alert `feed_stale`.
    public var failing: FailureBound? = FailureBound()

    /// Creates the default rules.
    public init() {}

    /// Returns the rules that apply to a feed: a table neither moves nor has to change.
    public func applying(to feed: FeedDescription?) -> AttentionRules {
        guard feed?.isTable == true else { return self }
        var rules = self
        (rules.idle, rules.standstill) = (nil, nil)
        return rules
    }

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
        case .report, .source, .feed, .siteAlarm, .task: return nil
        }
        return input
    }

    /// Returns the bound of a group in words, such as `at most 20%`; `nil` if nothing counts.
    public func bound(of group: AttentionGroup) -> String? {
        switch group {
        case .report: localized("not taken yet")
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

/// A bound of failures in a row: so many, and for so long.
public struct FailureBound: Equatable, Sendable {
    /// The least number of failures.
    public var count = 3
    /// The least time since the first of them.
    public var duration = Duration.seconds(300)

    /// Creates the default bound: three failures and five minutes.
    public init() {}

    /// Parses `3,5m`, or one of both: `1` is the first failure, and `10m` any number.
    /// - Throws: ``QuantityError`` with the words that follow the name.
    public init(_ text: String) throws(QuantityError) {
        (count, duration) = (1, .zero)
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
            .map { String($0.filter { $0 != " " }) }
        let hasDuration = parts.last?.last?.isLetter == true
        let requirement = localized(
            "must be a number of failures from 1 to 1000, a duration up to 7d, or both, such as 3,5m"
        )
        guard parts.count == 1 || parts.count == 2 && hasDuration else {
            throw QuantityError(requirement: requirement)
        }
        if parts.count == 2 || !hasDuration {
            guard let count = Int(parts[0]), (1...1000).contains(count) else {
                throw QuantityError(requirement: requirement)
            }
            self.count = count
        }
        if hasDuration {
            guard let seconds = try? QuantityText.seconds(parts[parts.count - 1]).rounded(),
                (1...604_800).contains(seconds)
            else { throw QuantityError(requirement: requirement) }
            duration = .seconds(Int64(seconds))
        }
    }

    /// The text that ``init(_:)`` parses.
    public var text: String {
        duration == .zero ? "\(count)" : "\(count)," + QuantityText.text(of: duration)
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
