/// A quantity measured by a sensor of a site or a vehicle.
///
/// `battery_percent`, `speed` and `tipped_over` are the names in MDS 2.0 (Data Types, Telemetry),
/// which has no names for the others.
public enum Quantity: String, CaseIterable, Sendable, Codable {
    /// Temperature in degrees Celsius.
    case temperature
    /// A-weighted sound level in dB(A).
    case noiseLevel = "noise_level"
    /// Smoke obscuration in percent per metre; or whether there is smoke.
    case smoke
    /// Relative humidity in percent.
    case humidity
    /// Received signal strength in dBm; or whether there is a connection.
    case connectivity
    /// Battery charge in percent (MDS: `battery_percent`).
    case battery = "battery_percent"
    /// Speed in metres per second (MDS: `speed`).
    case speed
    /// Whether the vehicle has fallen over (MDS: `tipped_over`).
    case tippedOver = "tipped_over"

    /// The unit in JSON and CSV; `nil` for a condition.
    public var unit: String? {
        switch self {
        case .temperature: "celsius"
        case .noiseLevel: "dBA"
        case .smoke: "percent_per_meter"
        case .humidity, .battery: "percent"
        case .connectivity: "dBm"
        case .speed: "meters_per_second"
        case .tippedOver: nil
        }
    }

    /// The unit symbol for people; empty for a condition.
    public var symbol: String {
        switch self {
        case .temperature: "°C"
        case .noiseLevel: "dB(A)"
        case .smoke: "%/m"
        case .humidity, .battery: "%"
        case .connectivity: "dBm"
        case .speed: "m/s"
        case .tippedOver: ""
        }
    }

    /// The name for people, such as `noise level`.
    public var label: String { label(in: .current) }

    /// Returns the name for people in a language.
    func label(in language: Language) -> String { language.word(englishLabel) }

    /// The name for people in English.
    var englishLabel: String {
        self == .battery ? "battery" : rawValue.replacing("_", with: " ")
    }
}
