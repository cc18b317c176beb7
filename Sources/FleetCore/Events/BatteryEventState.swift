/// What was told of a vehicle's charge, so that nothing is told twice.
///
/// - Low: it comes to 20 % or less; again only after it was above 25 %.
/// - Charged: it rises by 20 points or more between two snapshots, or it comes to 90 % or more and
///   has been low since it was last told to be charged.
/// - Changed: none of these, and it differs by 1 point or more from what was last told.
///
/// A charge that was worked out of the range does not compare with one that the feed gave: between
/// the two nothing is told.
struct ChargeWatch: Equatable, Sendable {
    static let low = 20.0
    static let lowEnds = 25.0
    static let full = 90.0
    static let rise = 20.0
    /// One point, less what a share of GBFS loses when it becomes a percentage.
    static let least = 1 - 1e-6

    private(set) var seen: Battery
    private(set) var told: Battery
    private(set) var isLow: Bool
    private(set) var wasLow: Bool

    /// Begins with a first charge, of which nothing is told.
    init(_ battery: Battery) {
        seen = battery
        told = battery
        isLow = battery.percent <= Self.low
        wasLow = isLow
    }

    /// Takes the next charge and returns what is to be told, if anything.
    mutating func change(to battery: Battery) -> VehicleEvent.Kind? {
        let before = seen
        seen = battery
        guard battery.isEstimated == before.isEstimated else { told = battery; return nil }
        let kind = kind(of: battery.percent, before: before.percent)
        if kind != nil { told = battery }
        return kind
    }

    /// Takes the next charge without a word.
    mutating func restart(at battery: Battery) {
        _ = change(to: battery)
        told = battery
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
        return abs(percent - told.percent) >= Self.least ? .batteryChanged : nil
    }
}
