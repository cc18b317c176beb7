import FleetCore

/// What turns a number in the unit of a feed into one in the unit of its quantity.
struct MeasuredUnit {
    private static let longestName = 40

    private var zero = 0.0
    private var factor = 1.0

    /// Reads the name of a unit; without one it is the quantity's own, and `nil` for one not known.
    init?(_ name: String?, of quantity: Quantity) {
        guard let name, !name.isEmpty else { return }
        guard name.utf8.count <= Self.longestName else { return nil }
        let plain = name.lowercased().filter { $0.isLetter || $0 == "/" || $0 == "%" }
        guard let unit = Self.unit(plain, of: quantity) else { return nil }
        self = unit
    }

    private static func unit(_ name: String, of quantity: Quantity) -> MeasuredUnit? {
        switch quantity {
        case .temperature: temperature(name)
        case .speed: speed(name)
        case .humidity, .battery, .smoke: share(name)
        case .noiseLevel:
            ["db", "dba", "decibel", "decibels"].contains(name) ? MeasuredUnit(factor: 1) : nil
        case .connectivity: name == "dbm" ? MeasuredUnit(factor: 1) : nil
        case .tippedOver: nil
        }
    }

    /// A number in the quantity's unit, to a millionth if it had to be converted.
    func converted(_ number: Double) -> Double {
        guard zero != 0 || factor != 1 else { return number }
        let converted = (number - zero) * factor
        return converted.magnitude < 1e9 ? (converted * 1e6).rounded() / 1e6 : converted
    }

    private init(zero: Double = 0, factor: Double) {
        (self.zero, self.factor) = (zero, factor)
    }

    private static func temperature(_ name: String) -> MeasuredUnit? {
        switch name {
        case "c", "celsius", "degc", "degreescelsius", "degreecelsius": MeasuredUnit(factor: 1)
        case "f", "fahrenheit", "degf", "degreesfahrenheit", "degreefahrenheit":
            MeasuredUnit(zero: 32, factor: 5 / 9)
        case "k", "kelvin": MeasuredUnit(zero: 273.15, factor: 1)
        default: nil
        }
    }

    private static func speed(_ name: String) -> MeasuredUnit? {
        switch name {
        case "m/s", "mps", "meterspersecond", "metrespersecond": MeasuredUnit(factor: 1)
        case "km/h", "kmh", "kph", "kilometersperhour", "kilometresperhour":
            MeasuredUnit(factor: 1 / 3.6)
        case "mph", "milesperhour": MeasuredUnit(factor: 0.44704)
        default: nil
        }
    }

    private static func share(_ name: String) -> MeasuredUnit? {
        switch name {
        case "%", "percent", "percentage", "%rh", "rh", "%/m", "percentpermeter",
            "percentpermetre":
            MeasuredUnit(factor: 1)
        case "fraction", "ratio", "share": MeasuredUnit(factor: 100)
        default: nil
        }
    }
}
