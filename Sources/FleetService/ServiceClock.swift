public import FleetCore

/// Time and chance, as the service sees them.
public struct ServiceClock: Sendable {
    /// The machine's time.
    public var now: @Sendable () -> Timestamp
    /// The time that people see (`FLEET_NOW`); it only dates snapshots.
    public var shownNow: @Sendable () -> Timestamp
    /// Sleeps until a time of `now`, at once if it has passed; throws only when cancelled.
    public var sleep: @Sendable (_ until: Timestamp) async throws -> Void
    /// A random number, 0 or more and under 1.
    public var jitter: @Sendable () -> Double

    /// Creates a clock.
    public init(
        now: @escaping @Sendable () -> Timestamp,
        shownNow: @escaping @Sendable () -> Timestamp,
        sleep: @escaping @Sendable (_ until: Timestamp) async throws -> Void,
        jitter: @escaping @Sendable () -> Double
    ) {
        self.now = now
        self.shownNow = shownNow
        self.sleep = sleep
        self.jitter = jitter
    }
}
