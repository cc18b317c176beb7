import FleetCore
import JSON

extension Measurement.Value {
    /// Reads what a feed gives as the value of a quantity; `nil` if it makes no sense as that.
    init?(lenient value: JSONValue?, of quantity: Quantity, unit: String? = nil) {
        if let holds = Self.condition(value, of: quantity, unit: unit) {
            self = .condition(holds)
            return
        }
        guard quantity != .tippedOver, let number = Self.number(value, of: quantity, unit: unit),
            quantity.possibleValues.contains(number)
        else { return nil }
        self = .number(number)
    }

    /// A truth value, or what stands for one where no number of the quantity would.
    private static func condition(
        _ value: JSONValue?, of quantity: Quantity, unit: String?
    ) -> Bool? {
        guard quantity.mayBeCondition else { return nil }
        if let holds = value?.bool { return holds }
        if let number = Double(lenient: value) {
            let isUnitless = quantity == .tippedOver || quantity == .connectivity
            let isCondition = unit == nil ? isUnitless : unit?.lowercased() == "boolean"
            guard isCondition, number == 0 || number == 1 else { return nil }
            return number == 1
        }
        return value?.string.flatMap(condition)
    }

    private static func condition(_ word: String) -> Bool? {
        guard word.utf8.count <= 16 else { return nil }
        return switch word.lowercased() {
        case "true", "yes", "t", "y", "on", "online", "connected", "detected": true
        case "false", "no", "f", "n", "off", "offline", "disconnected", "none": false
        default: nil
        }
    }

    private static func number(
        _ value: JSONValue?, of quantity: Quantity, unit name: String?
    ) -> Double? {
        if quantity == .battery, name == nil {
            return Charge(value)?.percentOrFraction.map { ($0 * 1e8).rounded() / 1e6 }
        }
        guard let unit = MeasuredUnit(name, of: quantity), let number = Double(lenient: value)
        else {
            return nil
        }
        let converted = unit.converted(number)
        return converted.isFinite ? converted : nil
    }
}
