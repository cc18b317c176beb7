/// The range of normal values; an end that is `nil` is open.
public struct Threshold: Equatable, Sendable, Codable {
    /// The lowest normal value.
    public var minimum: Double?
    /// The highest normal value.
    public var maximum: Double?

    /// Creates a range; returns `nil` if both ends are open.
    public init?(minimum: Double? = nil, maximum: Double? = nil) {
        guard minimum != nil || maximum != nil else { return nil }
        self.minimum = minimum
        self.maximum = maximum
    }

    /// Returns whether a value is normal; both ends are included.
    public func contains(_ value: Double) -> Bool {
        value >= minimum ?? -.infinity && value <= maximum ?? .infinity
    }
}

extension Quantity {
    /// The threshold if the feed has none; `nil` for quantities whose normal range depends on the
    /// site.
    ///
    /// A battery is low below 20 %, similar to battery events, and more than 2 % per metre is
    /// smoke.
    public var defaultThreshold: Threshold? {
        switch self {
        case .battery: Threshold(minimum: 20)
        case .smoke: Threshold(maximum: 2)
        case .temperature, .noiseLevel, .humidity, .connectivity, .speed, .tippedOver: nil
        }
    }
}
