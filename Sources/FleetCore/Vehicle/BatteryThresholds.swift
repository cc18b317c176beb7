/// The charges at which a battery counts as low and as full, in percent.
public struct BatteryThresholds: Equatable, Sendable {
    /// The maximum charge of a low battery.
    public let low: Double
    /// The minimum charge of a battery that was low and is charged.
    public let full: Double

    /// A battery is low at 20 % or less, and full at 90 % or more.
    public static let `default` = BatteryThresholds(low: 20, full: 90)

    /// Points above `low` at which a battery is no longer low, so that a charge that varies around
    /// the threshold is reported once.
    private static let margin = 5.0

    /// Creates thresholds; `low` is less than `full`.
    public init(low: Double, full: Double) {
        self.low = low
        self.full = full
    }

    /// The charge above which a battery is no longer low.
    var lowEnds: Double { min(low + Self.margin, full) }

    /// Returns the state of a charge as that of a sensor: unknown between the threshold and the end
    /// of the low charge, where a low battery stays low.
    func state(of percent: Double) -> Measurement.State {
        percent <= low ? .alarm : percent > lowEnds ? .normal : .unknown
    }
}
