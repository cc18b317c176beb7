/// What a sensor of a site or of a vehicle measures.
///
/// The names are those of MDS 2.0 (Data Types, Telemetry) where it has them: `battery_percent`, `speed`,
/// `tipped_over`; others are plain words.
public enum Quantity: String, CaseIterable, Sendable, Codable {
    /// Degrees Celsius.
    case temperature
    /// How loud it is, A-weighted: dB(A).
    case noiseLevel = "noise_level"
    /// How much light smoke takes away on a metre, in percent; or whether there is any.
    case smoke
    /// Relative humidity, percent.
    case humidity
    /// The strength of the received signal in dBm; or whether there is a connection.
    case connectivity
    /// How full a battery is, percent.
    case battery = "battery_percent"
    /// Metres a second (MDS: `speed`).
    case speed
    /// Whether the vehicle has fallen over (MDS: `tipped_over`).
    case tippedOver = "tipped_over"

    /// The unit of its numbers, as machines write it; `nil` for a condition.
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

    /// The unit as people write it, empty for a condition.
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
    public var words: String {
        self == .battery ? "battery" : rawValue.replacing("_", with: " ")
    }
}
