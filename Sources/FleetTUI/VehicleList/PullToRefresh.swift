import FleetCore

/// Pull of the list past its top, which refreshes when pulled far enough.
struct PullToRefresh: Equatable, Sendable {
    /// Number of pulls that trigger a refresh.
    static let threshold = 4
    /// Time without a pull after which it springs back.
    static let timeout = Duration.milliseconds(1200)

    /// Number of pulls so far.
    private(set) var length = 0
    /// Whether it has triggered a refresh and not sprung back yet.
    var isTriggered: Bool { length >= Self.threshold }
    private var last = Timestamp(milliseconds: .min)

    /// Pulls once; returns true for the pull that triggers the refresh.
    mutating func pull(at time: Timestamp) -> Bool {
        relax(at: time)
        last = time
        guard !isTriggered else { return false }
        length += 1
        return isTriggered
    }

    /// Springs back if the last pull was too long ago.
    mutating func relax(at time: Timestamp) {
        if time - last > Self.timeout { release() }
    }

    /// Springs back.
    mutating func release() {
        length = 0
    }
}
