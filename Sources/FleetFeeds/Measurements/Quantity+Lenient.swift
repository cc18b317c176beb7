import FleetCore

extension Quantity {
    private static let maxNameLength = 40

    /// Parses a name in any spelling: `noise_level`, `noiseLevel` and `Noise level` are equal.
    init?(lenient name: String) {
        guard name.utf8.count <= Self.maxNameLength else { return nil }
        switch name.lowercased().filter(\.isLetter) {
        case "temperature", "temp", "airtemperature", "batterytemperature": self = .temperature
        case "noiselevel", "noise", "soundlevel": self = .noiseLevel
        case "smoke", "smokelevel", "smokedensity", "smokedetected": self = .smoke
        case "humidity", "relativehumidity": self = .humidity
        case "connectivity", "signal", "signalstrength", "rssi": self = .connectivity
        case "batterypercent", "battery", "batterylevel": self = .battery
        case "speed": self = .speed
        case "tippedover", "istippedover": self = .tippedOver
        default: return nil
        }
    }

    /// Range of plausible values.
    var possibleValues: ClosedRange<Double> {
        let max = Double.greatestFiniteMagnitude
        return switch self {
        case .temperature: -273.15...max
        case .speed, .smoke: 0...max
        case .humidity, .battery: 0...100
        case .noiseLevel, .connectivity: -max...max
        case .tippedOver: 0...1
        }
    }

    /// Whether a value may be a Boolean condition.
    var canBeCondition: Bool {
        switch self {
        case .smoke, .connectivity, .tippedOver: true
        case .temperature, .noiseLevel, .humidity, .battery, .speed: false
        }
    }

    /// Whether a threshold given as one number is a minimum, not a maximum.
    var alarmsWhenLow: Bool { self == .battery || self == .connectivity }
}
