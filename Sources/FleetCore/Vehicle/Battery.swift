/// How full a vehicle's battery or tank is.
public struct Battery: Hashable, Sendable {
    /// Percent, 0 to 100.
    public let percent: Double
    /// Whether it was worked out from the range and the type's greatest range, not given by the feed.
    public let isEstimated: Bool

    /// Creates a charge, clamped to 0…100; `nil` if it is not a number.
    public init?(percent: Double, isEstimated: Bool = false) {
        guard !percent.isNaN else { return nil }
        self.percent = min(max(percent, 0), 100)
        self.isEstimated = isEstimated
    }
}
