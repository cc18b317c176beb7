import FleetCore

extension Quantity {
    private static let longestName = 40

    /// Reads a name as feeds write it: `noise_level`, `noiseLevel` and `Noise level` are one.
    init?(lenient name: String) {
        guard name.utf8.count <= Self.longestName else { return nil }
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

    /// The values that make sense.
    var possibleValues: ClosedRange<Double> {
        let greatest = Double.greatestFiniteMagnitude
        return switch self {
        case .temperature: -273.15...greatest
        case .speed, .smoke: 0...greatest
        case .humidity, .battery: 0...100
        case .noiseLevel, .connectivity: -greatest...greatest
        case .tippedOver: 0...1
        }
    }

    /// Whether it may be a condition that holds or does not.
    var mayBeCondition: Bool {
        switch self {
        case .smoke, .connectivity, .tippedOver: true
        case .temperature, .noiseLevel, .humidity, .battery, .speed: false
        }
    }

    /// Whether a threshold that is one number is the least normal value, not the greatest.
    var isLowAlarming: Bool { self == .battery || self == .connectivity }
}
