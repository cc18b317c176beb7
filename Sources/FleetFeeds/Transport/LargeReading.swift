import FleetCore
import POSIX
import Synchronization

/// A reading of a source, which waits for a slot once one of its documents is large: a process has
/// few large documents in memory at a time, so that several sources cannot exhaust it together.
final class LargeReading: Sendable {
    /// Size from which a document is large, in bytes after decompression.
    static let minBytes = 2 << 20
    /// How slowly a document may arrive while others wait: bytes in each second, after some seconds.
    private static let (minRate, graceSeconds) = (1_048_576.0, 5.0)

    /// The reading that the present task is part of.
    @TaskLocal static var current: LargeReading?

    private let slots: WorkSlots
    /// When it got its slot; `nil` without one.
    private let start = Mutex<ContinuousClock.Instant?>(nil)

    init(_ slots: WorkSlots) { self.slots = slots }

    deinit { end() }

    /// Waits for a slot, unless it has one.
    /// - Throws: Only `CancellationError`.
    func begin() async throws {
        guard start.withLock({ $0 == nil }) else { return }
        try await slots.waitForSlot()
        start.withLock { $0 = .now }
    }

    /// Frees its slot, if it has one.
    func end() {
        let hasSlot = start.withLock { start in
            defer { start = nil }
            return start != nil
        }
        if hasSlot { slots.leave() }
    }

    /// Returns whether a document of which some bytes have arrived keeps others waiting.
    func isTooSlow(afterBytes count: Int) -> Bool {
        guard let start = start.withLock(\.self), slots.waitingCount > 0 else { return false }
        let seconds = (ContinuousClock.now - start).seconds
        return seconds > Self.graceSeconds && Double(count) < Self.minRate * seconds
    }
}

extension HTTPTransport {
    /// Runs a reading of a source and what follows from it, such as storing it: large documents of
    /// others wait until `body` returns.
    public func reading<Outcome>(
        _ body: () async throws -> Outcome
    ) async rethrows -> Outcome {
        let reading = LargeReading(largeReadings)
        defer { reading.end() }
        return try await LargeReading.$current.withValue(reading) { try await body() }
    }
}
