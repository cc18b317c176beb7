import FleetCore

/// Distance that a sheet is dragged from its position, and its way back after the release.
///
/// It springs back in a few frames, each half as far, and once a row beyond its position.
struct SheetDrag: Equatable, Sendable {
    /// Duration of a frame.
    static let frame = Duration.milliseconds(40)

    /// Rows that the sheet is below its position; negative above it.
    private(set) var offset = 0
    private var isHeld = false
    private var overshoots = false
    /// Time of the last frame.
    private var last = Timestamp(milliseconds: 0)

    /// Whether it moves by itself.
    var isReturning: Bool { !isHeld && offset != 0 }

    /// Holds the sheet at a distance from its position.
    mutating func hold(at offset: Int) {
        (self.offset, isHeld) = (offset, true)
    }

    /// Lets it spring back.
    mutating func release(at time: Timestamp) {
        guard isHeld else { return }
        (isHeld, overshoots, last) = (false, abs(offset) > 1, time)
    }

    /// Returns it to its position at once.
    mutating func reset() { self = SheetDrag() }

    /// Moves it by a frame if one is due.
    mutating func tick(at time: Timestamp) {
        guard isReturning, time - last >= Self.frame else { return }
        last = time
        guard abs(offset) == 1 else { return offset /= 2 }
        offset = overshoots ? -offset : 0
        overshoots = false
    }
}
