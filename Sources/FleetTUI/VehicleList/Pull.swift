import FleetCore

/// The pulling of the list past its top, which refreshes when it was pulled far enough.
struct Pull: Equatable, Sendable {
    /// How far it has to be pulled.
    static let full = 4
    /// After so long without a pull it springs back.
    static let patience = Duration.milliseconds(1200)

    /// How far it is pulled.
    private(set) var length = 0
    /// Whether it was pulled far enough, and is held.
    var isSpent: Bool { length >= Self.full }
    private var last = Timestamp(milliseconds: .min)

    /// Pulls once; tells whether that was far enough, which it does once until the list is let go.
    mutating func pull(at time: Timestamp) -> Bool {
        relax(at: time)
        last = time
        guard !isSpent else { return false }
        length += 1
        return isSpent
    }

    /// Springs back if it was not pulled for a while.
    mutating func relax(at time: Timestamp) {
        if time - last > Self.patience { release() }
    }

    /// Lets go.
    mutating func release() {
        length = 0
    }
}
