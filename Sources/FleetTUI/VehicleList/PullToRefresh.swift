import FleetCore

/// Pull of the list past its top, which refreshes when it is repeated.
///
/// Keys that are held and wheels that still turn send many steps; steps without a pause belong to
/// one movement. The movement that reaches the top, and the first one there, do not refresh.
struct PullToRefresh: Equatable, Sendable {
    /// Pause that separates two movements.
    static let pause = Duration.milliseconds(350)
    /// Time within which the second pull has to follow the first one.
    static let timeout = Duration.seconds(3)

    private enum State: Equatable {
        case released
        /// Pulled once; a second pull refreshes.
        case pulled
        /// The second pull has refreshed.
        case refreshed
    }

    private var state = State.released
    /// Time of the last step up, at the top or below it.
    private var last = Timestamp(milliseconds: .min)

    /// Whether the list was pulled and has not sprung back yet.
    var isPulled: Bool { state != .released }
    /// Whether the last pull has refreshed.
    var isTriggered: Bool { state == .refreshed }

    /// Pulls at the top; returns true for the pull that refreshes.
    mutating func pull(at time: Timestamp) -> Bool {
        relax(at: time)
        let isNew = time - last >= Self.pause
        last = time
        guard isNew, state != .refreshed else { return false }
        state = state == .pulled ? .refreshed : .pulled
        return isTriggered
    }

    /// Moves up below the top; further steps without a pause are no pull.
    mutating func moveUp(at time: Timestamp) {
        last = time
        state = .released
    }

    /// Springs back if the last pull was too long ago.
    mutating func relax(at time: Timestamp) {
        if time - last > Self.timeout { release() }
    }

    /// Springs back.
    mutating func release() {
        state = .released
    }
}
