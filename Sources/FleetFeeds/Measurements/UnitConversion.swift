import FleetCore

/// Conversion from the unit of a feed to the unit of a quantity.
struct UnitConversion {
    private static let maxNameLength = 40

    private var offset = 0.0
    private var factor = 1.0

    /// Parses the name of a unit; uses the quantity's own unit if there is none, and returns `nil`
    /// for an unknown one.
    init?(_ name: String?, of quantity: Quantity) {
        guard let name, !name.isEmpty else { return }
        guard name.utf8.count <= Self.maxNameLength else { return nil }
        let normalizedName = name.lowercased().filter { $0.isLetter || $0 == "/" || $0 == "%" }
        guard let unit = Self.unit(normalizedName, of: quantity) else { return nil }
        self = unit
    }

    private static func unit(_ name: String, of quantity: Quantity) -> UnitConversion? {
        switch quantity {
        case .temperature: temperature(name)
        case .speed: speed(name)
        case .humidity, .battery, .smoke: percentage(name)
        case .noiseLevel:
            ["db", "dba", "decibel", "decibels"].contains(name) ? UnitConversion(factor: 1) : nil
        case .connectivity: name == "dbm" ? UnitConversion(factor: 1) : nil
        case .tippedOver: nil
        }
    }

    /// Converts a number to the quantity's unit; rounds a converted number to six decimals.
    func converted(_ number: Double) -> Double {
        guard offset != 0 || factor != 1 else { return number }
        let converted = (number - offset) * factor
        return converted.magnitude < 1e9 ? (converted * 1e6).rounded() / 1e6 : converted
    }

    private init(offset: Double = 0, factor: Double) {
        (self.offset, self.factor) = (offset, factor)
    }

    private static func temperature(_ name: String) -> UnitConversion? {
        switch name {
        case "c", "celsius", "degc", "degreescelsius", "degreecelsius": UnitConversion(factor: 1)
        case "f", "fahrenheit", "degf", "degreesfahrenheit", "degreefahrenheit":
            UnitConversion(offset: 32, factor: 5 / 9)
        case "k", "kelvin": UnitConversion(offset: 273.15, factor: 1)
        default: nil
        }
    }

    private static func speed(_ name: String) -> UnitConversion? {
        switch name {
        case "m/s", "mps", "meterspersecond", "metrespersecond": UnitConversion(factor: 1)
        case "km/h", "kmh", "kph", "kilometersperhour", "kilometresperhour":
            UnitConversion(factor: 1 / 3.6)
        case "mph", "milesperhour": UnitConversion(factor: 0.44704)
        default: nil
        }
    }

    private static func percentage(_ name: String) -> UnitConversion? {
        switch name {
        case "%", "percent", "percentage", "%rh", "rh", "%/m", "percentpermeter",
            "percentpermetre":
            UnitConversion(factor: 1)
        case "fraction", "ratio", "share": UnitConversion(factor: 100)
        default: nil
        }
    }
}
