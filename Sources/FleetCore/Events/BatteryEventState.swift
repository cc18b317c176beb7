/// Battery events of one vehicle, each reported once.
///
/// - Low: the charge falls to 20 % or less; again only after it was above 25 %.
/// - Charged: the charge rises by 20 points or more between two snapshots, or it reaches 90 % or
///   more and was low after the last charged event.
/// - Changed: neither of these, and the charge differs by 1 point or more from the last event.
///
/// A charge estimated from the range is not comparable with one from the feed, so a change from one
/// to the other yields no event.
struct BatteryEventState: Equatable, Sendable {
    static let low = 20.0
    private static let lowEnds = 25.0
    static let full = 90.0
    static let rise = 20.0
    /// One point, minus the rounding error of converting a GBFS fraction to a percentage.
    private static let minChange = 1 - 1e-6

    private(set) var current: Battery
    private(set) var reported: Battery
    private(set) var isLow: Bool
    private(set) var wasLow: Bool

    /// Starts with the first charge, without an event.
    init(_ battery: Battery) {
        current = battery
        reported = battery
        isLow = battery.percent <= Self.low
        wasLow = isLow
    }

    /// Updates the charge and returns the event, if any.
    mutating func change(to battery: Battery) -> VehicleEvent.Kind? {
        let before = current
        current = battery
        guard battery.isEstimated == before.isEstimated else { reported = battery; return nil }
        let kind = kind(of: battery.percent, before: before.percent)
        if kind != nil { reported = battery }
        return kind
    }

    /// Updates the charge without an event.
    mutating func restart(at battery: Battery) {
        _ = change(to: battery)
        reported = battery
    }

    private mutating func kind(of percent: Double, before: Double) -> VehicleEvent.Kind? {
        if percent - before >= Self.rise || (wasLow && percent >= Self.full) {
            isLow = percent <= Self.low
            wasLow = isLow
            return .batteryCharged
        }
        if percent > Self.lowEnds { isLow = false }
        if !isLow, percent <= Self.low {
            isLow = true
            wasLow = true
            return .batteryLow
        }
        return abs(percent - reported.percent) >= Self.minChange ? .batteryChanged : nil
    }
}
