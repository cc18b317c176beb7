/// The charge of a vehicle's battery, or the level of its tank.
public struct Battery: Hashable, Sendable {
    /// The charge in percent, 0 to 100.
    public let percent: Double
    /// Whether it is estimated from the range and the type's maximum range instead of given in the
    /// feed.
    public let isEstimated: Bool

    /// Creates a charge, clamped to 0…100; returns `nil` for NaN.
    public init?(percent: Double, isEstimated: Bool = false) {
        guard !percent.isNaN else { return nil }
        self.percent = min(max(percent, 0), 100)
        self.isEstimated = isEstimated
    }
}
