/// The range within which a measured value is normal; an end that is `nil` is open.
public struct Threshold: Equatable, Sendable, Codable {
    /// The least value that is normal.
    public var minimum: Double?
    /// The greatest value that is normal.
    public var maximum: Double?

    /// Creates a range; `nil` if both ends are open.
    public init?(minimum: Double? = nil, maximum: Double? = nil) {
        guard minimum != nil || maximum != nil else { return nil }
        self.minimum = minimum
        self.maximum = maximum
    }

    /// Whether a value is normal; both ends are.
    public func contains(_ value: Double) -> Bool {
        value >= minimum ?? -.infinity && value <= maximum ?? .infinity
    }
}

extension Quantity {
    /// The threshold where a feed gives none.
    ///
    /// A battery is low below 20 %, about as for events, and more than 2 % a metre is smoke. Of the
    /// others, what is normal depends on the place.
    public var usualThreshold: Threshold? {
        switch self {
        case .battery: Threshold(minimum: 20)
        case .smoke: Threshold(maximum: 2)
        case .temperature, .noiseLevel, .humidity, .connectivity, .speed, .tippedOver: nil
        }
    }
}
