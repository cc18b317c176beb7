/// Clock of the pauses between requests.
public struct PauseClock: Sendable {
    /// The clock of the system.
    public static let continuous = PauseClock(
        now: { .now }, sleep: { try await Task.sleep(for: $0) })

    let now: @Sendable () -> ContinuousClock.Instant
    /// Waits; throws only `CancellationError`.
    let sleep: @Sendable (Duration) async throws -> Void
}
