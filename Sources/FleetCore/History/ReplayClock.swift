/// The present time of a replay, and the gaps before it.
struct ReplayClock {
    /// Milliseconds since 1970.
    var now = Int64.min
    /// Number of gaps so far.
    var gaps = 0
    /// Milliseconds of all gaps so far.
    var gapTime: Int64 = 0
    /// End of the last gap, in milliseconds since 1970.
    var gapEnd = Int64.min
    /// Whether the changes now happened in the gap that has just ended.
    var isAfterGap = false

    mutating func add(_ gap: HistoryGap) {
        gaps += 1
        gapTime += max(0, (gap.end - gap.start).milliseconds)
        gapEnd = max(gapEnd, gap.end.milliseconds)
        isAfterGap = true
    }
}

/// The time since something began, without the gaps.
struct ReplaySpan {
    /// Milliseconds since 1970.
    var since: Int64
    /// The clock's time of gaps at the beginning.
    private let gapTime: Int64
    /// Whether it may have begun earlier.
    private let isOlder: Bool

    /// Begins now.
    init(_ clock: ReplayClock, isOlder: Bool = false) {
        (since, gapTime, self.isOlder) = (clock.now, clock.gapTime, isOlder)
    }

    /// Began before the replay, at a time after which there were some gaps.
    init(since: Timestamp, gaps: [HistoryGap], _ clock: ReplayClock) {
        let before = gaps.reduce(Int64(0)) { sum, gap in
            let end = min(gap.end.milliseconds, clock.now)
            return sum + max(0, end - max(gap.start.milliseconds, since.milliseconds))
        }
        (self.since, gapTime, isOlder) = (since.milliseconds, clock.gapTime - before, false)
    }

    /// Returns the observed milliseconds.
    func length(_ clock: ReplayClock) -> Int64 { elapsed(clock) - (clock.gapTime - gapTime) }

    /// Returns the milliseconds, with gaps.
    func elapsed(_ clock: ReplayClock) -> Int64 { clock.now - since }

    /// Returns the milliseconds since the last gap or the beginning, whichever is later.
    func certain(_ clock: ReplayClock) -> Int64 { clock.now - max(since, clock.gapEnd) }

    /// Returns whether the observed time may be too short, because of gaps or an earlier beginning.
    func isEstimated(_ clock: ReplayClock) -> Bool { isOlder || clock.gapTime > gapTime }
}

/// The time for which a vehicle has stood still.
struct ReplayStay {
    let standstill: Standstill
    let span: ReplaySpan

    /// Returns the stay of a vehicle at a position now; `nil` without one.
    init?(at position: PastPosition?, _ clock: ReplayClock, after earlier: ReplayStay?) {
        let now = Timestamp(milliseconds: clock.now)
        guard
            let standstill = Standstill(
                at: position.map(Position.init), now, after: earlier?.standstill)
        else { return nil }
        self.standstill = standstill
        span = earlier.flatMap { $0.standstill == standstill ? $0.span : nil } ?? ReplaySpan(clock)
    }

    /// Returns the stay of a vehicle at the start of a replay; without a known standstill, it begins
    /// now.
    init?(_ vehicle: PastVehicle, gaps: [HistoryGap], _ clock: ReplayClock) {
        if let standstill = vehicle.standstill {
            self.standstill = standstill
            span = ReplaySpan(since: standstill.since, gaps: gaps, clock)
        } else if let position = vehicle.position {
            let now = Timestamp(milliseconds: clock.now)
            standstill = Standstill(since: now, at: Position(position))
            span = ReplaySpan(clock, isOlder: true)
        } else {
            return nil
        }
    }
}
