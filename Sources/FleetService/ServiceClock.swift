public import FleetCore

/// Source of time and jitter for the service.
public struct ServiceClock: Sendable {
    /// The machine's time.
    public var now: @Sendable () -> Timestamp
    /// The time that people see (`FLEET_NOW`); used only to date snapshots.
    public var shownNow: @Sendable () -> Timestamp
    /// Sleeps until a time of `now`; returns at once if it has passed, throws only when cancelled.
    public var sleep: @Sendable (_ until: Timestamp) async throws -> Void
    /// Returns a random number, at least 0 and less than 1.
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
