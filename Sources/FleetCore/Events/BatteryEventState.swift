/// Battery events of one vehicle, each reported once.
///
/// - Low: the charge falls to the low threshold or less; again only after it was more than 5 points
///   above it.
/// - Charged: the charge rises by 20 points or more between two snapshots, or it reaches the full
///   threshold and was low after the last charged event.
/// - Changed: neither of these, and the charge differs by 1 point or more from the last event.
///
/// A charge estimated from the range is not comparable with one from the feed, so a change from one
/// to the other yields no event.
struct BatteryEventState: Equatable, Sendable {
    static let rise = 20.0
    /// One point, minus the rounding error of converting a GBFS fraction to a percentage.
    private static let minChange = 1 - 1e-6

    private(set) var current: Battery
    private(set) var reported: Battery
    private(set) var isLow: Bool
    private(set) var wasLow: Bool

    /// Starts with the first charge, without an event.
    init(_ battery: Battery, _ thresholds: BatteryThresholds) {
        current = battery
        reported = battery
        isLow = battery.percent <= thresholds.low
        wasLow = isLow
    }

    /// Continues with the charges of earlier snapshots.
    init(current: Battery, reported: Battery, isLow: Bool, wasLow: Bool) {
        (self.current, self.reported) = (current, reported)
        (self.isLow, self.wasLow) = (isLow, wasLow)
    }

    /// Updates the charge and returns the event, if any.
    mutating func change(
        to battery: Battery, _ thresholds: BatteryThresholds
    ) -> VehicleEvent.Kind? {
        let before = current
        current = battery
        guard battery.isEstimated == before.isEstimated else { reported = battery; return nil }
        let kind = kind(of: battery.percent, before: before.percent, thresholds)
        if kind != nil { reported = battery }
        return kind
    }

    /// Updates the charge without an event.
    mutating func restart(at battery: Battery, _ thresholds: BatteryThresholds) {
        _ = change(to: battery, thresholds)
        reported = battery
    }

    private mutating func kind(
        of percent: Double, before: Double, _ thresholds: BatteryThresholds
    ) -> VehicleEvent.Kind? {
        if percent - before >= Self.rise || (wasLow && percent >= thresholds.full) {
            isLow = percent <= thresholds.low
            wasLow = isLow
            return .batteryCharged
        }
        if percent > thresholds.lowEnds { isLow = false }
        if !isLow, percent <= thresholds.low {
            isLow = true
            wasLow = true
            return .batteryLow
        }
        return abs(percent - reported.percent) >= Self.minChange ? .batteryChanged : nil
    }
}
