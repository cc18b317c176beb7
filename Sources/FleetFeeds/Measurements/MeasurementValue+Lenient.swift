import FleetCore
import JSON

extension Measurement.Value {
    /// Reads the value of a quantity; returns `nil` if it is not plausible for that quantity.
    init?(lenient value: JSONValue?, of quantity: Quantity, unit: String? = nil) {
        if let state = Self.condition(value, of: quantity, unit: unit) {
            self = .condition(state)
            return
        }
        guard quantity != .tippedOver, let number = Self.number(value, of: quantity, unit: unit),
            quantity.possibleValues.contains(number)
        else { return nil }
        self = .number(number)
    }

    /// Reads a Boolean, or a 0, 1 or word that represents one where a number would not be a value.
    private static func condition(
        _ value: JSONValue?, of quantity: Quantity, unit: String?
    ) -> Bool? {
        guard quantity.canBeCondition else { return nil }
        if let state = value?.bool { return state }
        if let number = Double(lenient: value) {
            let isUnitless = quantity == .tippedOver || quantity == .connectivity
            let isCondition = unit == nil ? isUnitless : unit?.lowercased() == "boolean"
            guard isCondition, number == 0 || number == 1 else { return nil }
            return number == 1
        }
        return value?.string.flatMap(condition)
    }

    private static func condition(_ text: String) -> Bool? {
        guard text.utf8.count <= 16 else { return nil }
        return switch text.lowercased() {
        case "true", "yes", "t", "y", "on", "online", "connected", "detected": true
        case "false", "no", "f", "n", "off", "offline", "disconnected", "none": false
        default: nil
        }
    }

    private static func number(
        _ value: JSONValue?, of quantity: Quantity, unit name: String?
    ) -> Double? {
        if quantity == .battery, name == nil {
            return StateOfCharge(value)?.percentOrFraction.map { ($0 * 1e8).rounded() / 1e6 }
        }
        guard let unit = UnitConversion(name, of: quantity), let number = Double(lenient: value)
        else {
            return nil
        }
        let converted = unit.converted(number)
        return converted.isFinite ? converted : nil
    }
}
