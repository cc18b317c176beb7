/// A bound of ``AttentionRules`` by its name, with a value that people type.
public enum AttentionBound: String, CaseIterable, Sendable {
    case lowBattery = "low_battery"
    case idle = "idle_after"
    case alarms
    case standstill = "standing_after"
    case failing = "failing_after"

    /// The value that counts nothing.
    public static let off = "off"

    /// The name of its option on the command line, such as `--low-battery`.
    public var option: String { "--" + String(rawValue.map { $0 == "_" ? "-" : $0 }) }

    /// The group whose number of vehicles it determines; `nil` if it is about no vehicles.
    public var group: AttentionGroup? {
        switch self {
        case .lowBattery: .battery
        case .idle: .idle
        case .alarms: .alarm
        case .standstill, .failing: nil
        }
    }

    /// The value in the text that sets it.
    public func text(in rules: AttentionRules) -> String {
        let text =
            switch self {
            case .lowBattery: rules.lowBattery.map { QuantityText.text(ofPercent: $0) + "%" }
            case .idle: rules.idle.map(QuantityText.text)
            case .alarms: rules.alarms ? "on" : nil
            case .standstill: rules.standstill.map(QuantityText.text)
            case .failing: rules.failing?.text
            }
        return text ?? Self.off
    }

    /// Sets the bound to a typed value.
    /// - Throws: ``QuantityError`` with the words that follow the name.
    public func set(_ text: String, in rules: inout AttentionRules) throws(QuantityError) {
        let isOff = ASCIICase.lowercased(text) == Self.off
        switch self {
        case .lowBattery: rules.lowBattery = isOff ? nil : try QuantityText.percent(text)
        case .idle: rules.idle = isOff ? nil : try Self.duration(text)
        case .standstill: rules.standstill = isOff ? nil : try Self.duration(text)
        case .failing: rules.failing = isOff ? nil : try FailureBound(text)
        case .alarms:
            guard isOff || ASCIICase.lowercased(text) == "on" else {
                throw QuantityError(requirement: localized("must be on or off"))
            }
            rules.alarms = !isOff
        }
    }

    /// Returns a duration of whole seconds, at least a minute and at most a year.
    private static func duration(_ text: String) throws(QuantityError) -> Duration {
        let seconds = try QuantityText.seconds(text).rounded()
        guard (60...31_536_000).contains(seconds) else {
            throw QuantityError(requirement: localized("must be from 1m to 365d, or off"))
        }
        return .seconds(Int64(seconds))
    }
}
